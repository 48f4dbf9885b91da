import type { Session } from '@balcao/contract/auth.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './client.ts';
import { ApiRefusal, ApiUnreachable } from './errors.ts';
import { attemptOf } from './renewal.ts';
import { clearSession, readSession, writeSession } from './session.ts';

type Answer = Response | Error | (() => Response | Promise<Response>);

const storage = new Map<string, string>();
const requests: { path: string; access: string | null; body: unknown }[] = [];
/** The answers to come, per path, in their order; the last one stays. */
let answers: Record<string, Answer[]>;

const PRODUCTS = '/api/pdv/productsAll/';
const REFRESH = '/api/auth/refresh/';

function session(access: string, id = 1): Session {
  const user = { id, name: 'Ana', admin: false, image: null, must_change_password: false };
  return { access, user };
}

function json(body: unknown, status = 200): () => Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return () => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } });
}

function refusal(status: number, code: string) {
  return json({ type: 'about:blank', title: '', status, code, detail: 'não' }, status);
}

function sent(path: string) {
  return requests.filter((request) => request.path === path);
}

beforeEach(() => {
  storage.clear();
  requests.length = 0;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const access = new Headers(init.headers).get('Authorization');
    requests.push({ path, access, body: init.body ? JSON.parse(`${init.body}`) : undefined });
    const queue = answers[path.split('?')[0] as string] ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer() : answer;
  });
});

describe('call', () => {
  it('sends the access of the stored user, read anew each time', async () => {
    answers = { [PRODUCTS]: [json([])] };
    writeSession(session('one'));
    await call('listActiveProducts');
    storage.set('user', JSON.stringify(session('two')));
    await call('listActiveProducts');
    expect(sent(PRODUCTS).map((request) => request.access)).toEqual(['Bearer one', 'Bearer two']);
  });

  it('puts parameters in the address and leaves out the empty ones', async () => {
    answers = { '/api/pdv/products/7/': [json({})], '/api/pdv/products/': [json({})] };
    const body = { code: '1', name: 'Caneta', price: 1, active: true };
    await call('editProduct', { params: { id: 7 }, body });
    await call('listProducts', { query: { page: 2, search: '' } });
    expect(requests.map((request) => request.path)).toEqual([
      '/api/pdv/products/7/',
      '/api/pdv/products/?page=2',
    ]);
  });

  it('throws what the server refuses, with its code and detail', async () => {
    answers = { [PRODUCTS]: [refusal(403, 'not_allowed')] };
    const error = await call('listActiveProducts').catch((caught) => caught);
    expect(error).toBeInstanceOf(ApiRefusal);
    expect(error).toMatchObject({ status: 403, code: 'not_allowed', detail: 'não' });
  });

  it.each([
    ['no network', new TypeError('Failed to fetch')],
    ["a proxy's page", new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ["a hotel's login", new Response('<form>', { headers: { 'Content-Type': 'text/html' } })],
  ])('calls the server unreachable for %s', async (_, answer) => {
    answers = { [PRODUCTS]: [answer] };
    await expect(call('listActiveProducts')).rejects.toBeInstanceOf(ApiUnreachable);
  });

  it('lets the caller give up', async () => {
    const aborted = AbortSignal.abort(new DOMException('Enough', 'AbortError'));
    answers = { [PRODUCTS]: [new DOMException('Enough', 'AbortError') as Error] };
    const promise = call('listActiveProducts', { signal: aborted });
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('renewal', () => {
  beforeEach(() => writeSession(session('old')));

  it('renews an expired access unseen and repeats the call', async () => {
    answers = {
      [PRODUCTS]: [refusal(401, 'not_signed_in'), json(['pen'])],
      [REFRESH]: [json(session('new'))],
    };
    expect(await call('listActiveProducts')).toEqual(['pen']);
    expect(sent(PRODUCTS).map((request) => request.access)).toEqual(['Bearer old', 'Bearer new']);
    expect(readSession()?.access).toBe('new');
    expect([...storage.keys()]).toEqual(['user']);
  });

  it('renews once for calls that expire together', async () => {
    const expired = refusal(401, 'not_signed_in');
    answers = { [PRODUCTS]: [expired, expired, json([])], [REFRESH]: [json(session('new'))] };
    await Promise.all([call('listActiveProducts'), call('listActiveProducts')]);
    expect(sent(REFRESH)).toHaveLength(1);
  });

  it('asks again under the same name when the answer was lost, and that is no sign-out', async () => {
    answers = {
      [PRODUCTS]: [refusal(401, 'not_signed_in'), refusal(401, 'not_signed_in'), json([])],
      [REFRESH]: [new TypeError('Failed to fetch'), json(session('new'))],
    };
    await expect(call('listActiveProducts')).rejects.toBeInstanceOf(ApiUnreachable);
    expect(readSession()?.access).toBe('old');
    await call('listActiveProducts');
    const [lost, repeated] = sent(REFRESH).map((request) => request.body);
    expect(lost).toEqual({ attempt: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(repeated).toEqual(lost);
  });

  it('uses what another tab has renewed', async () => {
    const expired = refusal(401, 'not_signed_in');
    answers = {
      [PRODUCTS]: [
        () => {
          storage.set('user', JSON.stringify(session('theirs')));
          return expired();
        },
        json([]),
      ],
    };
    await call('listActiveProducts');
    expect(sent(PRODUCTS).at(-1)?.access).toBe('Bearer theirs');
    expect(sent(REFRESH)).toHaveLength(0);
  });

  it.each([
    ['another tab has stored', () => storage.set('user', JSON.stringify(session('theirs', 2)))],
    ['the renewal answers', () => {}],
  ])('repeats no call as somebody else, whom %s', async (_, meanwhile) => {
    const expired = refusal(401, 'not_signed_in');
    answers = {
      [PRODUCTS]: [
        () => {
          meanwhile();
          return expired();
        },
        json([]),
      ],
      [REFRESH]: [json(session('theirs', 2))],
    };
    await expect(call('listActiveProducts')).rejects.toMatchObject({ status: 401 });
    expect(sent(PRODUCTS)).toHaveLength(1);
    expect(readSession()?.user.id).toBe(2);
  });

  it('names a renewal by what it renews, so that all tabs agree with nothing stored', () => {
    const [one, two] = ['Zk3_-xLq0aVbN8cD7eFg', 'Zk3_-xLq0aVbN8cE7eFg'];
    expect(attemptOf(one)).toBe('5a6b335f2d784c71306156624e386344');
    expect(attemptOf(two)).not.toBe(attemptOf(one));
    for (const access of [one, 'old', '']) expect(attemptOf(access)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('drops the stored user when the session is over', async () => {
    answers = {
      [PRODUCTS]: [refusal(401, 'not_signed_in')],
      [REFRESH]: [refusal(401, 'not_signed_in')],
    };
    await expect(call('listActiveProducts')).rejects.toMatchObject({ status: 401 });
    expect(storage.size).toBe(0);
    expect(sent(PRODUCTS)).toHaveLength(1);
  });

  it('drops the stored user when the renewed access is refused too', async () => {
    answers = {
      [PRODUCTS]: [refusal(401, 'not_signed_in')],
      [REFRESH]: [json(session('new'))],
    };
    await expect(call('listActiveProducts')).rejects.toMatchObject({ status: 401 });
    expect(storage.size).toBe(0);
    expect(sent(PRODUCTS)).toHaveLength(2);
  });

  it('does not bring back a user who signed out meanwhile', async () => {
    answers = {
      [PRODUCTS]: [refusal(401, 'not_signed_in')],
      [REFRESH]: [
        () => {
          clearSession();
          return json(session('new'))();
        },
      ],
    };
    await expect(call('listActiveProducts')).rejects.toMatchObject({ status: 401 });
    expect(readSession()).toBeUndefined();
  });

  it('takes a wrong password at the login for what it is', async () => {
    answers = { '/api/auth/login/': [refusal(401, 'wrong_credentials')] };
    const body = { username: 'ana', password: 'x' };
    await expect(call('login', { body })).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(sent(REFRESH)).toHaveLength(0);
    expect(readSession()?.access).toBe('old');
  });
});

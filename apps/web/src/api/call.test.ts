import type { Session } from '@balcao/contract/accounts/auth.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptOf, call } from './call.ts';
import { ApiRefusal, ApiUnreachable, ApiUnusable } from './errors.ts';
import { clearSession, readSession, writeSession } from './session.ts';

type Reply = Response | Error | (() => Response);

const storage = new Map<string, string>();
const requests: { path: string; access: string | null; body: unknown }[] = [];
/** The next responses of each path, in their order; the last one repeats. */
let responses: Record<string, Reply[]>;

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

const sent = (path: string) => requests.filter((request) => request.path === path);
const expired = refusal(401, 'not_signed_in');
const renewed = json(session('new'));
const PEN = { id: 1, code: '1', name: 'Caneta', price: 1.5, active: true };
const listProducts = () => call('listActiveProducts');
/** Sets the responses to the list and to the renewal. */
const respond = (products: Reply[], refresh: Reply[] = [renewed]) => {
  responses = { [PRODUCTS]: products, [REFRESH]: refresh };
};
const storeSession = (stored: Session) => storage.set('user', JSON.stringify(stored));

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
    const queue = responses[path.split('?')[0] as string] ?? [];
    const response = queue.length > 1 ? queue.shift() : queue[0];
    if (response instanceof Error) throw response;
    return typeof response === 'function' ? response() : response;
  });
});

describe('call', () => {
  it('sends the access of the stored user, read anew each time', async () => {
    respond([json([])]);
    writeSession(session('one'));
    await listProducts();
    storeSession(session('two'));
    await listProducts();
    expect(sent(PRODUCTS).map((request) => request.access)).toEqual(['Bearer one', 'Bearer two']);
  });

  it('puts parameters in the address and leaves out the empty ones', async () => {
    responses = { '/api/pdv/products/7/': [json({})], '/api/pdv/products/': [json({})] };
    const body = { code: '1', name: 'Caneta', price: 1, active: true };
    await call('editProduct', { params: { id: 7 }, body });
    await call('listProducts', { query: { page: 2, search: '' } });
    const paths = requests.map((request) => request.path);
    expect(paths).toEqual(['/api/pdv/products/7/', '/api/pdv/products/?page=2']);
  });

  it('takes the answer of another server for that of a specified call alone', async () => {
    const own = '/api/settings/';
    const sendsOwn = { 'Content-Type': 'application/json', 'x-served-by': 'balcao' };
    const settings = { cash_box: 'simple' };
    for (const body of [settings, {}, null, []]) {
      responses = { [own]: [json(body)] };
      await expect(call('readSettings')).rejects.toBeInstanceOf(ApiUnusable);
    }
    responses = { [own]: [new Response(JSON.stringify(settings), { headers: sendsOwn })] };
    expect(await call('readSettings')).toEqual(settings);
    responses = { [own]: [new Response(null, { status: 204 })] };
    await expect(call('readSettings')).rejects.toBeInstanceOf(ApiUnusable);
  });

  it('throws what the server refuses, with its code and detail', async () => {
    respond([refusal(403, 'not_allowed')]);
    const error = await listProducts().catch((caught) => caught);
    expect(error).toBeInstanceOf(ApiRefusal);
    expect(error).toMatchObject({ status: 403, code: 'not_allowed', problem: { detail: 'não' } });
  });

  it.each([
    ['no network', new TypeError('Failed to fetch')],
    ["a proxy's page", new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a proxy that spares its server', new Response('<h1>Too many</h1>', { status: 429 })],
    ["a hotel's login", new Response('<form>', { headers: { 'Content-Type': 'text/html' } })],
  ])('calls the server unreachable for %s', async (_, response) => {
    respond([response]);
    await expect(listProducts()).rejects.toBeInstanceOf(ApiUnreachable);
  });

  it('lets the caller give up', async () => {
    const reason = new DOMException('Enough', 'AbortError');
    respond([reason]);
    const promise = call('listActiveProducts', { signal: AbortSignal.abort(reason) });
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('renewal', () => {
  beforeEach(() => writeSession(session('old')));

  /** An expired access, after something has happened meanwhile. */
  const expiredAfter = (meanwhile: () => unknown) => () => {
    meanwhile();
    return expired();
  };

  it('renews an expired access unseen and repeats the call', async () => {
    respond([expired, json([PEN])]);
    expect(await listProducts()).toEqual([PEN]);
    expect(sent(PRODUCTS).map((request) => request.access)).toEqual(['Bearer old', 'Bearer new']);
    expect(readSession()?.access).toBe('new');
    expect([...storage.keys()]).toEqual(['user']);
  });

  it('renews once for calls that expire together', async () => {
    respond([expired, expired, json([])]);
    await Promise.all([listProducts(), listProducts()]);
    expect(sent(REFRESH)).toHaveLength(1);
  });

  it('asks again under the same name when the answer was lost, and that is no sign-out', async () => {
    respond([expired, expired, json([])], [new TypeError('Failed to fetch'), renewed]);
    await expect(listProducts()).rejects.toBeInstanceOf(ApiUnreachable);
    expect(readSession()?.access).toBe('old');
    await listProducts();
    const [lost, repeated] = sent(REFRESH).map((request) => request.body);
    expect(lost).toEqual({ attempt: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(repeated).toEqual(lost);
  });

  it('uses what another tab has renewed', async () => {
    respond([expiredAfter(() => storeSession(session('theirs'))), json([])]);
    await listProducts();
    expect(sent(PRODUCTS).at(-1)?.access).toBe('Bearer theirs');
    expect(sent(REFRESH)).toHaveLength(0);
  });

  it.each([
    ['another tab has stored', () => storeSession(session('theirs', 2))],
    ['the renewal answers', () => {}],
  ])('repeats no call as somebody else, whom %s', async (_, meanwhile) => {
    respond([expiredAfter(meanwhile), json([])], [json(session('theirs', 2))]);
    await expect(listProducts()).rejects.toMatchObject({ status: 401 });
    expect(sent(PRODUCTS)).toHaveLength(1);
    expect(readSession()?.user.id).toBe(2);
  });

  it('names a renewal by what it renews, so that all tabs agree with nothing stored', () => {
    const [one, two] = ['Zk3_-xLq0aVbN8cD7eFg', 'Zk3_-xLq0aVbN8cE7eFg'];
    expect(attemptOf(one)).toBe('5a6b335f2d784c71306156624e386344');
    expect(attemptOf(two)).not.toBe(attemptOf(one));
    for (const access of [one, 'old', '']) expect(attemptOf(access)).toMatch(/^[0-9a-f]{32}$/);
  });

  const signedOut = () => {
    clearSession();
    return renewed();
  };
  it.each([
    ['the session is over', expired, 1],
    ['the renewed access is refused too', renewed, 2],
    ['the user signed out meanwhile', signedOut, 1],
  ])('leaves no stored user when %s', async (_, refresh, calls) => {
    respond([expired], [refresh]);
    await expect(listProducts()).rejects.toMatchObject({ status: 401 });
    expect(storage.size).toBe(0);
    expect(sent(PRODUCTS)).toHaveLength(calls);
  });

  it('leaves no stored user when a 401 says nothing else', async () => {
    respond([() => new Response('{}', { status: 401 })], [refusal(401, 'not_signed_in')]);
    await expect(listProducts()).rejects.toMatchObject({ status: 401 });
    expect(storage.size).toBe(0);
  });

  it('ends no session because a proxy spares its server', async () => {
    respond([expired], [() => new Response('<h1>Too many</h1>', { status: 429 })]);
    await expect(listProducts()).rejects.toBeInstanceOf(ApiUnreachable);
    expect(readSession()?.access).toBe('old');
  });

  it('takes a wrong password at the login for what it is', async () => {
    responses = { '/api/auth/login/': [refusal(401, 'wrong_credentials')] };
    const body = { username: 'ana', password: 'x' };
    await expect(call('login', { body })).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(sent(REFRESH)).toHaveLength(0);
    expect(readSession()?.access).toBe('old');
  });

  it("takes an administrator's wrong password in an approval for what it is", async () => {
    responses = { '/api/approvals/': [refusal(401, 'wrong_credentials')] };
    const body = {
      username: 'a',
      password: 'x',
      action: 'difference',
      subject: 1,
      request: { reason: 'r' },
    } as const;
    await expect(call('approve', { body })).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(requests).toHaveLength(1);
    expect(readSession()?.access).toBe('old');
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { ApiRefusal, ApiUnreachable } from './errors.ts';
import { newRequest, readUnanswered, sendOnce } from './send-once.ts';

const place = { user: 7, form: 'movement' };
const unanswered = () => readUnanswered<number>(place);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const lost = new ApiUnreachable('lost');
const refusal = (status: number, code: string) =>
  new ApiRefusal({ type: 'about:blank', title: code, status, code, detail: code });
const notAllowed = refusal(403, 'not_allowed');

/** Sends a request whose calls get these responses one by one, and then 'made'. */
async function send(responses: unknown[], { request = newRequest(30), again = false } = {}) {
  const keys: string[] = [];
  const call = async () => {
    keys.push(unanswered()?.key ?? 'NOT STORED');
    const response = responses.shift();
    if (response) throw response;
    return 'made';
  };
  const answer = sendOnce(place, request, { again, call, wait: async () => {} });
  const outcome = await answer.catch((error: unknown) => error);
  expect(new Set(keys)).toEqual(new Set([request.key]));
  return { outcome, tries: keys.length };
}

test('a request is stored with its key before it is sent, and forgotten once it is answered', async () => {
  expect(await send([lost, refusal(503, 'unavailable')])).toEqual({ outcome: 'made', tries: 3 });
  expect(unanswered()).toBeUndefined();
});

test.each([
  ['no response at all', [lost, lost, lost, lost], true],
  ['a server that fails', [refusal(500, 'internal'), refusal(500, 'internal')], true],
  ['the end of the session', [refusal(401, 'not_signed_in')], true],
  ['a refusal', [refusal(422, 'figures_differ')], false],
  [
    'a refusal after a lost response, which the server would know of',
    [lost, refusal(409, 'x')],
    false,
  ],
  ['a refusal of the user', [notAllowed], false],
  ['a refusal of the user after a lost response', [lost, notAllowed], true],
])('after %s it is known whether the request is open', async (_what, responses, open) => {
  const request = newRequest(30);
  const last = responses.at(-1);
  expect((await send([...responses], { request })).outcome).toBe(last);
  expect(unanswered()).toEqual(open ? request : undefined);
});

test('an open request stays open through refusals of the user, and is sent again under its key', async () => {
  const request = newRequest(30);
  await send([lost, lost, lost, lost], { request });
  for (const refused of [notAllowed, refusal(401, 'not_signed_in'), notAllowed]) {
    await send([refused], { request, again: true });
    expect(unanswered()).toEqual(request);
  }
  await send([], { request, again: true });
  expect(unanswered()).toBeUndefined();
});

test('nothing is sent that a reload would forget, and a request of another version is not read', async () => {
  sessionStorage.setItem('typed:7:movement', '{"underWay":true,"key":"k","sent":30}');
  expect(unanswered()).toBeUndefined();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  sessionStorage.setItem = () => {
    throw new Error('full');
  };
  const call = vi.fn(async () => 'made');
  await expect(sendOnce(place, newRequest(30), { again: false, call })).rejects.toThrow('stored');
  expect(call).not.toHaveBeenCalled();
});

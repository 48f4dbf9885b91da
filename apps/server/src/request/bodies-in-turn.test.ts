import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { bodiesInTurn } from './bodies-in-turn.ts';
import type { SignedIn } from './serve-call.ts';

const BRACKETS = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;

test.each([
  ['answered at once', 200],
  ['invalid, and refused at once', 400],
])('after a large body that is %s, the next one of the same person rests', async (_, status) => {
  const app = Fastify({ bodyLimit: 1_000_000 });
  const read: { ended: number; parsed: number }[] = [];
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', async (request) => {
    request.signedIn = { id: 7 } as SignedIn;
  });
  bodiesInTurn(app);
  app.addHook('preParsing', async (request) => {
    request.raw.once('end', () => {
      const one = { ended: performance.now(), parsed: 0 };
      read.push(one);
      setImmediate(() => {
        one.parsed = performance.now();
      });
    });
  });
  app.post('/', async () => 'ok');
  const payload = status === 200 ? BRACKETS : `${BRACKETS},`;
  const post = () =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  // Two are read in turns of their own, and the third after the rest of one of them.
  const answers = await Promise.all([post(), post(), post()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status]);
  const [first, second, third] = read;
  if (!first || !second || !third) throw new Error('Not all were read');
  const took = Math.min(first.parsed - first.ended, second.parsed - second.ended);
  expect((third.ended - second.parsed) / took).toBeGreaterThan(3);
  await app.close();
});

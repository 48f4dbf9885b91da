import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('who has hung up already begins nothing, and keeps no turn', async () => {
  const turns = new Turns({ most: 1, mostOfOneUser: 1 });
  const gone = Object.assign(new EventEmitter(), { closed: true }) as unknown as ServerResponse;
  const begun: string[] = [];
  const left = turns.run('a', gone, async () => void begun.push('left'));
  await expect(left).rejects.toMatchObject({ code: 'request_timeout' });
  await turns.run('a', new EventEmitter() as ServerResponse, async () => void begun.push('next'));
  expect(begun).toEqual(['next']);
});

test('of those who wait each is taken once before one is taken again', async () => {
  const turns = new Turns({ most: 1, mostOfOneUser: 2 });
  const taken: string[] = [];
  const work = async (who: string) => {
    taken.push(who);
    await letOthersRun();
  };
  const run = (who: string) =>
    turns.run(who, new EventEmitter() as ServerResponse, () => work(who));
  const all = ['a', 'a', 'a', 'a', 'b', 'b'].map(run);
  await letOthersRun();
  // Who comes later waits for no more than one of each.
  all.push(run('c'));
  await Promise.all(all);
  expect(taken).toHaveLength(all.length);
  expect(taken.slice(0, 5).sort()).toEqual(['a', 'a', 'a', 'b', 'c']);
});

test('of one at most a hundred wait, and whoever hangs up leaves the queue', async () => {
  const turns = new Turns({ most: 1, mostOfOneUser: 1 });
  const held = Promise.withResolvers<void>();
  const first = turns.run('a', new EventEmitter() as ServerResponse, () => held.promise);
  const responses = Array.from({ length: 100 }, () => new EventEmitter() as ServerResponse);
  const taken: number[] = [];
  const waiting = responses.map((response, place) =>
    turns.run('a', response, async () => void taken.push(place)).catch(() => {}),
  );
  const tooMany = turns.run('a', new EventEmitter() as ServerResponse, async () => {});
  await expect(tooMany).rejects.toMatchObject({ code: 'too_many_attempts' });
  responses[0]?.emit('close');
  const other = turns.run(
    'b',
    new EventEmitter() as ServerResponse,
    async () => void taken.push(-1),
  );
  held.resolve();
  await Promise.all([first, other, ...waiting]);
  expect(taken.slice(0, 2).sort()).toEqual([-1, 1]);
  expect(taken).toHaveLength(100);
});

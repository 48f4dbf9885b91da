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

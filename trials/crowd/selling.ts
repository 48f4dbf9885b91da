import type { TestShop } from '@balcao/server/src/testing/app.ts';
import { aSalePayload, aUser, saleParts } from '@balcao/server/src/testing/builders.ts';
import { anAccess } from '@balcao/server/src/testing/signed-in.ts';
import { expect } from 'vitest';

/** A sale takes at most so many times as long as on a quiet machine, for 95 of 100 sales. */
export const MOST_TIMES = 10;

/** A seller who sells one sale after another while something else goes on. Durations are in milliseconds. */
export async function openSelling(shop: TestShop) {
  const { db } = shop.owner;
  const token = await anAccess(db, (await aUser(db)).id);
  const body = aSalePayload(await saleParts(db));
  const sell = async () => {
    const began = performance.now();
    expect((await shop.call('createSale', { token, body })).status).toBe(201);
    return performance.now() - began;
  };
  const sellWhile = async <Answer>(work: Promise<Answer>): Promise<[Answer, number[]]> => {
    const took: number[] = [];
    let isOver = false;
    const selling = (async () => {
      do took.push(await sell());
      while (!isOver);
    })();
    const answer = await work.finally(() => {
      isOver = true;
    });
    await selling;
    return [answer, took];
  };
  const quiet: number[] = [];
  for (let sales = 0; sales < 100; sales++) quiet.push(await sell());
  return { quiet, sellWhile };
}

export const p95 = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? 0;

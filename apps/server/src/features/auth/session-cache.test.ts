import type pg from 'pg';
import { expect, test } from 'vitest';
import type { Connection, Db } from '../../database/connection.ts';
import { createSessionCache } from './session-cache.ts';

test('requests that come together read a session once; what is unknown, or failed, is read again', async () => {
  const answers = [[], [{ id: 7 }]] as object[][];
  let queries = 0;
  const pool = {
    query: async () => {
      queries++;
      const rows = answers.shift();
      if (!rows) throw new Error('The database is away');
      return { rows };
    },
  } as unknown as pg.Pool;
  const cache = createSessionCache({ pool, db: {} as Db } satisfies Pick<
    Connection,
    'pool' | 'db'
  >);
  const read = (token: string) => cache.sessionOf(token).user();
  const together = () => Promise.all(Array.from({ length: 50 }, () => read('token')));
  expect(cache.sessionOf('token').isKnown).toBe(false);
  expect(new Set(await together())).toEqual(new Set([null]));
  expect(queries).toBe(1);
  expect((await together())[0]).toEqual({ id: 7 });
  await together();
  expect(queries).toBe(2);
  expect(cache.sessionOf('token').isKnown).toBe(true);
  await expect(read('other')).rejects.toThrow('away');
  await expect(read('other')).rejects.toThrow('away');
  expect(queries).toBe(4);
});

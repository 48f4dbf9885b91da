import { openTestShop } from '@balcao/server/src/testing/app.ts';
import { sellMany, stockLargeShop } from '@balcao/server/src/testing/large-shop.ts';
import { aVisitor } from '@balcao/server/src/testing/signed-in.ts';
import { aStatement, aStatementLine } from '@balcao/server/src/testing/valid-bank-calls.ts';
import { afterAll, expect, test } from 'vitest';
import { MOST_TIMES, openSelling, p95 } from './selling.ts';

const { CROWD } = process.env;
const LINES = 20_000;

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

test.runIf(CROWD)(
  'a seller sells while a month of one amount at the bank is read and compared',
  {
    timeout: 600_000,
  },
  async () => {
    await stockLargeShop(db, { products: 5, clients: 5, students: 1 });
    await sellMany(db, 6_000, { firstDay: '2026-10-01' });
    const { token } = await aVisitor(shop, { admin: true });
    const { quiet, sellWhile } = await openSelling(shop);
    const day = (at: number) => `2026-10-${String((at % 20) + 1).padStart(2, '0')}`;
    const lines = (memo: string) =>
      Array.from({ length: LINES }, (_, at) =>
        aStatementLine({ day: day(at), time: null, amount: 30, memo, kind: 'pix' }),
      );
    const days: [string, string] = ['2026-10-01', '2026-10-31'];
    const query = { startDate: days[0], endDate: days[1] };
    const read = async (account: string, memo: string) => {
      const body = { ...aStatement(lines(memo), days), account };
      expect((await shop.call('addStatement', { token, body })).problem?.detail).toBeUndefined();
    };
    const [, took] = await sellWhile(
      (async () => {
        await read('1', 'PIX');
        await read('2', 'RECEBIDO');
        expect((await shop.call('comparePix', { token, query })).status).toBe(200);
      })(),
    );
    const times = { p95: p95(took) / p95(quiet), worst: Math.max(...took) / Math.max(...quiet) };
    console.log(`${took.length} sales meanwhile; how many times as long one takes:`, times);
    expect(times.p95).toBeLessThan(MOST_TIMES);
  },
);

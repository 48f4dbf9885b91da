import { randomUUID } from 'node:crypto';
import { routes } from '@balcao/contract/api/routes.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addDays, addMonths } from '@balcao/domain/dates/periods.ts';
import { centsOfSum } from '@balcao/domain/money.ts';
import { monthOf } from '@balcao/domain/month/month.ts';
import { runs } from '@balcao/domain/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnySale, anySales, openPlayground } from '../../testing/any-sales.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { rowsOfXlsx } from '../../testing/exported.ts';

/** Every line of money of the month `$1`: what a sale and a correction paid, on the day on which it counts. */
const LINES = `
  WITH month AS (SELECT $1::date AS first, ($1::date + interval '1 month')::date AS next), made AS (
    SELECT 'sale' AS kind, id, NULL::integer AS correction, created_at, seller_name AS name,
      total_general_cents AS cents FROM sales WHERE deleted_at IS NULL
    UNION ALL
    SELECT kind, sale_id, id, created_at, made_by_name, -total_cents FROM corrections
  ), counted AS (
    SELECT made.*, (created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day FROM made, month
    WHERE created_at >= first::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND created_at < next::timestamp AT TIME ZONE 'America/Sao_Paulo'
  ), money AS (
    SELECT day, name, method_name AS method, net_cents AS cents FROM counted
      JOIN sale_payments p ON p.sale_id = id WHERE kind = 'sale'
    UNION ALL
    SELECT day, name, method_name, net_cents FROM counted
      JOIN correction_payments p ON p.correction_id = correction)`;

/** With `of` in a group each; sums by method as an object. */
const sumsBy = (of: 'day::text' | 'name' | `'all'`) => `${LINES}
  SELECT ${of} AS part, count(*) FILTER (WHERE kind = 'sale')::integer AS sales,
    coalesce(sum(cents) FILTER (WHERE kind = 'sale'), 0)::integer AS sold,
    -coalesce(sum(cents) FILTER (WHERE kind <> 'sale'), 0)::integer AS returned,
    sum(cents)::integer AS total,
    (SELECT coalesce(json_object_agg(method, sum), '{}') FROM (
      SELECT method, sum(cents) FROM money WHERE ${of === `'all'` ? 'true' : `money.${of} = counted.${of}`}
      GROUP BY method HAVING sum(cents) <> 0) AS sums) AS methods
  FROM counted GROUP BY ${of === `'all'` ? '()' : of.replace('::text', '')} ORDER BY 1`;

type Sums = {
  sales: number;
  sold: number;
  returned: number;
  total: number;
  byMethod: { method: string; amount: number }[];
};

test('the sealed month is what plain SQL adds up from sales, payments and corrections', async () => {
  const counter = await openTestCounter();
  const { shop } = counter;
  const { pool } = shop.owner;
  const { chief, play } = await openPlayground(counter);
  const token = await tokenOf(shop, chief.login);

  let month = '2000-12-01' as BusinessDay;
  async function check(before: readonly AnySale[], within: readonly AnySale[]) {
    // Sales and corrections run over both ends of it.
    month = addMonths(month, 2);
    await play(before, addDays(month, -5));
    await play(within, addDays(addMonths(month, 1), -5));
    const rowsOf = async (text: string) => (await pool.query(text, [month])).rows;
    const [all] = await rowsOf(sumsBy(`'all'`));
    if (!all) return;

    const params = { month: monthOf(month) };
    const headers = { 'idempotency-key': randomUUID() };
    const closed = (await shop.call('closeMonth', { token, params, headers })).body;
    expect([closed.sales, centsOfSum(closed.total)]).toEqual([all.sales, all.total]);
    const [version] = closed.versions;
    const stored = await pool.query('SELECT figures FROM month_closings WHERE id = $1', [
      version?.id,
    ]);
    const sealed = JSON.parse(stored.rows[0].figures);
    const sums = (part: unknown, { byMethod, sales, sold, returned, total }: Sums) => ({
      ...{ part, sales, sold, returned, total },
      methods: Object.fromEntries(byMethod.map(({ method, amount }) => [method, amount])),
    });
    expect(sums('all', sealed.figures)).toEqual(all);
    expect(sealed.figures.days.map((of: Sums & { day: string }) => sums(of.day, of))).toEqual(
      await rowsOf(sumsBy('day::text')),
    );
    const sellers = sealed.figures.sellers.map((of: Sums & { name: string }) => sums(of.name, of));
    expect(
      sellers.sort((a: { part: string }, b: { part: string }) => (a.part < b.part ? -1 : 1)),
    ).toEqual(await rowsOf(sumsBy('name')));

    const listed = (of: { number: number; total: number }[]) =>
      of.map(({ number, total }) => ({ number, total })).sort((a, b) => a.number - b.number);
    const corrections = await rowsOf(
      `${LINES} SELECT kind, correction AS number, -cents AS total FROM counted
      WHERE correction IS NOT NULL ORDER BY correction`,
    );
    const ofPayments = corrections.filter(({ kind }) => kind === 'payments');
    expect(listed(sealed.corrections)).toEqual(listed(ofPayments));
    expect(listed(sealed.returns)).toEqual(
      listed(corrections.filter(({ kind }) => kind !== 'payments')),
    );
    const numbers = await rowsOf(
      `SELECT id, deleted_at IS NOT NULL AS deleted, total_general_cents AS total FROM sales
      WHERE date_trunc('month', created_at AT TIME ZONE 'America/Sao_Paulo') = $1::date ORDER BY id`,
    );
    const kept = numbers.filter(({ deleted }) => !deleted).map(({ id }) => id);
    expect([sealed.numbers.first, sealed.numbers.last]).toEqual([
      kept[0] ?? null,
      kept.at(-1) ?? null,
    ]);
    const deleted = numbers.filter((sale) => sale.deleted);
    expect(
      sealed.deletions.map(({ sale, total }: { sale: number; total: number }) => [sale, total]),
    ).toEqual(deleted.map(({ id, total }) => [id, total]));
    const gone = sealed.numbers.gaps.filter(({ why }: { why: string }) => why === 'deleted');
    expect(gone.map(({ first }: { first: number }) => first)).toEqual(deleted.map(({ id }) => id));
    const income = sealed.income.reduce((sum: number, of: { total: number }) => sum + of.total, 0);
    expect(income).toBe(all.total);

    // The file that an accountant gets says the same.
    const path = routes.readMonthFile.path.replace(':id', `${version?.id}`);
    const response = await fetch(`${shop.origin}${path}?format=xlsx`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const file = new Uint8Array(await response.arrayBuffer());
    const summary = new Map(
      (await rowsOfXlsx(file))
        .map((row) => Object.values(row))
        .map(([what, value, reais]) => [what, reais ?? value]),
    );
    expect(['Vendas', 'Vendido', 'Devolvido', 'Líquido'].map((what) => summary.get(what))).toEqual([
      ...[all.sales, all.sold / 100, all.returned / 100, all.total / 100],
    ]);
    const byMethod = await rowsOfXlsx(file, 'Por forma de pagamento');
    expect(Object.fromEntries(byMethod.map(({ Forma, Líquido }) => [Forma, Líquido]))).toEqual(
      Object.fromEntries(
        [...Object.entries(all.methods), ['Total', all.total]].map(([method, of]) => [
          method,
          Number(of) / 100,
        ]),
      ),
    );
  }

  const numRuns = Math.ceil(runs.numRuns / 1_500);
  await fc.assert(fc.asyncProperty(anySales(6, 12), anySales(3, 8), check), {
    ...{ ...runs, numRuns },
    // An example takes a second; the seed repeats it.
    endOnFailure: true,
  });
}, 240_000);

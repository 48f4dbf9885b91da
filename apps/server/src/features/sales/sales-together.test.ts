import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { UnconfirmedCommit } from '../../database/unavailable.ts';
import { type Counter, openTestCounter, saleIds } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { listenTo } from '../../testing/statements.ts';
import { createSale } from './create-sale.ts';
import { insertSales, type SaleToInsert } from './insert-sales.repository.ts';
import { openTill, type Till } from './till.ts';

/** Sales that arrive in the same moment share statements, and nothing else. */

let counter: Counter;
let till: Till;
let sell: (
  sales: readonly Partial<Asked>[],
  through?: Till,
) => Promise<PromiseSettledResult<Made>[]>;

type Asked = { key: string; student: number | null };
type Made = Awaited<ReturnType<typeof createSale>>;

beforeEach(async () => {
  counter = await openTestCounter();
  const { shop, payload, vera: seller } = counter;
  const { db, pool } = shop.connection;
  till = openTill(pool);
  sell = (sales, through = till) =>
    Promise.allSettled(
      sales.map(({ key, ...changed }) =>
        createSale(
          { db, till: through },
          { body: { ...payload, ...changed }, seller, idempotencyKey: key },
        ),
      ),
    );
  return async () => expect(await violations(shop.owner.db)).toEqual([]);
});

const made = (answers: readonly PromiseSettledResult<Made>[]) =>
  answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });

/** Refuses to commit a sale without a student, as a database does that finds something wrong with it. */
const refuseWithoutStudent = () =>
  atCommit("IF NEW.student_id IS NULL THEN RAISE EXCEPTION 'of no known kind'; END IF");

async function atCommit(statement: string): Promise<void> {
  const { db } = counter.shop.owner;
  await sql`
    CREATE FUNCTION make_trouble() RETURNS trigger LANGUAGE plpgsql AS
    ${sql.lit(`BEGIN ${statement}; RETURN NULL; END`)}
  `.execute(db);
  await sql`
    CREATE CONSTRAINT TRIGGER trouble AFTER INSERT ON sales DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION make_trouble()
  `.execute(db);
}

test('twenty at once are twenty sales, in three groups, each answered with its own', async () => {
  const heard = listenTo(counter.shop.connection.pool);
  const { student } = counter.payload;
  const asked = Array.from({ length: 20 }, (_, place) => ({
    student: place % 2 ? null : (student ?? null),
  }));
  const sales = made(await sell(asked)).map(({ sale }) => sale);
  expect(new Set(sales.map(({ id }) => id))).toEqual(new Set(await saleIds(counter.shop)));
  expect(sales.map((sale) => sale.student)).toEqual(asked.map((sale) => sale.student));
  expect(heard).toHaveLength(6);
});

test('a sale that the database refuses takes no other with it', async () => {
  await refuseWithoutStudent();
  const answers = await sell([{}, {}, { student: null }, {}, {}, {}, { student: null }, {}]);
  const statuses = answers.map(({ status }) => status);
  const [no, yes] = ['rejected', 'fulfilled'];
  expect(statuses).toEqual([yes, yes, no, yes, yes, yes, no, yes]);
  expect(await saleIds(counter.shop)).toHaveLength(6);
});

test('one key among others is one sale, whoever asks for it twice', async () => {
  const key = randomUUID();
  const [first, other, same, different] = await sell([
    { key },
    {},
    { key },
    { key, student: null },
  ]);
  if (first?.status !== 'fulfilled') throw first?.reason;
  const { sale } = first.value;
  expect(other).toMatchObject({ value: { replayed: false } });
  expect(same).toMatchObject({ value: { sale, replayed: true } });
  expect(different).toMatchObject({ reason: { code: 'key_reused' } });
  expect(await saleIds(counter.shop)).toHaveLength(2);
});

test('groups that hold the same keys, in whatever order, do not wait for each other in a circle', async () => {
  const checked: SaleToInsert[] = [];
  await sell(Array(8).fill({}), {
    ...till,
    insert: async (sale) => void checked.push(sale),
  });
  const { pool } = counter.shop.connection;
  for (let time = 0; time < 20; time++) {
    const sales = checked.map((sale) => ({ ...sale, idempotencyKey: randomUUID() }));
    const groups = [sales, sales.toReversed()];
    const inserted = await Promise.all(groups.map((group) => insertSales(pool, group)));
    expect(inserted.flat().filter((sale) => sale !== undefined)).toHaveLength(8);
  }
  expect(await saleIds(counter.shop)).toHaveLength(160);
});

test('a commit that the replica has not confirmed is acknowledged to none of them', async () => {
  await atCommit("RAISE WARNING 'canceling wait for synchronous replication due to user request'");
  const answers = await sell([{}, {}, {}]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ reason: expect.any(UnconfirmedCommit) });
  }
});

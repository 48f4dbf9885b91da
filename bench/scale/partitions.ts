import { createApp } from '@balcao/server/src/app/app.ts';
import { type Connection, connect, NO_TIMEOUT } from '@balcao/server/src/database/connection.ts';
import { readShop } from '@balcao/server/src/database/shop.ts';
import { listenTo } from '@balcao/server/src/testing/statements.ts';
import { type Measured, median, type Ratio, ratio, type Section } from '../figures.ts';
import { Asker } from '../lists/asker.ts';
import { openLargeShop } from '../lists/large-shops.ts';
import { landmarksOf } from '../lists/lists.ts';
import { type Question, questions } from '../lists/questions.ts';
import { ADMIN, type BenchShop, OWNER_CONNECTIONS } from '../shop.ts';
import { type Inserted, insertSales } from './partitioned-inserts.ts';
import { explain, givenOf, PAIRS, type Told } from './partitioned-questions.ts';
import { PASSWORD, partitionByMonth, ROLES } from './partitioned-tables.ts';

const SALES = 1_000_000;
const ROUNDS = 5;

const SIDES = ['whole', 'monthly'] as const;
type Side = (typeof SIDES)[number];
type Both<T> = Record<Side, T>;
const WORDS: Both<string> = { whole: 'as it is', monthly: 'by month' };

/** A shop with its sales a second time in partitions by month, asked by turns. */
export async function partitions(): Promise<Section> {
  const shop = await openLargeShop(SALES);
  try {
    return await comparePartitions(shop);
  } finally {
    await shop.stop();
  }
}

async function comparePartitions(shop: BenchShop): Promise<Section> {
  const began = performance.now();
  const months = await partitionByMonth(shop.owner.pool);
  const copied = (performance.now() - began) / 1_000;
  const open = (side: Side) =>
    connect(
      { ...shop.reach.owner, user: ROLES[side], password: PASSWORD, max: OWNER_CONNECTIONS },
      () => {},
      NO_TIMEOUT,
    );
  const sides: Both<Connection> = { whole: open('whole'), monthly: open('monthly') };
  const measured: Measured[] = [];
  const ratios: Ratio[] = [];
  const notes = [`${months} months; copied, indexed and vacuumed in ${copied.toFixed(0)} s.`];
  const compared = (name: string, unit: string, rounds: Both<number[]>) => {
    const each = (side: Side) => ({ name: `${name}, ${WORDS[side]}`, unit, rounds: rounds[side] });
    const [whole, monthly] = [each('whole'), each('monthly')];
    if ([...rounds.whole, ...rounds.monthly].some(Number.isNaN)) return;
    measured.push(whole, monthly);
    ratios.push(ratio(`${name}, by month to as it is`, monthly, whole));
  };
  try {
    const given = await givenOf(shop.owner);
    for (const pair of PAIRS) {
      const ask = (side: Side) => explain(sides[side].pool, given(pair[side]));
      const told = await byTurns(ask);
      compared(pair.name, 'ms', of(told, timeOf));
      notes.push(`${pair.name}: ${costs(told)}.`);
    }
    const found = await statementsOf(shop, sides.whole);
    for (const [name, { text, values }] of found) {
      await expectSame(name, (side) => sides[side].pool.query(text, values));
      const told = await byTurns((side) => explain(sides[side].pool, text, values));
      compared(`today’s statement: ${name}`, 'ms', of(told, timeOf));
      notes.push(`Today’s statement, ${name}: ${costs(told)}.`);
    }
    const inserted = await byTurns((side): Promise<Inserted> => insertSales(sides[side], side));
    compared(
      'PostgreSQL’s processor per sale inserted',
      'ms',
      of(inserted, (each) => each.cpuMs),
    );
    compared(
      'log per sale inserted',
      'bytes',
      of(inserted, (each) => each.logBytes),
    );
    compared('indexes that a sale of this month touches', 'MB', await indexesTouched(shop.owner));
  } finally {
    for (const side of SIDES) await sides[side].close();
  }
  return {
    name: 'Scale: partitions by month',
    how: `A shop of ${SALES.toLocaleString('en-US')} sales, and the same sales, items and payments once more in partitions by month with the keys in a table of their own; EXPLAIN ANALYZE of each statement, planning and running, ${ROUNDS} rounds by turns after one that does not count. “Today’s statement” is what the server sends now, which does not say of lines when their sale was; the others are written for the one and the other.`,
    measured,
    ratios,
    notes,
  };
}

async function byTurns<T>(ask: (side: Side) => Promise<T>): Promise<Both<T[]>> {
  const told: Both<T[]> = { whole: [], monthly: [] };
  for (const side of SIDES) await ask(side);
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      told[side].push(await ask(side));
    }
  }
  return told;
}

function of<T>(told: Both<T[]>, figure: (each: T) => number): Both<number[]> {
  return { whole: told.whole.map(figure), monthly: told.monthly.map(figure) };
}

function timeOf({ planningMs, runningMs }: Told): number {
  return planningMs + runningMs;
}

/** Planning apart, since a statement whose plan is kept is spared it. */
function costs(told: Both<Told[]>): string {
  const words = (side: Side) => {
    const of = (what: keyof Told) => median(told[side].map((each) => each[what]));
    return `${WORDS[side]} ${of('blocks')} blocks, ${of('planningMs').toFixed(1)} ms of planning, ${of('runningMs').toFixed(1)} ms of running`;
  };
  return SIDES.map(words).join('; ');
}

/** The statement of the list of sales, for each question about them. */
async function statementsOf(shop: BenchShop, connection: Connection) {
  const asker = new Asker(shop.origin, () => shop.signIn(ADMIN));
  const app = await createApp({
    connection,
    shop: await readShop(connection.db),
    dataDir: shop.dataDir,
  });
  try {
    const landmarks = await landmarksOf(shop, asker);
    const heard = listenTo(connection.pool);
    const authorization = `Bearer ${await shop.signIn(ADMIN)}`;
    const found = new Map<string, (typeof heard)[number]>();
    for (const question of questions.filter(isOfSales)) {
      heard.length = 0;
      const url = question.path(landmarks);
      const { statusCode } = await app.inject({ url, headers: { authorization } });
      const statement = heard.findLast(({ text }) => text.includes('counted'));
      if (statusCode !== 200 || !statement) throw new Error(`${question.name}: ${statusCode}`);
      found.set(question.name, statement);
    }
    return found;
  } finally {
    asker.close();
    await app.close();
  }
}

/** What is faster and answers something else is no way to go. */
export async function expectSame(
  name: string,
  ask: (side: Side) => Promise<{ rows: unknown[] }>,
): Promise<void> {
  const [whole, monthly] = await Promise.all(SIDES.map(ask));
  if (JSON.stringify(whole?.rows) === JSON.stringify(monthly?.rows)) return;
  throw new Error(`${name}: by month the answer is another`);
}

function isOfSales({ name }: Question): boolean {
  return name.startsWith('sales');
}

/** All of the whole table's; of the newest month's, and of the keys. */
async function indexesTouched({ pool }: Connection): Promise<Both<number[]>> {
  const { rows } = await pool.query<{ whole: number; monthly: number }>(`
    SELECT (SELECT sum(pg_indexes_size(t::regclass))::float / 1e6
        FROM unnest(ARRAY['public.sales', 'public.sale_items', 'public.sale_payments']) AS t) AS whole,
      (SELECT sum(pg_indexes_size(p.oid::regclass))::float / 1e6 FROM pg_class p
        WHERE p.oid = 'monthly.sale_keys'::regclass
          OR p.oid IN (SELECT tableoid FROM (SELECT tableoid FROM monthly.sales ORDER BY id DESC LIMIT 1) AS s)
          OR p.oid IN (SELECT tableoid FROM (SELECT tableoid FROM monthly.sale_items ORDER BY sale_id DESC LIMIT 1) AS i)
          OR p.oid IN (SELECT tableoid FROM (SELECT tableoid FROM monthly.sale_payments ORDER BY sale_id DESC LIMIT 1) AS y)
      ) AS monthly`);
  const [sizes] = rows;
  return { whole: [sizes?.whole ?? Number.NaN], monthly: [sizes?.monthly ?? Number.NaN] };
}

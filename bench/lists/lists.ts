import { routes } from '@balcao/contract/routes.ts';
import { createApp } from '@balcao/server/src/app/app.ts';
import { connect } from '@balcao/server/src/database/connection.ts';
import { readShop } from '@balcao/server/src/database/shop.ts';
import { indexesRead, listenTo, planOf, tablesScanned } from '@balcao/server/src/testing/plans.ts';
import { type Measured, median, ofLimit, quantile, ratio, type Section } from '../figures.ts';
import { Visitor } from '../http-get.ts';
import { ADMIN, type BenchShop, signIn } from '../shop.ts';
import { openLargeShop } from './large-shops.ts';
import { type Landmarks, type Question, questions } from './questions.ts';

const ROUNDS = 5;
/** Requests for each question in each round; only one of a slow question. */
const TIMES = 8;
const SLOW_MS = 400;
const MOST_MS = 100;

const LARGE = ['audit_events', 'closing_sales', 'sale_items', 'sale_payments', 'sales'];

/** A shop with the times (ms) of each question: a median for each round, and all of them. */
type Subject = {
  shop: BenchShop;
  visitor: Visitor;
  landmarks: Landmarks;
  times: Map<Question, { rounds: number[]; all: number[] }>;
};

/** Shops of three sizes, each question to each of them in turn. */
export async function lists(): Promise<Section> {
  const began = performance.now();
  await using first = await openLargeShop(10_000);
  await using second = await openLargeShop(100_000);
  await using third = await openLargeShop(1_000_000);
  const filledSeconds = (performance.now() - began) / 1000;
  const small = await subjectOf(first);
  const middle = await subjectOf(second);
  const large = await subjectOf(third);
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of questions) {
      for (const shop of [small, middle, large]) await time(shop, question);
    }
  }
  for (const { visitor } of [small, middle, large]) visitor[Symbol.dispose]();

  const { scanned, notes } = await lookAtPlans(large);
  const at = ({ times }: Subject, question: Question, size: string): Measured => ({
    name: `${question.name}, ${size}`,
    unit: 'ms',
    rounds: times.get(question)?.rounds ?? [],
  });
  const p95 = (question: Question) => quantile(large.times.get(question)?.all ?? [], 0.95);
  return {
    name: 'Lists',
    how: `Shops of 10 thousand, 100 thousand and 1 million sales (300 a day, three items, two payments, closings, audit), each with its own server, with requests in turn over one connection kept open: ${ROUNDS} rounds of ${TIMES} times; a round’s figure is its median.`,
    measured: questions.flatMap((question) => [
      at(small, question, '10 k'),
      at(middle, question, '100 k'),
      at(large, question, '1 M'),
    ]),
    ratios: [
      // At most twice as slow; a list that has to read the rows that it counts, at most 100 ms.
      ...questions.map((question) => {
        const atMillion = at(large, question, '1 M');
        if (question.touches && !question.grows) return ofLimit(atMillion, MOST_MS);
        const reach = question.grows ? undefined : { atMost: 2 };
        return ratio(`${question.name}, 1 M to 10 k`, atMillion, at(small, question, ''), reach);
      }),
      {
        name: 'lists that read a large table from end to end',
        rounds: [scanned],
        reach: { atMost: 0 },
      },
    ],
    notes: [
      `Filled in ${filledSeconds.toFixed(0)} s, with VACUUM ANALYZE at the end: index-only counts need the visibility map.`,
      `p95 at 1 M in ms: ${questions.map((question) => `${question.name} ${p95(question).toFixed(1)}`).join('; ')}.`,
      ...notes,
    ],
  };
}

async function subjectOf(shop: BenchShop): Promise<Subject> {
  const visitor = new Visitor(shop);
  const { rows } = await shop.owner.pool.query(`
    SELECT (SELECT min(business_day) FROM sales) AS "firstDay",
      max(business_day) AS "lastDay", max(business_day) - 29 AS "monthBefore",
      (SELECT min(id) FROM products) AS common, (SELECT max(id) - 100 FROM products) AS rare
    FROM sales`);
  const pagesOf = async (path: string) =>
    ((await visitor.get(path)).body as { total_pages: number }).total_pages;
  const landmarks = {
    ...rows[0],
    pages: await pagesOf(routes.listSales.path),
    auditPages: await pagesOf(routes.listAudit.path),
  };
  const times = new Map(questions.map((question) => [question, { rounds: [], all: [] }]));
  return { shop, visitor, landmarks, times };
}

async function time({ visitor, landmarks, times }: Subject, question: Question): Promise<void> {
  const path = question.path(landmarks);
  // The first does not count: the other shop has pushed this one out of the processor's cache.
  const { milliseconds: first } = await visitor.get(path);
  const taken: number[] = first > SLOW_MS ? [first] : [];
  while (first <= SLOW_MS && taken.length < TIMES) {
    taken.push((await visitor.get(path)).milliseconds);
  }
  times.get(question)?.rounds.push(median(taken));
  times.get(question)?.all.push(...taken);
}

/** The statements of each question as the application sends them, and how PostgreSQL runs them. */
async function lookAtPlans({ shop, landmarks }: Subject) {
  const connection = connect(shop.reach.application, () => {});
  const app = await createApp({
    connection,
    shop: await readShop(connection.db),
    dataDir: shop.dataDir,
  });
  const statements = listenTo(connection.pool);
  const authorization = `Bearer ${await signIn(shop, ADMIN)}`;
  const notes: string[] = [];
  let scanned = 0;
  for (const question of questions) {
    statements.length = 0;
    const url = question.path(landmarks);
    const { statusCode } = await app.inject({ url, headers: { authorization } });
    if (statusCode !== 200) throw new Error(`${question.name} was answered with ${statusCode}`);
    const plans = await Promise.all(statements.map((each) => planOf(shop.owner.pool, each)));
    const whole = plans.flatMap(tablesScanned).filter((table) => LARGE.includes(table));
    if (whole.length > 0) notes.push(`${question.name}: reads all of ${whole.join(', ')}.`);
    if (whole.length > 0 && !question.grows) scanned++;
    if (question.touches) {
      const indexes = plans.flatMap(indexesRead).filter((index) => !index.startsWith('session'));
      notes.push(
        `${question.name} touches ${question.touches}: ${[...new Set(indexes)].join(', ')}.`,
      );
    }
  }
  await app.close();
  await connection.close();
  return { scanned, notes };
}

import { routes } from '@balcao/contract/routes.ts';
import { createApp } from '@balcao/server/src/app/app.ts';
import { connect } from '@balcao/server/src/database/connection.ts';
import { readShop } from '@balcao/server/src/database/shop.ts';
import { indexesRead, planOf, tablesScanned } from '@balcao/server/src/testing/plans.ts';
import { listenTo } from '@balcao/server/src/testing/statements.ts';
import { type Measured, median, quantile, type Ratio, ratio, type Section } from '../figures.ts';
import { ADMIN, type BenchShop } from '../shop.ts';
import { Asker } from './asker.ts';
import { openLargeShop } from './large-shops.ts';
import { type Landmarks, type Question, questions } from './questions.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 5;
/** In each round, of each question and shop; what takes long is asked less often. */
const TIMES = 8;
const ENOUGH_MS = 400;

const LARGE = ['audit_events', 'closing_sales', 'sale_items', 'sale_payments', 'sales'];

type Asked = { landmarks: Landmarks; shop: BenchShop; asker: Asker };

/** Shops of three sizes, each question to each of them in turn. */
export async function lists(): Promise<Section> {
  const shops: Asked[] = [];
  try {
    const filling = performance.now();
    for (const sales of SIZES) {
      const shop = await openLargeShop(sales);
      const asker = new Asker(shop.origin, () => shop.signIn(ADMIN));
      shops.push({ shop, asker, landmarks: await landmarksOf(shop, asker) });
    }
    const filled = (performance.now() - filling) / 1000;
    const answers = await askAll(shops);
    const [small, , large] = answers;
    const largest = shops.at(-1);
    if (!small || !large || !largest) throw new Error('There are three shops');
    const { scanned, notes } = await lookAtPlans(largest);
    const at = (place: number, question: Question) =>
      measuredOf(question, SIZES[place] ?? 0, answers[place]);
    return {
      name: 'Lists',
      how: `Shops of 10 thousand, 100 thousand and 1 million sales (300 a day, three items, two payments, closings, audit), each with its own server, asked in turn over one connection kept open: ${ROUNDS} rounds of ${TIMES} times; a round’s figure is its median.`,
      measured: questions.flatMap((question) => SIZES.map((_, place) => at(place, question))),
      ratios: [
        ...questions.map((question) => verdictOf(question, at(0, question), at(2, question))),
        {
          name: 'lists that read a large table from end to end',
          rounds: [scanned],
          reach: { atMost: 0 },
        },
      ],
      notes: [
        `Filled in ${filled.toFixed(0)} s, with VACUUM ANALYZE at the end: index-only counts need what it marks.`,
        `p95 at 1 M in ms: ${questions.map((question) => `${question.name} ${quantile(large.get(question)?.all ?? [], 0.95).toFixed(1)}`).join('; ')}.`,
        ...notes,
      ],
    };
  } finally {
    for (const { shop, asker } of shops) {
      asker.close();
      await shop.stop();
    }
  }
}

async function landmarksOf({ owner }: BenchShop, asker: Asker): Promise<Landmarks> {
  const { rows } = await owner.pool.query(`
    SELECT (SELECT min(business_day) FROM sales) AS "firstDay",
      max(business_day) AS "lastDay", max(business_day) - 29 AS "monthBefore",
      (SELECT min(id) FROM products) AS common, (SELECT max(id) - 100 FROM products) AS rare
    FROM sales`);
  const pagesOf = async (path: string) =>
    ((await asker.get(path)).body as { total_pages: number }).total_pages;
  return {
    ...rows[0],
    pages: await pagesOf(routes.listSales.path),
    auditPages: await pagesOf(routes.listAudit.path),
  };
}

type Times = { rounds: number[]; all: number[] };

/** For each shop the times of each question. */
async function askAll(shops: Asked[]): Promise<Map<Question, Times>[]> {
  const answers = shops.map(
    () => new Map(questions.map((question) => [question, { rounds: [], all: [] } as Times])),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of questions) {
      for (const [place, { asker, landmarks }] of shops.entries()) {
        const times = answers[place]?.get(question);
        const taken = await ask(asker, question.path(landmarks));
        times?.rounds.push(median(taken));
        times?.all.push(...taken);
      }
    }
  }
  return answers;
}

async function ask(asker: Asker, path: string): Promise<number[]> {
  // Once before it counts: the page of the other shop has pushed this one's out of the processor's cache.
  const { milliseconds: first } = await asker.get(path);
  if (first > ENOUGH_MS) return [first];
  const taken: number[] = [];
  for (let time = 0; time < TIMES; time++) taken.push((await asker.get(path)).milliseconds);
  return taken;
}

function measuredOf(
  { name }: Question,
  sales: number,
  answers: Map<Question, Times> | undefined,
): Measured {
  const times = [...(answers ?? [])].find(([question]) => question.name === name)?.[1];
  const words = sales < 1_000_000 ? `${sales / 1000} k` : '1 M';
  return { name: `${name}, ${words}`, unit: 'ms', rounds: times?.rounds ?? [] };
}

/** No slower than twice; what has to touch what it counts, under 100 ms. */
function verdictOf({ name, touches, grows }: Question, small: Measured, large: Measured): Ratio {
  if (grows) return ratio(`${name}, 1 M to 10 k`, large, small);
  if (!touches) return ratio(`${name}, 1 M to 10 k`, large, small, { atMost: 2 });
  const limit = { name: '100 ms', unit: 'ms', rounds: large.rounds.map(() => 100) };
  return ratio(`${name}, 1 M to 100 ms`, large, limit, { atMost: 1 });
}

/** The statements of each question as this application sends them, and how PostgreSQL runs them. */
async function lookAtPlans({
  shop,
  landmarks,
}: Asked): Promise<{ scanned: number; notes: string[] }> {
  const connection = connect(shop.reach.application, () => {});
  const app = await createApp({
    connection,
    shop: await readShop(connection.db),
    dataDir: shop.dataDir,
  });
  const heard = listenTo(connection.pool);
  const authorization = `Bearer ${await shop.signIn(ADMIN)}`;
  const notes: string[] = [];
  let scanned = 0;
  try {
    for (const question of questions) {
      heard.length = 0;
      const { statusCode } = await app.inject({
        url: question.path(landmarks),
        headers: { authorization },
      });
      if (statusCode !== 200) throw new Error(`${question.name} answered ${statusCode}`);
      const plans = await Promise.all(heard.map((statement) => planOf(shop.owner.pool, statement)));
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
  } finally {
    await app.close();
    await connection.close();
  }
  return { scanned, notes };
}

import { routes } from '@balcao/contract/api/routes.ts';
import { type Measured, median, ofLimit, ratio, type Section } from '../figures.ts';
import { Visitor } from '../http-get.ts';
import type { BenchShop } from '../shop.ts';
import { openLargeShop } from './large-shops.ts';
import { type Landmarks, type Question, questions } from './questions.ts';

const ROUNDS = 5;
/** Requests for each question in each round; only one of a slow question. */
const TIMES = 8;
const SLOW_MS = 400;
const MOST_MS = 50;

/** A shop with a median (ms) of each question for each round. */
type Subject = {
  visitor: Visitor;
  landmarks: Landmarks;
  times: Map<Question, number[]>;
};

/** Two shops, one after ten years, each question to each of them in turn. */
export async function lists(): Promise<Section> {
  await using first = await openLargeShop(10_000);
  await using second = await openLargeShop(750_000);
  const small = await subjectOf(first);
  const large = await subjectOf(second);
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of questions) {
      for (const shop of [small, large]) await time(shop, question);
    }
  }
  for (const { visitor } of [small, large]) visitor[Symbol.dispose]();

  const at = ({ times }: Subject, question: Question, size: string): Measured => ({
    name: `${question.name}, ${size}`,
    unit: 'ms',
    rounds: times.get(question) ?? [],
  });
  return {
    name: 'Lists',
    how: `Shops of 10 thousand and of 750 thousand sales, which are ten years of a busy school (300 a day, three items, two payments, closings, audit), each with its own server, with requests in turn over one connection kept open: ${ROUNDS} rounds of ${TIMES} times; a round’s figure is its median.`,
    measured: questions.flatMap((question) => [
      at(small, question, '10 k'),
      at(large, question, '750 k'),
    ]),
    // At most twice as slow; a list that has to read the rows that it counts, at most 50 ms if not said otherwise.
    ratios: questions.map((question) => {
      const atLarge = at(large, question, '750 k');
      if (question.grows === 'rows') return ofLimit(atLarge, question.atMost ?? MOST_MS);
      const reach = question.grows ? undefined : { atMost: 2 };
      return ratio(`${question.name}, 750 k to 10 k`, atLarge, at(small, question, ''), reach);
    }),
    notes: [],
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
  const times = new Map(questions.map((question) => [question, []]));
  return { visitor, landmarks, times };
}

async function time({ visitor, landmarks, times }: Subject, question: Question): Promise<void> {
  const path = question.path(landmarks);
  // The first does not count: the other shop has pushed this one out of the processor's cache.
  const { milliseconds: first } = await visitor.get(path, question.body);
  const taken: number[] = first > SLOW_MS ? [first] : [];
  while (first <= SLOW_MS && taken.length < TIMES) {
    taken.push((await visitor.get(path, question.body)).milliseconds);
  }
  times.get(question)?.push(median(taken));
}

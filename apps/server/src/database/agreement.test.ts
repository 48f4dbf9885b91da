import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { type Cents, MAX_CENTS } from '@balcao/domain/money.ts';
import { itemTotals, type PercentHundredths } from '@balcao/domain/sale-total.ts';
import { foldText, holdsWords as heldInDomain, searchWords } from '@balcao/domain/search-text.ts';
import { runs } from '@balcao/domain/testing/runs.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { holdsWords } from './listing.ts';

/** What both the domain and the database compute has to be the same. */

const shop = await openTestShop(afterAll);
const PER_STATEMENT = 50_000;
/** The number of random cases of a test on the database. */
const numRuns = Math.min(runs.numRuns, 100_000);

/** The strings that the database folds differently from the domain. */
async function disagreements(strings: readonly string[], folded = foldText): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < strings.length; from += PER_STATEMENT) {
    const some = strings.slice(from, from + PER_STATEMENT);
    const { rows } = await shop.owner.pool.query<{ folded: string }>(
      `SELECT fold_text(text) AS folded
      FROM unnest($1::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place`,
      [some],
    );
    found.push(...some.filter((text, place) => rows[place]?.folded !== folded(text)));
  }
  return found;
}

/**
 * They may differ in U+001C to U+001F, which no name may hold, and in capitals that got a small letter after
 * Unicode 10, the version of the embedded PostgreSQL's ICU. Portuguese uses none of them.
 */
const BEYOND =
  /[\u1c89-\u1cbf\u2c2f\ua7b8-\ua7f5\u{10570}-\u{10595}\u{10d50}-\u{10d65}\u{16e40}-\u{16eb8}]/u;
const isSeparator = (text: string) => [...text].some((c) => c >= '\u001c' && c <= '\u001f');
const everyCharacter: string[] = [];
for (let code = 1; code <= 0x10ffff; code++) {
  // Half a surrogate pair is no text, and PostgreSQL stores no zero character.
  if (code < 0xd800 || code > 0xdfff) everyCharacter.push(String.fromCodePoint(code));
}

test('domain and database fold every character there is alike, but for those newer than both', async () => {
  const inWords = everyCharacter.map((character) => `A${character} b`);
  const found = await disagreements(inWords);
  expect(found.filter((text) => !isSeparator(text) && !BEYOND.test(text))).toEqual([]);
  // A million characters take seconds on an idle machine.
}, 240_000);

test('domain and database fold any text alike', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    // Letters with marks in any order, and the sigma, whose small form depends on its position.
    fc.string({
      unit: fc.constantFrom(...'aÇãÉõÜı İΣσς\u0301\u0327\u0303 \u00a0\t'),
      maxLength: 20,
    }),
  );
  const usual = texts.filter(
    (text) => !text.includes('\0') && !isSeparator(text) && !BEYOND.test(text),
  );
  const sample = fc.sample(usual, { ...runs, numRuns });
  expect(await disagreements(sample)).toEqual([]);

  const withoutAccents = (text: string) => text.toLowerCase().trim();
  expect((await disagreements(sample, withoutAccents)).length).toBeGreaterThan(0);
});

test('domain and database find the same texts by the same words', async () => {
  const piece = fc.constantFrom(...'aÁçbB%_\\ '.split(''), ' ', 'Calça ', 'moletom', '10');
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  const texts = fc.sample(text, { ...runs, numRuns: 300 });
  const searches = [...fc.sample(text, { ...runs, numRuns: 60 }), '10 MOLETOM calca'];
  for (const search of searches) {
    const { rows } = await sql<{ held: boolean }>`
      SELECT ${holdsWords(sql`fold_text(text)`, search)} AS held
      FROM unnest(${texts}::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place`.execute(
      shop.owner.db,
    );
    const words = searchWords(search);
    expect(rows.map(({ held }) => held)).toEqual(
      texts.map((each) => heldInDomain(foldText(each), words)),
    );
  }
});

test('domain and database put any instant on the same day', async () => {
  const instants = fc.sample(
    fc.date({ min: new Date('2000-01-01Z'), max: new Date('2100-01-01Z'), noInvalidDate: true }),
    { ...runs, numRuns },
  );
  // Every hour of the last days with a change of the clock.
  for (const day of ['2018-02-17', '2018-11-03', '2019-02-16']) {
    for (let hour = 0; hour < 60; hour++) {
      instants.push(new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000));
    }
  }
  const { rows } = await shop.owner.pool.query<{ day: string }>(
    // As sales.business_day is computed.
    `SELECT (instant AT TIME ZONE 'America/Sao_Paulo')::date AS day
    FROM unnest($1::timestamptz[]) WITH ORDINALITY AS given (instant, place) ORDER BY place`,
    [instants.map((instant) => instant.toISOString())],
  );
  expect(instants.filter((instant, place) => rows[place]?.day !== businessDayOf(instant))).toEqual(
    [],
  );
});

test('domain and database take the same centavos off an item', async () => {
  const subtotal = fc.oneof(
    fc.integer({ min: 0, max: MAX_CENTS }),
    fc.integer({ min: 0, max: 999 }),
  );
  const percent = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(50, 250, 5_000));
  const items = fc.sample(fc.tuple(subtotal, percent), { ...runs, numRuns });
  const { rows } = await shop.owner.pool.query<{ checked: number; exact: number }>(
    // As in the CHECK of sale_items, and as PostgreSQL rounds exact decimals.
    `SELECT (subtotal * percent + 5000) / 10000 AS checked,
      round(subtotal::numeric * percent / 10000)::bigint AS exact
    FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS given (subtotal, percent, place)
    ORDER BY place`,
    [items.map(([of]) => of), items.map(([, hundredths]) => hundredths)],
  );
  const discounts = items.map(([of, hundredths]) => {
    const discountPercent = hundredths as PercentHundredths;
    return itemTotals({ quantity: 1, unitPrice: of as Cents, discountPercent }).discount;
  });
  expect(rows.map(({ checked }) => checked)).toEqual(discounts);
  expect(rows.map(({ exact }) => exact)).toEqual(discounts);
});

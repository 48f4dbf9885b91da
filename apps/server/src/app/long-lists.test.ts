import { randomUUID } from 'node:crypto';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import { MOST_IMPORTED } from '@balcao/contract/fields/list-limits.ts';
import { withCheckDigits } from '@balcao/domain/cpf.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Sent } from '../testing/app.ts';
import { sellMany, stockLargeShop } from '../testing/large-shop.ts';
import { aVisitor } from '../testing/signed-in.ts';
import { openCountedShop } from '../testing/steps.ts';
import { aStatement, aStatementLine } from '../testing/valid-bank-calls.ts';

/*
 * What a list of n rows costs grows with n. A loop of each row over the others would take thousands of steps a row,
 * as many as there are rows.
 */
const MOST_STEPS_A_ROW = 1_200;
/** Where each row has some of the audit, and of people and links: PostgreSQL takes seconds to write 20,000. */
const FEWER = 5_000;
/** PostgreSQL explains each statement. */
const LONG = { timeout: 300_000 };

const shop = await openCountedShop(afterAll);
const { token, id: chief } = await aVisitor(shop, { admin: true });
const { db } = shop.owner;
const aKey = () => ({ 'idempotency-key': randomUUID() });

const list = <Row>(make: (at: number) => Row, rows = MOST_IMPORTED) =>
  Array.from({ length: rows }, (_, at) => make(at));

/** Makes a call about so many rows, and asserts that it takes few steps for each. */
async function expectFewSteps<N extends RouteName>(name: N, sent: Sent<N>, rows = MOST_IMPORTED) {
  const [answer, steps] = await shop.stepsOf(() => shop.call(name, { token, ...sent }));
  expect(answer.problem?.detail, name).toBeUndefined();
  for (const [of, count] of Object.entries(steps)) {
    expect(count / rows, `${of} a row in ${name}`).toBeLessThan(MOST_STEPS_A_ROW);
  }
  return answer.body;
}

type Rows = NonNullable<Sent<'importProducts'>['body']>;
type Compared = 'Products' | 'Lists' | 'Delivery' | 'Roll';

/** The preview and the import of a file. */
async function importRows(what: Compared, rows: readonly object[]) {
  const body = { rows: rows.map((row, at) => ({ line: at + 2, ...row })) } as Rows;
  const compare = `compare${what}` as 'compareProducts';
  const { preview } = await expectFewSteps(compare, { body }, rows.length);
  const sent = { body: { ...body, preview } as Rows, headers: what === 'Delivery' ? aKey() : {} };
  await expectFewSteps(`import${what}` as 'importProducts', sent, rows.length);
}

async function undo(what: 'products' | 'lists' | 'roll', rows = MOST_IMPORTED) {
  const [newest] = (await shop.call('listImports', { token, query: { what } })).body;
  await expectFewSteps('undoImport', { id: newest?.id ?? 0 }, rows);
}

test('products of a file, new and known, and their undo', LONG, async () => {
  const priced = (price: string, rows?: number) =>
    list((at) => ({ code: `${at}`, name: `Caneta ${at}`, price }), rows);
  await importRows('Products', priced('1,50'));
  await importRows('Products', priced('2,50', FEWER));
  await undo('products', FEWER);
});

test('lists of material, many of them and one product again and again', LONG, async () => {
  const line = { list: '3º ano', quantity: '1' };
  const inLists = list((at) => ({
    ...line,
    code: `L${Math.trunc(at / 100)}`,
    product: `${at % 100}`,
  }));
  await importRows('Lists', inLists);
  await undo('lists');
  await importRows(
    'Lists',
    list(() => ({ ...line, code: 'LX', product: '1' })),
  );
});

test('a delivery, and a count of every product', LONG, async () => {
  await importRows(
    'Delivery',
    list((at) => ({ code: `${at}`, quantity: '2' })),
  );
  const body = { name: 'Tudo', blind: false, products: null };
  const { id } = (await shop.call('beginCount', { token, headers: aKey(), body })).body;
  await sql`
    INSERT INTO stock_count_lines (count_id, key, product_id, quantity, counted_at, made_by, made_by_name)
    SELECT ${id}, gen_random_uuid(), id, 3, now(), ${chief}, 'Chefe' FROM products`.execute(db);
  await expectFewSteps('readCount', { id });
  const applied = { lines: MOST_IMPORTED, missing_as_zero: true };
  await expectFewSteps('applyCount', { id, body: applied });
  await expectFewSteps('readCount', { id });
  await expectFewSteps('readStock', {});
  await expectFewSteps('readOnHand', {});
});

const cpf = (at: number) => withCheckDigits(`${100_000_000 + at}`);

test.each<[string, (at: number) => ImportedRow]>([
  [
    'of one name, with numbers in a row',
    (at) => ({
      registration: `${20_260_000 + at}`,
      student: 'A definir',
      cpf: cpf(at),
      client: 'A definir',
    }),
  ],
  [
    'of one client',
    (at) => ({
      registration: `${30_260_000 + at}`,
      student: `Bia ${at}`,
      cpf: cpf(0),
      client: 'Ana',
    }),
  ],
  [
    'and one student of thousands of clients',
    (at) => ({ registration: '777', student: 'Bia', cpf: cpf(at), client: `Ana ${at}` }),
  ],
])(
  'a roll of students %s, their links, and who may be registered twice',
  LONG,
  async (_what, row) => {
    await importRows(
      'Roll',
      list((at) => ({ ...row(at), class: '1A' }), FEWER),
    );
    await expectFewSteps('listStudents', { body: { alike: true } }, FEWER);
    await expectFewSteps('listClients', { body: { alike: true } }, FEWER);
    const [client] = (await shop.call('listClients', { token, body: {} })).body.results;
    await expectFewSteps('readClient', { id: client?.id ?? 0 }, FEWER);
    await expectFewSteps('findStudentsOfClient', { body: { cpf: cpf(0) } }, FEWER);
    await undo('roll', FEWER);
  },
);

type ImportedRow = Record<'registration' | 'student' | 'cpf' | 'client', string>;

test('a bank statement of lines of one amount, told twice, beside as many Pix', LONG, async () => {
  await stockLargeShop(db, { sellers: 1, products: 0, clients: 1, students: 1 });
  await sql`UPDATE products SET price_cents = 1000`.execute(db);
  await sellMany(db, 6_000, { firstDay: '2026-10-01' });
  const two = (of: number) => `${of}`.padStart(2, '0');
  const lines = (memo: string, isTimed: boolean) =>
    list((at) =>
      aStatementLine({
        day: `2026-10-${two((at % 20) + 1)}`,
        time: isTimed ? `${two(8 + (at % 10))}:${two(at % 60)}` : null,
        amount: 30,
        memo: `${memo} ${'ABCDEFGHIJ'[at % 10]}. S.`,
        kind: at % 10 === 9 ? 'sent' : 'pix',
      }),
    );
  const statement = (account: string, memo: string, isTimed: boolean) => ({
    body: { ...aStatement(lines(memo, isTimed), ['2026-10-01', '2026-10-31']), account },
  });
  await expectFewSteps('addStatement', statement('1', 'PIX', true));
  await expectFewSteps('addStatement', statement('1', 'RECEBIDO', false));
  await expectFewSteps('addStatement', statement('2', 'RECEBIDO', false));
  const query = { startDate: '2026-10-01', endDate: '2026-10-31' };
  await expectFewSteps('comparePix', { query });
  await expectFewSteps('compareReturns', { query });
});

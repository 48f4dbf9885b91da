import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSale,
  aStudent,
  aUser,
} from '../../testing/builders.ts';
import { tokenOf } from '../../testing/counter.ts';
import { deleteSale } from './sales.service.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const vera = await aUser(db, { login: 'vera' });
const chief = await aUser(db, { login: 'chefe', admin: true });
const [product, method] = [await aProduct(db), await aPaymentMethod(db)];
const conceicao = await aClient(db, { name: 'Conceição Araújo', cpf: '52998224725' });
const bruno = await aClient(db, { name: 'Bruno 100%', cpf: '11144477735' });
const joao = await aStudent(db, { name: 'João D’Ávila', registration: '20260000042' });

type Selling = Partial<Parameters<typeof aSale>[1]>;
const sell = (selling: Selling) =>
  aSale(pool, {
    seller: vera,
    client: conceicao,
    items: [{ product }],
    payments: [{ method, amount: cents(100_000) }],
    ...selling,
  });

/** The first and the last moment of the shop's day so many days ago. */
async function dayAgo(days: number): Promise<[Date, Date]> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    SELECT day AT TIME ZONE 'America/Sao_Paulo' AS from,
      (day + interval '1 day - 1 ms') AT TIME ZONE 'America/Sao_Paulo' AS to
    FROM (SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date - ${days}::integer + time '00:00' AS day)
    AS shop`.execute(db);
  return [rows[0]?.from as Date, rows[0]?.to as Date];
}

const older = await sell({ createdAt: (await dayAgo(30))[1] });
const first = await sell({ createdAt: (await dayAgo(29))[0] });
const second = await sell({ client: bruno, student: joao });
const deleted = await sell({});
const third = await sell({ student: joao });
const ofChief = await sell({ seller: chief });
await deleteSale(db, chief, deleted.id);
const tokens = { vera: await tokenOf(shop, 'vera'), chefe: await tokenOf(shop, 'chefe') };

async function mine(search: string, query = {}, token = tokens.vera) {
  const { body } = await shop.call('listOwnSales', { token, query, body: { search } });
  return { ...body, ids: body.results?.map(({ id }) => id) };
}

test('own sales of the last 30 days, newest first, each the whole record, in pages', async () => {
  expect((await mine('')).ids).toEqual([third.id, second.id, first.id]);
  expect((await mine('', {}, tokens.chefe)).ids).toEqual([ofChief.id]);
  const last = await mine('', { page: '2', page_size: '2' });
  expect(last).toMatchObject({ count: 3, total_pages: 2, ids: [first.id] });
  const { body } = await shop.call('listSales', { token: tokens.vera });
  expect(body.results.map(({ id }) => id)).toContain(older.id);
  expect(last.results[0]).toEqual(body.results.find(({ id }) => id === first.id));
  expect((await mine('', { page: '3', page_size: '2' })).ids).toEqual([]);
});

test.each<[string, () => number[]]>([
  ['CONCEICAO', () => [third.id, first.id]],
  ['araujo  concei', () => [third.id, first.id]],
  ['joão', () => [third.id, second.id]],
  ['d’avila bruno', () => [second.id]],
  ['100%', () => [second.id]],
  ['1_0%', () => []],
  ['52998224725', () => [third.id, first.id]],
  ['529.982.247-25', () => [third.id, first.id]],
  ['4477735', () => [second.id]],
  ['20260000042', () => [third.id, second.id]],
  ['00042 conceição', () => [third.id]],
  ['111.444.777-35 araujo', () => []],
  // Three digits are in a CPF, but name no sale of hers.
  ['982', () => []],
  [String(vera.id + 999_000), () => []],
])('found by %j', async (search, ids) => {
  expect((await mine(search)).ids).toEqual(ids());
});

test('found by the number of the sale, and no other', async () => {
  for (const { id } of [first, second]) {
    for (const search of [`${id}`, `nº ${id}`, `Nº${id}`, `n° ${id}`, `#${id}`, `# ${id}`]) {
      expect((await mine(search)).ids, search).toEqual([id]);
    }
  }
  expect((await mine(`${ofChief.id}`)).ids).toEqual([]);
});

test('a search that is too long or no text is refused', async () => {
  for (const search of ['a'.repeat(201), 'a\0', 7]) {
    const body = { search: search as string };
    const { problem } = await shop.call('listOwnSales', { token: tokens.vera, body });
    expect(problem).toMatchObject({ code: 'invalid_request', field: 'body/search' });
  }
});

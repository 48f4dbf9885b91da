import type { RouteName } from '@balcao/contract/routes.ts';
import { cents } from '@balcao/domain/money.ts';
import { percentHundredths } from '@balcao/domain/sale-total.ts';
import { readSession } from '@balcao/server/src/features/auth/session.repository.ts';
import { hashToken } from '@balcao/server/src/features/auth/token-hashes.ts';
import type { StoredProduct } from '@balcao/server/src/features/sales/sale-record.ts';
import { COOKIE, type TestShop } from '@balcao/server/src/testing/app.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aStudent,
  aUser,
  type BuiltUser,
  PASSWORD,
} from '@balcao/server/src/testing/builders.ts';
import { aSession } from '@balcao/server/src/testing/signed-in.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Parts, Plausible, Who } from './requests.ts';

/** A signed-in user with the tokens for their requests. */
type Actor = { user: BuiltUser; access: string; cookie: string };

/** The newest rows of the shop, for requests that match them. */
type Facts = {
  products: StoredProduct[];
  methods: { id: number; name: string }[];
  clients: { id: number; cpf: string; name: string }[];
  students: { id: number; registration: string; name: string }[];
  users: { id: number }[];
  /** Of users whose password is PASSWORD. */
  logins: { login: string }[];
  sales: { id: number }[];
};

const AT_LEAST = 5;
const AT_MOST = 40;

/** Fills a shop with rows, and keeps an administrator and a seller signed in. */
export async function openFuzzShop({ owner }: Pick<TestShop, 'owner'>) {
  const { db } = owner;
  const actors = { admin: await anActor(true), seller: await anActor(false) };
  const { id } = await aUser(db);
  const { password_hash: knownHash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const facts = await read();
  await restock();

  async function anActor(admin: boolean): Promise<Actor> {
    const user = await aUser(db, { admin });
    const { access, refresh } = await aSession(db, user.id);
    return { user, access, cookie: `${COOKIE}=${refresh}` };
  }

  async function read(): Promise<Facts> {
    const newest = (select: string) => sql`(
      SELECT coalesce(json_agg(found), '[]')
      FROM (${sql.raw(select)} ORDER BY id DESC LIMIT ${AT_MOST}) AS found)`;
    // Cheap products, so that the sum of a sale is still a valid amount.
    const { rows } = await sql<Facts>`
      SELECT ${newest(`
        SELECT id, code, name, price_cents AS "unitPrice" FROM products
        WHERE deleted_at IS NULL AND active AND price_cents <= 100000`)} AS products,
      ${newest('SELECT id, name FROM payment_methods WHERE deleted_at IS NULL')} AS methods,
      ${newest('SELECT id, cpf, name FROM clients')} AS clients,
      ${newest('SELECT id, registration, name FROM students')} AS students,
      ${newest('SELECT id FROM users WHERE deleted_at IS NULL')} AS users,
      ${newest(`
        SELECT login FROM users
        WHERE deleted_at IS NULL AND active AND password_hash = '${knownHash}'`)} AS logins,
      ${newest('SELECT id FROM sales WHERE deleted_at IS NULL')} AS sales`.execute(db);
    return rows[0] as Facts;
  }

  /** Reads the rows again, after replacing deleted ones. Deletes the waits for sign-ins. */
  async function restock(): Promise<void> {
    Object.assign(facts, await read());
    const fill = async (rows: unknown[], make: () => Promise<unknown>) => {
      for (let missing = AT_LEAST - rows.length; missing > 0; missing--) await make();
    };
    await fill(facts.products, () => aProduct(db));
    await fill(facts.methods, () => aPaymentMethod(db));
    await fill(facts.clients, () => aClient(db));
    await fill(facts.students, () => aStudent(db));
    await fill(facts.logins, () => aUser(db));
    await db.deleteFrom('sign_in_failures').execute();
    Object.assign(facts, await read());
  }

  return {
    actors,
    facts,
    restock,
    headersOf(who: Who, route: string, address: string): Record<string, string> {
      const actor = who === 'nobody' ? undefined : actors[who];
      const cookie = route === 'refreshSession' || route === 'logout';
      return {
        'x-forwarded-for': address,
        ...(actor && { authorization: `Bearer ${actor.access}` }),
        ...(actor && cookie && { cookie: actor.cookie }),
      };
    },
    /** Puts a new user in the place of one whose session has ended; false when it has not. */
    async replace(who: 'admin' | 'seller', { evenIfSignedIn = false }): Promise<boolean> {
      const isSignedIn = await readSession(owner.pool, hashToken(actors[who].access));
      if (isSignedIn && !evenIfSignedIn) return false;
      actors[who] = await anActor(who === 'admin');
      return true;
    },
    plausible: plausibleIn(facts, actors),
  };
}

function plausibleIn(facts: Facts, actors: Record<'admin' | 'seller', Actor>): Plausible {
  /** Looked up at generation, so that it finds the current rows. */
  const one = <T>(list: () => readonly T[]) =>
    fc.nat().map((at) => list()[at % list().length] as T);
  const id = (list: () => readonly { id: number }[]) =>
    one(list).map((row) => ({ id: String(row.id) }));
  const userId = fc.oneof(
    { weight: 12, arbitrary: id(() => facts.users) },
    fc
      .constantFrom('admin' as const, 'seller' as const)
      .map((who) => ({ id: String(actors[who].user.id) })),
  );
  const text = (prefix: string) =>
    fc.integer({ min: 1, max: 1e9 }).map((number) => `${prefix} ${number}`);
  const flags = { active: fc.boolean(), admin: fc.boolean() };
  const product = fc.record({
    code: text('C'),
    name: text('Produto'),
    price: fc.integer({ min: 0, max: 99_999 }).map((price) => price / 100),
    active: fc.boolean(),
  });
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const listed = {
    page: fc.constantFrom('1', '2', '3'),
    page_size: fc.constantFrom('1', '10', '50'),
  };
  const period = { ...listed, startDate: day, endDate: day };
  const query = <T>(fields: Record<string, fc.Arbitrary<T>>) =>
    fc.record({ query: fc.record(fields, { requiredKeys: [] }) });
  const idOnly = (list: () => readonly { id: number }[]) => fc.record({ params: id(list) });

  const byRoute: Partial<Record<RouteName, fc.Arbitrary<Parts>>> = {
    login: one(() => facts.logins).map(({ login }) => ({
      body: { username: login, password: PASSWORD },
    })),
    changePassword: text('senha').map((word) => ({
      body: { old_password: PASSWORD, new_password: word, confirm_new_password: word },
    })),
    createUser: fc.record({
      body: fc.record({ name: text('Pessoa'), email: text('login'), ...flags }),
    }),
    editUser: fc.record({
      params: userId,
      body: fc.record({ name: text('Pessoa'), email: text('login'), ...flags }),
    }),
    deleteUser: fc.record({ params: userId }),
    resetPassword: fc.record({ params: userId }),
    createProduct: fc.record({ body: product }),
    editProduct: fc.record({ params: id(() => facts.products), body: product }),
    deleteProduct: idOnly(() => facts.products),
    createPaymentMethod: fc.record({ body: fc.record({ name: text('Forma') }) }),
    editPaymentMethod: fc.record({
      params: id(() => facts.methods),
      body: fc.record({ name: text('Forma') }),
    }),
    deletePaymentMethod: idOnly(() => facts.methods),
    findClients: query({ search: one(() => facts.clients).map(({ cpf }) => cpf) }),
    findStudents: query({
      search: one(() => facts.students).map(({ registration }) => registration),
    }),
    createSale: sales(facts, one),
    listSales: query({
      ...period,
      products: one(() => facts.products).map((each) => String(each.id)),
    }),
    deleteSale: fc
      .nat()
      .map((at) => ({ params: { id: String(facts.sales[at % facts.sales.length]?.id ?? 1) } })),
    closeBox: fc
      .tuple(fc.constantFrom('admin' as const, 'seller' as const), fc.boolean(), day)
      .map(([who, today, other]) => ({
        body: {
          date: today ? new Date().toISOString().slice(0, 10) : other,
          seller_id: actors[who].user.id,
        },
      })),
    listClosings: query({ startDate: day, endDate: day }),
    listAudit: query({ ...period, user: fc.constantFrom('pessoa', '1') }),
  };
  return ({ name }) => byRoute[name as RouteName];
}

/** Sales that add up, of products that can be sold, with or without a key. */
function sales(
  facts: Facts,
  one: <T>(list: () => readonly T[]) => fc.Arbitrary<T>,
): fc.Arbitrary<Parts> {
  const item = fc.record({
    product: one(() => facts.products),
    quantity: fc.integer({ min: 1, max: 20 }),
    // Sellers may give no discount.
    discountPercent: fc
      .oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 10_000 }))
      .map((share) => percentHundredths(share / 100)),
  });
  return fc
    .record({
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
      client: one(() => facts.clients),
      student: fc.option(one(() => facts.students)),
      method: one(() => facts.methods),
      paid: fc.integer({ min: 0, max: 5_000 }),
      key: fc.option(fc.uuid()),
    })
    .map(({ items, client, student, method, paid, key }) => {
      const unpaid = aSalePayload({ client, student, items, payments: [] });
      const amount = cents(Math.round(unpaid.total_general * 100) + paid);
      const body = aSalePayload({ client, student, items, payments: [{ method, amount }] });
      return { body, headers: key === null ? {} : { 'idempotency-key': key } };
    });
}

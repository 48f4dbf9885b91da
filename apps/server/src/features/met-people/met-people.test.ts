import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweep } from '../../sweep.ts';
import { openTestShop } from '../../testing/app.ts';
import {
  aClient,
  aCpf,
  aPaymentMethod,
  aProduct,
  aSale,
  aSalePayload,
  aStudent,
  aUser,
  type BuiltUser,
} from '../../testing/builders.ts';
import { anAccess, aVisitor } from '../../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const chief = await aVisitor(shop, { admin: true });
const [product, method] = [await aProduct(db), await aPaymentMethod(db)];
const other = await aUser(db);

type Client = Awaited<ReturnType<typeof aClient>>;
type Student = Awaited<ReturnType<typeof aStudent>>;

const parts = { items: [{ product }], payments: [{ method, amount: cents(100_000) }] };
const refused = { status: 429, problem: { code: 'too_many_people' } };

const MOST = 120;
const students: Student[] = [];
for (let count = 0; count <= MOST; count++) students.push(await aStudent(db));
const extra = students[MOST] as Student;

let seller: BuiltUser;
let token: string;
beforeEach(async () => {
  seller = await aUser(db, { name: 'Vera' });
  token = await anAccess(db, seller.id);
});

const findStudent = ({ registration }: Student, by = token) =>
  shop.call('findStudents', { token: by, query: { search: registration } });
const findClient = ({ cpf }: { cpf: string }, by = token) =>
  shop.call('findClients', { token: by, query: { search: cpf } });
const sell = (client: { id: number }, student: Student | null = null, by = token) =>
  shop.call('createSale', {
    token: by,
    body: aSalePayload({ ...parts, client: client as Client, student }),
  });

/** The seller meets as many people as one may in an hour. */
async function meetMost() {
  for (const student of students.slice(0, MOST)) {
    expect((await findStudent(student)).status).toBe(200);
  }
}

const limitRows = async () =>
  db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'people.limit_reached')
    .where('actor_id', '=', seller.id)
    .execute();

const anHourPasses = () =>
  sql`UPDATE met_people SET until = until - interval '61 minutes'`.execute(db);

test('whoever has met 120 people in an hour meets no other, whatever the way', async () => {
  await meetMost();
  const [ana, bea] = [await aClient(db), await aClient(db)];
  await aSale(pool, { seller: other, client: ana, student: extra, ...parts });
  expect(await findStudent(extra)).toMatchObject(refused);
  const past = { search: extra.registration, page: '2' };
  expect(await shop.call('findStudents', { token, query: past })).toMatchObject(refused);
  expect(await sell(ana)).toMatchObject(refused);
  expect(await sell(ana, extra)).toMatchObject(refused);
  const { cpf } = ana;
  const { registration } = extra;
  for (const send of [
    () => shop.call('findClientsOfStudent', { token, body: { registration } }),
    () => shop.call('findStudentsOfClient', { token, body: { cpf } }),
    () => shop.call('createStudent', { token, body: { registration, name: 'Outra' } }),
  ]) {
    expect(await send()).toMatchObject(refused);
  }
  // A seller may meet the same people again, and a client who says the CPF is served.
  const known = students[0] as Student;
  expect((await findStudent(known)).status).toBe(200);
  expect((await findClient(bea)).body.results).toEqual([bea]);
  expect((await sell(bea, known)).status).toBe(201);
  expect((await findClient(ana)).status).toBe(200);
  expect((await sell(ana)).status).toBe(201);
  expect(await sell(ana, extra)).toMatchObject(refused);
});

test('the audit says it once an hour, and the people may be met when the hour is over', async () => {
  await meetMost();
  expect(await limitRows()).toEqual([]);
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await findStudent(extra)).toMatchObject(refused);
  }
  expect(await limitRows()).toMatchObject([
    { actor_name: 'Vera', subject_id: seller.id, before: null, after: null },
  ]);
  await anHourPasses();
  expect((await findStudent(extra)).status).toBe(200);
});

test('many at once are no more than one after the other', async () => {
  const create = async ({ registration }: (typeof students)[number]) => {
    const body = { registration, name: 'Outra' };
    return (await shop.call('createStudent', { token, body })).status;
  };
  const statuses: number[] = [];
  const twice = [...students, ...students];
  // A hundred changes of one person may wait for their turn.
  while (statuses.length < twice.length) {
    const next = twice.slice(statuses.length, statuses.length + 100);
    statuses.push(...(await Promise.all(next.map(create))));
  }
  const met = students.filter((_, index) =>
    [statuses[index], statuses[index + students.length]].includes(201),
  );
  expect(met).toHaveLength(MOST);
  expect(await limitRows()).toHaveLength(1);
});

test('a queue of 120 clients who say their CPF is served, with the students of theirs', async () => {
  const clients: Client[] = [];
  for (let count = 0; count < MOST; count++) clients.push(await aClient(db));
  const children: Student[] = [];
  for (const client of clients) {
    const child = await aStudent(db);
    children.push(child);
    for (const student of [child, await aStudent(db)]) {
      await aSale(pool, { seller: other, client, student, ...parts });
    }
  }
  for (const [index, client] of clients.entries()) {
    const child = children[index] as Student;
    expect((await findClient(client)).status).toBe(200);
    const offered = await shop.call('findStudentsOfClient', { token, body: { cpf: client.cpf } });
    expect(offered.body).toContainEqual(child);
    expect((await sell(client, child)).status).toBe(201);
  }
  for (let count = 0; count < 10; count++) {
    const body = { cpf: aCpf(), name: 'Nova' };
    const created = await shop.call('createClient', { token, body });
    expect((await sell(created.body)).status).toBe(201);
  }
});

test('whom a seller has created is not met, even a day later; whom another has created is', async () => {
  const own: Student[] = [];
  for (let count = 0; count < 5; count++) {
    const body = { registration: String(77_000_000_000 + seller.id * 10 + count), name: 'Novo' };
    own.push((await shop.call('createStudent', { token, body })).body);
  }
  await sql`UPDATE met_people SET until = now() WHERE seller_id = ${seller.id}`.execute(db);
  await meetMost();
  for (const student of own) expect((await findStudent(student)).status).toBe(200);
  expect(await findStudent(extra)).toMatchObject(refused);
});

test('administrators meet everybody', async () => {
  for (const student of students) {
    expect((await findStudent(student, chief.token)).status).toBe(200);
  }
  const { rows } = await sql`SELECT FROM met_people WHERE seller_id = ${chief.id}`.execute(db);
  expect(rows).toHaveLength(0);
});

test('a CPF that a sale has answered brings nobody out of the count', async () => {
  for (let count = 0; count < MOST; count++) {
    const { body } = await sell(await aClient(db));
    expect((await findClient(body.client_data)).body.count).toBe(1);
    const { cpf, name } = body.client_data;
    await shop.call('createClient', { token, body: { cpf, name } });
  }
  expect(await sell(await aClient(db))).toMatchObject(refused);
});

test('a CPF is not found by trying: those of nobody count too, each once, until its client is made', async () => {
  const ana = await aClient(db);
  const tries = Array.from({ length: MOST }, () => aCpf());
  for (const cpf of [...tries, ...tries]) {
    expect((await findClient({ cpf })).body).toMatchObject({ count: 0 });
  }
  const edited = { id: ana.id, body: { cpf: ana.cpf, name: 'Ana' } };
  const byCpf = [
    () => findClient(ana),
    () => shop.call('findStudentsOfClient', { token, body: { cpf: ana.cpf } }),
    () => shop.call('editClient', { token, ...edited }),
  ];
  for (const send of byCpf) expect(await send()).toMatchObject(refused);
  expect(await limitRows()).toHaveLength(1);
  expect((await findClient(ana, chief.token)).status).toBe(200);
  const made = { cpf: tries[0] as string, name: 'Nova' };
  expect((await shop.call('createClient', { token, body: made })).status).toBe(201);
  for (const send of byCpf) expect((await send()).status).toBe(200);
});

test('as many tries at once find no more', async () => {
  const ask = async () => (await findClient({ cpf: aCpf() })).status;
  const statuses: number[] = [];
  while (statuses.length < MOST + 80) {
    statuses.push(...(await Promise.all(Array.from({ length: 100 }, ask))));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(MOST);
});

test('a hidden CPF is not found by registering those that may be it', async () => {
  const ana = await aClient(db);
  const register = (cpf: string) =>
    shop.call('createClient', { token, body: { cpf, name: 'Outra' } });
  const enrol = (at: number) => {
    const registration = String(66_000_000_000 + seller.id * 1_000 + at);
    return shop.call('createStudent', { token, body: { registration, name: 'Outro' } });
  };
  const made: Client[] = [];
  for (let count = 0; count < MOST / 2; count++) {
    expect((await enrol(count)).status).toBe(201);
    made.push((await register(aCpf())).body as Client);
  }
  expect(await register(aCpf())).toMatchObject(refused);
  expect(await enrol(MOST)).toMatchObject(refused);
  expect(await limitRows()).toHaveLength(1);
  // Those who say their CPF are served, and who buys counts no more.
  expect((await register(ana.cpf)).body).toMatchObject({ id: ana.id });
  expect((await sell(made[0] as Client)).status).toBe(201);
  expect((await register(aCpf())).status).toBe(201);
  expect(await register(aCpf())).toMatchObject(refused);
  expect(
    (await shop.call('createClient', { token: chief.token, body: { cpf: aCpf(), name: 'Ivo' } }))
      .status,
  ).toBe(201);
});

test('to sell to each who may be it is no way unseen', async () => {
  const registerAndSell = async () => {
    const made = await shop.call('createClient', { token, body: { cpf: aCpf(), name: 'Outra' } });
    expect(made.status).toBe(201);
    expect((await sell(made.body as Client)).status).toBe(201);
  };
  for (let count = 0; count < MOST; count++) await registerAndSell();
  expect(await limitRows()).toEqual([]);
  // A queue goes on, and administrators hear of it.
  await registerAndSell();
  expect(await limitRows()).toHaveLength(1);
});

test('whom a registration finds counts as whom a search finds', async () => {
  for (let count = 0; count < MOST; count++) await findClient({ cpf: aCpf() });
  const { cpf } = await aClient(db);
  expect(await shop.call('createClient', { token, body: { cpf, name: 'Ana' } })).toMatchObject(
    refused,
  );
});

test('whoever corrects the name of a student has met that student', async () => {
  await meetMost();
  const { id, registration } = extra;
  const sent = { token, id, body: { registration, name: 'Outra' } };
  expect(await shop.call('editStudent', sent)).toMatchObject(refused);
});

test('what no longer counts is swept', async () => {
  await findStudent(extra);
  await sql`UPDATE met_people SET until = now() - interval '1 minute'`.execute(db);
  await sweep(shop.connection.db);
  const { rows } = await sql`SELECT FROM met_people`.execute(db);
  expect(rows).toHaveLength(0);
});

import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aSale, aStudent, saleParts } from '../../testing/builders.ts';
import { violations } from '../../testing/invariants.ts';
import { whose } from '../../testing/people.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { deleteSale } from '../sales/sales.service.ts';
import { createLink, mergeRecords } from './changes.service.ts';
import { anonymisePerson } from './personal-data.service.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const seller = await aVisitor(shop);
const { token } = seller;
const parts = await saleParts(db);
const YESTERDAY = new Date(Date.now() - 86_400_000);

type Client = Awaited<ReturnType<typeof aClient>>;
type Student = Awaited<ReturnType<typeof aStudent>>;

const sell = (client: Client, student: Student | null) =>
  aSale(pool, { seller, ...parts, client, student });
const offersOf = async ({ cpf }: Client) =>
  (await shop.call('findStudentsOfClient', { token, body: { cpf } })).body;
const studentsOf = async (client: Client) =>
  (await offersOf(client)).map(({ own_sale: _, ...student }) => student);
/** As a client is offered: nobody learns the CPF of another. */
const offered = ({ cpf, ...client }: Client) => ({
  ...client,
  cpf: `•••.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-••`,
});
const clientsOf = async ({ registration }: Student) =>
  (await shop.call('findClientsOfStudent', { token, body: { registration } })).body;

test('a client’s students, and a student’s clients: once each, the newest sale first, at most five', async () => {
  const [ana, other] = [await aClient(db), await aClient(db)];
  const students: Student[] = [];
  for (let count = 0; count < 6; count++) students.push(await aStudent(db));
  const [first, second] = students as [Student, Student];
  for (const student of [...students, first, first]) await sell(ana, student);
  await sell(ana, null);
  await sell(other, second);
  expect(await studentsOf(ana)).toEqual([first, ...students.slice(2).reverse()]);
  expect(await clientsOf(second)).toEqual([offered(other), offered(ana)]);
  expect(await studentsOf(await aClient(db))).toEqual([]);
});

test('who came once, perhaps by mistake, takes the letter of nobody who came again', async () => {
  const [ana, child, other] = [await aClient(db), await aStudent(db), await aStudent(db)];
  await aSale(pool, { seller, ...parts, client: ana, student: child, createdAt: YESTERDAY });
  await sell(ana, child);
  await sell(ana, other);
  expect(await studentsOf(ana)).toEqual([child, other]);
});

test('neither deleted sales nor anonymised clients count, and the present name is returned', async () => {
  const [ana, bea] = [await aClient(db), await aClient(db)];
  const [gone, kept] = [await aStudent(db), await aStudent(db, { name: '' })];
  const { id } = await sell(ana, gone);
  await sell(ana, kept);
  await sell(bea, kept);
  await deleteSale(db, seller, id);
  const named = { ...kept, name: 'Davi' };
  await shop.call('editStudent', {
    token,
    id: kept.id,
    body: { registration: kept.registration, name: 'Davi' },
  });
  expect(await studentsOf(ana)).toEqual([named]);
  await anonymisePerson(db, await whose(db, 'client', ana.cpf));
  expect(await clientsOf(kept)).toEqual([offered(bea)]);
  expect(await studentsOf(ana)).toEqual([]);
});

test('a wrong link that own sales of today alone made is taken off; a later sale makes it again', async () => {
  const [ana, bea] = [await aClient(db), await aClient(db)];
  const [child, other] = [await aStudent(db), await aStudent(db)];
  const unlink = (client: Client, student: Student, by = token) =>
    shop.call('unlinkOwnSale', { token: by, body: { client: client.id, student: student.id } });
  const refused = { status: 404, problem: { code: 'not_found' } };
  const colleague = await aVisitor(shop);
  await sell(ana, child);
  await sell(ana, child);
  await sell(ana, other);
  // The new client and the old one are one person since.
  await mergeRecords(db, seller, 'client', { id: bea.id, merged: ana.id });
  expect(await offersOf(bea)).toEqual([
    { ...other, own_sale: true },
    { ...child, own_sale: true },
  ]);
  expect(await unlink(bea, child, colleague.token)).toMatchObject(refused);
  const before = await lastAuditId(db);
  expect((await unlink(bea, child)).body).toEqual({ message: 'Ligação desfeita.' });
  expect(await auditAfter(db, before)).toMatchObject([
    {
      action: 'client.unlinked',
      subject_id: bea.id,
      actor_id: seller.id,
      before: { student: child.id },
    },
  ]);
  expect(await offersOf(bea)).toEqual([{ ...other, own_sale: true }]);
  expect(await clientsOf(child)).toEqual([]);
  expect(await unlink(bea, child)).toMatchObject(refused);
  await sell(bea, child);
  expect(await offersOf(bea)).toMatchObject([{ id: child.id }, { id: other.id }]);
  expect(await violations(db)).toEqual([]);
});

test.each<[string, (ana: Client, child: Student) => Promise<unknown>]>([
  [
    'a sale of yesterday',
    (client, student) => aSale(pool, { seller, ...parts, client, student, createdAt: YESTERDAY }),
  ],
  [
    'a sale of a colleague',
    async (client, student) =>
      aSale(pool, { seller: await aVisitor(shop), ...parts, client, student }),
  ],
  [
    'an administrator',
    (client, student) => createLink(db, seller, { client: client.id, student: student.id }),
  ],
])('what %s links stays, beside a sale of one’s own', async (_, link) => {
  const [ana, child] = [await aClient(db), await aStudent(db)];
  await link(ana, child);
  await sell(ana, child);
  expect(await offersOf(ana)).toEqual([child]);
  const body = { client: ana.id, student: child.id };
  expect((await shop.call('unlinkOwnSale', { token, body })).status).toBe(404);
  expect(await offersOf(ana)).toEqual([child]);
});

import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { aClient, aSale, aStudent, saleParts } from '../../testing/builders.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { deleteSale } from '../sales/sales.service.ts';
import { anonymisePerson } from './personal-data.service.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const seller = await aVisitor(shop);
const { token } = seller;
const parts = await saleParts(db);

type Client = Awaited<ReturnType<typeof aClient>>;
type Student = Awaited<ReturnType<typeof aStudent>>;

const sell = (client: Client, student: Student | null) =>
  aSale(pool, { seller, ...parts, client, student });
const studentsOf = async ({ cpf }: Client) =>
  (await shop.call('findStudentsOfClient', { token, body: { cpf } })).body;
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
  await anonymisePerson(db, { kind: 'client', number: ana.cpf });
  expect(await clientsOf(kept)).toEqual([offered(bea)]);
  expect(await studentsOf(ana)).toEqual([]);
});

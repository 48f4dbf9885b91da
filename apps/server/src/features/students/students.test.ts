import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aStudent } from '../../testing/builders.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const seller = await aVisitor(shop);
const { token } = seller;

const create = (registration: string, name: string) =>
  shop.call('createStudent', { token, body: { registration, name } });
const find = (search: string) => shop.call('findStudents', { token, query: { search } });

test('a new student, with a name or without, is kept and audited without what was typed', async () => {
  const before = await lastAuditId(db);
  for (const [registration, name] of [
    ['00000000017', 'Bia'],
    ['7', ''],
    ['123456789012345', '   '],
  ] as const) {
    const created = await create(registration, name);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: expect.any(Number), registration, name: name.trim() });
    expect((await find(registration)).body.results).toEqual([created.body]);
  }
  const audit = await auditAfter(db, before);
  expect(audit.map(({ action, after }) => ({ action, after }))).toEqual(
    Array(3).fill({ action: 'student.created', after: null }),
  );
});

test('an existing matrícula returns its student and changes nothing', async () => {
  const student = await aStudent(db, { name: 'Primeiro' });
  const before = await tableSnapshot(db);
  expect(await create(student.registration, '')).toMatchObject({ status: 201, body: student });
  expect(await tableSnapshot(db)).toEqual(before);
});

test('twenty who add one matrícula at once get one student', async () => {
  const before = await lastAuditId(db);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create('20260000099', `Bia ${n}`)),
  );
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await auditAfter(db, before)).toHaveLength(1);
});

test('only the whole matrícula finds its owner', async () => {
  const { registration } = await aStudent(db);
  for (const search of [registration.slice(1), `${registration}0`, `0${registration}`, '']) {
    expect((await find(search)).body).toEqual({ results: [], count: 0, total_pages: 0 });
  }
});

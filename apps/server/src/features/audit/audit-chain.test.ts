import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KEY, openSealedShop, sealAll } from '../../testing/audit-chain.ts';
import { recordAudit } from './audit.service.ts';
import type { Seal } from './seal.ts';
import { type AuditTrouble, verifyAudit } from './verify-audit.ts';

const row = { actor: null, action: 'session.refused', subjectId: null } as const;
const sealed = await openSealedShop(12, afterAll);
let head: Seal;

beforeAll(async () => {
  // Id 13 is unused, as after a transaction that was rolled back.
  await sql`SELECT nextval('audit_events_id_seq')`.execute(sealed.shop.owner.db);
  await recordAudit(sealed.db, row);
  head = (await sealAll(sealed.db)) as Seal;
  await sealed.vandal.keep();
});

afterEach(() => sealed.vandal.undo());

const verify = (key = KEY) => verifyAudit(sealed.db, key, head);

test('an untouched chain verifies, with the number of unsealed rows', async () => {
  expect(await verify()).toEqual({ sealed: 13, unsealed: 0, otherKey: false, troubles: [] });
  await recordAudit(sealed.db, row);
  expect(await verify()).toEqual({ sealed: 13, unsealed: 1, otherKey: false, troubles: [] });
});

/** Another value for each column; the last test fails when a column is added. */
const otherValues: Record<string, string> = {
  id: '100',
  at: "at + interval '1 microsecond'",
  actor_id: '(SELECT max(id) FROM users)',
  actor_name: "'vera'",
  action: "'product.created'",
  subject_id: 'subject_id + 1',
  before: `before || '{"price": 1.50}'`,
  after: `jsonb_set(after, '{price}', '2.0')`,
};
const nullable = ['actor_id', 'actor_name', 'subject_id', 'before', 'after'];

describe('a changed row is named', () => {
  test.each([...Object.entries(otherValues), ...nullable.map((column) => [column, 'NULL'])])(
    'if its %s becomes %s',
    async (column, value) => {
      await sealed.vandal.spoil(`UPDATE audit_events SET ${column} = ${value} WHERE id = 5`);
      const what = column === 'id' ? 'missing' : 'changed';
      expect((await verify()).troubles[0]).toEqual({ what, eventId: 5 });
    },
  );

  test('and every column has been tried', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = 'audit_events'`.execute(sealed.shop.owner.db);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(otherValues).sort());
  });
});

const copyOf2 = (id: number) =>
  `INSERT INTO audit_events
    SELECT ${id}, at, actor_id, actor_name, action FROM audit_events WHERE id = 2`;
const swap = (table: string, id: string) => [
  `UPDATE ${table} SET ${id} = -${id} WHERE ${id} IN (3, 9)`,
  `UPDATE ${table} SET ${id} = 12 + ${id} WHERE ${id} IN (-3, -9)`,
];
const deleteRows = (where: string) => `DELETE FROM audit_events WHERE id ${where}`;
const deleteSeals = (where: string) => `DELETE FROM audit_seals WHERE event_id ${where}`;

const vandalism: Record<string, [statements: string[], first: AuditTrouble]> = {
  'a deleted row': [[deleteRows('= 7')], { what: 'missing', eventId: 7 }],
  'a deleted row with its seal': [
    [deleteRows('= 7'), deleteSeals('= 7')],
    { what: 'both-missing', eventId: 8 },
  ],
  'a deleted row with its seal, and new positions for the others': [
    [
      deleteRows('= 7'),
      deleteSeals('= 7'),
      'UPDATE audit_seals SET position = position + 100 WHERE position > 7',
      'UPDATE audit_seals SET position = position - 101 WHERE position > 100',
    ],
    { what: 'changed', eventId: 8 },
  ],
  'a row inserted between others': [[copyOf2(13)], { what: 'inserted', eventId: 13 }],
  'a row inserted before the first': [[copyOf2(-3)], { what: 'inserted', eventId: -3 }],
  'two swapped rows': [swap('audit_events', 'id'), { what: 'changed', eventId: 3 }],
  'two rows swapped with their seals': [
    [...swap('audit_events', 'id'), ...swap('audit_seals', 'event_id')],
    { what: 'both-missing', eventId: 3 },
  ],
  'deleted last rows': [[deleteRows('> 10')], { what: 'missing', eventId: 11 }],
  'deleted last rows with their seals': [
    [deleteRows('> 10'), deleteSeals('> 10')],
    { what: 'cut', eventId: 11 },
  ],
  'all rows and seals deleted': [
    ['TRUNCATE audit_events', 'TRUNCATE audit_seals'],
    { what: 'cut', eventId: 1 },
  ],
  'a deleted seal': [[deleteSeals('= 4')], { what: 'seal-missing', eventId: 4 }],
  'deleted last seals': [[deleteSeals('> 10')], { what: 'cut', eventId: 11 }],
  'a changed seal': [
    ['UPDATE audit_seals SET mac = sha256(mac) WHERE event_id = 4'],
    { what: 'changed', eventId: 4 },
  ],
  'a seal with the id of another key': [
    ["UPDATE audit_seals SET key_id = '0123456789abcdef' WHERE event_id = 4"],
    { what: 'changed', eventId: 4 },
  ],
};

test.each(Object.entries(vandalism))('%s is found', async (_what, [statements, first]) => {
  await sealed.vandal.spoil(...statements);
  expect((await verify()).troubles[0]).toEqual(first);
});

test('a cut end is found even after the chain has grown beyond it again', async () => {
  await sealed.vandal.spoil(deleteRows('> 10'), deleteSeals('> 10'));
  for (let times = 0; times < 5; times++) await recordAudit(sealed.db, row);
  await sealAll(sealed.db);
  // Without audit.head it is not noticed.
  expect((await verifyAudit(sealed.db, KEY, undefined)).troubles).toEqual([]);
  expect((await verify()).troubles).toEqual([{ what: 'cut', eventId: expect.any(Number) }]);
});

test('with the database but without the key nobody can make the chain again', async () => {
  const theirs = randomBytes(32);
  await sealed.vandal.spoil(
    "UPDATE audit_events SET actor_name = 'Outra' WHERE id = 2",
    'TRUNCATE audit_seals',
  );
  await sealAll(sealed.db, theirs);
  expect((await verifyAudit(sealed.db, theirs, undefined)).troubles).toEqual([]);
  const { troubles, otherKey } = await verify();
  expect(troubles[0]).toEqual({ what: 'changed', eventId: 1 });
  expect(otherKey).toBe(true);
  await expect(sealAll(sealed.db)).rejects.toThrow('outra chave');
});

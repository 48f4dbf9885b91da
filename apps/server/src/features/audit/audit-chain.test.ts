import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KEY, openSealedShop, sealAll } from '../../testing/audit-chain.ts';
import { recordAudit } from './audit.service.ts';
import type { Seal } from './seal.ts';
import { type AuditTrouble, verifyAudit } from './verify-audit.ts';

const ROWS = 12;
let sealed: Awaited<ReturnType<typeof openSealedShop>>;
let head: Seal;

beforeAll(async () => {
  sealed = await openSealedShop(ROWS, afterAll);
  // A number that no row has, as after a transaction that was rolled back, between row 12 and the next.
  await sql`SELECT nextval('audit_events_id_seq')`.execute(sealed.shop.owner.db);
  await recordAudit(sealed.db, { actor: null, action: 'session.refused', subjectId: null });
  head = (await sealAll(sealed.db)) as Seal;
  await sealed.vandal.keep();
});

afterEach(() => sealed.vandal.undo());

const verify = (key = KEY, noted: Seal | undefined = head) => verifyAudit(sealed.db, key, noted);

test('a chain that nobody touched verifies, and says what is not sealed yet', async () => {
  expect(await verify()).toEqual({ sealed: 13, unsealed: 0, otherKey: false, troubles: [] });
  await recordAudit(sealed.db, { actor: null, action: 'session.refused', subjectId: null });
  expect(await verify()).toEqual({ sealed: 13, unsealed: 1, otherKey: false, troubles: [] });
});

/** Another value of each column, so that one that is added later makes this test fail. */
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

describe('a row that was changed is named', () => {
  test.each(Object.keys(otherValues))('in %s', async (column) => {
    await sealed.vandal.spoil(
      `UPDATE audit_events SET ${column} = ${otherValues[column]} WHERE id = 5`,
    );
    const { troubles } = await verify();
    const what = column === 'id' ? 'missing' : 'changed';
    expect(troubles[0]).toEqual({ what, eventId: 5 });
  });

  test.each(['actor_id', 'actor_name', 'subject_id', 'before', 'after'])(
    'in %s, which is nothing now',
    async (column) => {
      await sealed.vandal.spoil(`UPDATE audit_events SET ${column} = NULL WHERE id = 1`);
      expect((await verify()).troubles[0]).toEqual({ what: 'changed', eventId: 1 });
    },
  );

  test('and every column there is has been tried', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = 'audit_events'`.execute(sealed.shop.owner.db);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(otherValues).sort());
  });
});

const COPY =
  'INSERT INTO audit_events SELECT %, at, actor_id, actor_name, action FROM audit_events';

const vandalisms: [what: string, statements: string[], first: AuditTrouble][] = [
  ['a row is gone', ['DELETE FROM audit_events WHERE id = 7'], { what: 'missing', eventId: 7 }],
  [
    'a row and its seal are gone',
    ['DELETE FROM audit_events WHERE id = 7', 'DELETE FROM audit_seals WHERE event_id = 7'],
    { what: 'both-missing', eventId: 8 },
  ],
  [
    'rows and seals are gone, and what follows is numbered anew',
    [
      'DELETE FROM audit_events WHERE id = 7',
      'DELETE FROM audit_seals WHERE event_id = 7',
      'UPDATE audit_seals SET position = position + 100 WHERE position > 7',
      'UPDATE audit_seals SET position = position - 101 WHERE position > 100',
    ],
    { what: 'changed', eventId: 8 },
  ],
  [
    'a row was put in between',
    [`${COPY.replace('%', '13')} WHERE id = 2`],
    { what: 'inserted', eventId: 13 },
  ],
  [
    'a row was put before the first',
    [`${COPY.replace('%', '-3')} WHERE id = 2`],
    { what: 'inserted', eventId: -3 },
  ],
  [
    'two rows changed places',
    ['UPDATE audit_events SET id = -id WHERE id IN (3, 9)'].concat(
      'UPDATE audit_events SET id = 12 + id WHERE id IN (-3, -9)',
    ),
    { what: 'changed', eventId: 3 },
  ],
  [
    'two rows changed places, and their seals too',
    [
      'UPDATE audit_events SET id = -id WHERE id IN (3, 9)',
      'UPDATE audit_events SET id = 12 + id WHERE id IN (-3, -9)',
      'UPDATE audit_seals SET event_id = -event_id WHERE event_id IN (3, 9)',
      'UPDATE audit_seals SET event_id = 12 + event_id WHERE event_id IN (-3, -9)',
    ],
    { what: 'both-missing', eventId: 3 },
  ],
  [
    'the last rows are gone',
    ['DELETE FROM audit_events WHERE id > 10'],
    { what: 'missing', eventId: 11 },
  ],
  [
    'the last rows and seals are gone',
    ['DELETE FROM audit_events WHERE id > 10', 'DELETE FROM audit_seals WHERE event_id > 10'],
    { what: 'cut', eventId: 11 },
  ],
  [
    'all rows and seals are gone',
    ['TRUNCATE audit_events', 'TRUNCATE audit_seals'],
    { what: 'cut', eventId: 1 },
  ],
  [
    'a seal is gone',
    ['DELETE FROM audit_seals WHERE event_id = 4'],
    { what: 'seal-missing', eventId: 4 },
  ],
  [
    'the last seals are gone',
    ['DELETE FROM audit_seals WHERE event_id > 10'],
    { what: 'cut', eventId: 11 },
  ],
  [
    'a seal says something else',
    [`UPDATE audit_seals SET mac = sha256(mac) WHERE event_id = 4`],
    { what: 'changed', eventId: 4 },
  ],
  [
    'a seal is said to be of another key',
    [`UPDATE audit_seals SET key_id = '0123456789abcdef' WHERE event_id = 4`],
    { what: 'changed', eventId: 4 },
  ],
];

test.each(vandalisms)('%s', async (_what, statements, first) => {
  await sealed.vandal.spoil(...statements);
  expect((await verify()).troubles[0]).toEqual(first);
});

test('a cut end is noticed also when the chain has grown beyond it again', async () => {
  const cut = ['audit_events WHERE id > 10', 'audit_seals WHERE event_id > 10'];
  await sealed.vandal.spoil(...cut.map((rows) => `DELETE FROM ${rows}`));
  for (let row = 0; row < 5; row++) {
    await recordAudit(sealed.db, { actor: null, action: 'session.refused', subjectId: null });
  }
  await sealAll(sealed.db);
  // Without what was noted outside nothing can be known of it.
  expect((await verifyAudit(sealed.db, KEY, undefined)).troubles).toEqual([]);
  expect((await verify()).troubles).toEqual([{ what: 'cut', eventId: expect.any(Number) }]);
});

test('who has the database but not the key cannot make the chain anew', async () => {
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

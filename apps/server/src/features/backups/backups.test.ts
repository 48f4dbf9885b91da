import { afterAll, expect, test } from 'vitest';
import type { BackupState } from '../../backup/automatic/backup-state.ts';
import { watched } from '../../program/watched.ts';
import { openAnotherApp, openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aVisitor } from '../../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { token } = await aVisitor(shop, { admin: true });

test('an administrator sees the last backup and asks for one; a second press joins it', async () => {
  const takenAt = new Date('2026-11-20T06:00:00Z');
  const state: BackupState = {
    state: 'ok',
    last: { file: '/mnt/backups/a.backup', takenAt, bytes: 12 },
    ageSeconds: 1,
    failure: undefined,
  };
  let begun = 0;
  const app = await openAnotherApp({
    connection: shop.connection,
    backups: async () => state,
    backupsByHand: {
      makeNow: () => void begun++,
      progress: () => ({ step: begun > 0 ? 'copy' : undefined, refused: undefined }),
    },
  });
  const last = { at: takenAt.toISOString(), bytes: 12 };
  const shown = { state: 'ok', last, failure: null, step: null };
  expect((await app.call('readBackups', { token })).body).toEqual(shown);
  const mark = await lastAuditId(shop.owner.db);
  const begins = { ...shown, step: 'copy' };
  expect((await app.call('makeBackup', { token })).body).toEqual(begins);
  expect((await app.call('makeBackup', { token })).body).toEqual(begins);
  expect(begun).toBe(1);
  const events = await auditAfter(shop.owner.db, mark);
  expect(events.map(({ action }) => action)).toEqual(['backup.requested']);

  state.state = 'failed';
  state.failure = { at: takenAt, reason: 'O disco está cheio.' };
  const failed = (await app.call('readBackups', { token })).body;
  expect(failed).toMatchObject({ state: 'failed', failure: 'O disco está cheio.' });
  // A server that makes none says so, and does nothing.
  expect((await shop.call('makeBackup', { token })).body).toMatchObject({
    state: 'off',
    step: null,
  });
});

test('three hundred who ask at once share two looks at the folder', async () => {
  const state: BackupState = {
    state: 'ok',
    last: undefined,
    ageSeconds: undefined,
    failure: undefined,
  };
  const { promise: disk, resolve: answer } = Promise.withResolvers<void>();
  let looks = 0;
  let asked = 0;
  const backups = watched(async () => {
    looks++;
    await disk;
    return state;
  });
  const app = await openAnotherApp({
    connection: shop.connection,
    backups: (fresh) => {
      if (++asked === 300) answer();
      return backups(fresh);
    },
  });
  // Their session has been looked up: no slow database refuses one of them.
  await app.call('listUsers', { token });
  const calls = Array.from({ length: 300 }, async () => {
    const { status } = await app.call('readBackups', { token });
    // Without it there would be no 300th.
    if (status !== 200) answer();
    return status;
  });
  const statuses = await Promise.all(calls);
  expect(statuses).toEqual(Array(300).fill(200));
  expect(looks).toBe(2);
});

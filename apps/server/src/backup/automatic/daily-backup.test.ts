import { createHash } from 'node:crypto';
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepLog } from '../../database/embedded/testing/shop-folder.ts';
import { watched } from '../../program/watched.ts';
import { temporaryFolder } from '../../testing/app.ts';
import { smallDisk } from '../../testing/small-disk.ts';
import { type BackupHead, writeBackupFile } from '../backup-file.ts';
import { refuseUnmounted, seePlace } from '../backup-place.ts';
import { type Failure, failureNote, readFailureNote } from '../failure-note.ts';
import { freeName, ownBackups } from '../found-backups.ts';
import { makeBackup } from '../make-backup.ts';
import { removeOldBackups } from '../old-backups.ts';
import { backupsIn } from '../testing/backup-shop.ts';
import { isWhole, noteVerified } from '../verified-backups.ts';
import { BackupUnderWay } from '../why-not.ts';
import { backupStateOf, unreadableState, watchBackups } from './backup-state.ts';
import { scheduleBackups } from './daily-backup.ts';

const HOUR = 3_600_000;
const SHOP = 'aaaaaaaa';
/** 12:00 in São Paulo. */
const NOON = new Date('2026-11-10T15:00:00Z');
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * HOUR);

const see = (backupDir: string, tries = false, backupMount?: string) =>
  seePlace({ backupDir, backupMount, tries }, keepLog().log);

/** As the doctor reads it, from the folder alone; and as the server does, with what it `kept` in memory. */
async function readState(
  backupDir: string,
  now: Date,
  more: { openSince?: Date; keep?: number; kept?: Failure } = {},
) {
  const { kept, ...shop } = { shopId: SHOP, keep: 3, since: NOON, ...more };
  const noted = kept ?? (await readFailureNote(path.dirname(backupDir)));
  return see(backupDir).then(
    (seen) => backupStateOf(seen, noted, shop, now),
    (error) => unreadableState(error, shop.keep, now),
  );
}

const lastFailure = async (backupDir: string, kept?: Failure) =>
  (await readState(backupDir, NOON, kept && { kept })).failure?.reason;

/** A schedule with a clock and backups of the test's own. */
async function plan(keep = 3) {
  const dataDir = await temporaryFolder();
  const backupDir = path.join(dataDir, 'backups');
  await mkdir(backupDir);
  const note = failureNote(dataDir);
  const { log, lines } = keepLog();
  let now = NOON;
  const made: Date[] = [];
  let make = async (_signal: AbortSignal) => write(now);
  const schedule = scheduleBackups({
    backupDir,
    note,
    shopId: SHOP,
    keep,
    since: NOON,
    now: () => now,
    log,
    place: () => see(backupDir),
    removeOld: (old, signal) => removeOldBackups(old, { log, signal }),
    make: async (signal) => {
      const backup = await make(signal);
      made.push(now);
      return backup;
    },
  });
  /** Writes an empty backup. */
  async function write(takenAt: Date, shopId = SHOP) {
    const head = { takenAt: takenAt.toISOString(), shopId } as BackupHead;
    const file = freeName(backupDir, shopId, takenAt);
    async function* nothing() {}
    await writeBackupFile(file, head, nothing(), new AbortController().signal);
    return { file, bytes: 1, head };
  }
  return {
    backupDir,
    note,
    lines,
    schedule,
    made,
    write,
    at: async (...hours: number[]) => {
      for (const hour of hours) {
        now = hoursLater(hour);
        await schedule.look();
      }
    },
    whenMade: (other: typeof make) => {
      make = other;
    },
    files: async () => (await backupsIn(backupDir)).sort(),
  };
}

const ALWAYS = Array.from({ length: 3 * 24 * 4 }, (_, quarter) => quarter / 4);
// From 8 to 18 in São Paulo, which is 4 hours before noon and 6 after it.
const BY_DAY = [1, 2, 3].flatMap((day) =>
  Array.from({ length: 20 }, (_, half) => day * 24 - 4 + half / 2),
);

test.each([
  ['always on: one a day, at 3 in the night, the first in the first night', ALWAYS, [15, 39, 63]],
  ['off at night: once, when it is switched on', BY_DAY, [20, 44, 68]],
])('a machine that is %s', async (_when, hours, expected) => {
  const { at, made } = await plan();
  await at(...hours);
  expect(made).toEqual(expected.map(hoursLater));
});

test('one that is asked for is made at once, in turn with the daily one, and pushes no other day out', async () => {
  const { at, made, schedule, files, whenMade, write } = await plan(2);
  await at(24, 48);
  const [first] = await files();
  for (const hour of [49, 50, 51]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    whenMade(async () => {
      await promise;
      return write(hoursLater(hour));
    });
    await at(hour);
    schedule.makeNow();
    expect(schedule.progress()).toEqual({ step: 'copy', refused: undefined });
    schedule.makeNow();
    const looked = schedule.look();
    resolve();
    await looked;
    await expect.poll(() => schedule.progress().step).toBeUndefined();
  }
  expect(made).toHaveLength(5);
  expect(await files()).toHaveLength(5);
  expect((await files())[0]).toBe(first);
  whenMade(async () => {
    throw new BackupUnderWay('/backups');
  });
  schedule.makeNow();
  await expect.poll(() => schedule.progress().refused).toContain('/backups');
});

test('one that is asked for while the server looks whether one is due is made all the same, once', async () => {
  const { at, made, schedule } = await plan();
  const looked = schedule.look();
  schedule.makeNow();
  await looked;
  await expect.poll(() => made.length).toBe(1);
  await expect.poll(() => schedule.progress().step).toBeUndefined();
  const due = at(24);
  schedule.makeNow();
  await due;
  await expect.poll(() => schedule.progress().step).toBeUndefined();
  await schedule.stop();
  expect(made).toHaveLength(2);
});

test('a backup made by hand since 3 in the night is the one of the day', async () => {
  const { at, made, write } = await plan();
  await write(hoursLater(16));
  await at(17);
  expect(made).toEqual([]);
  // One dated in the future shows only that the clock was wrong.
  await write(hoursLater(24 * 365));
  await at(40);
  expect(made).toEqual([hoursLater(40)]);
});

const TWO = [
  'balcao-aaaaaaaa-2026-11-12T12-00-00.backup',
  'balcao-aaaaaaaa-2026-11-13T12-00-00.backup',
];

test('the newest stay, and old ones go only when a new one is there', async () => {
  const { at, files, whenMade, backupDir } = await plan(2);
  await writeFile(path.join(backupDir, 'meu.backup'), 'not ours');
  await at(24, 48, 72);
  expect(await files()).toEqual([...TWO, 'meu.backup']);
  whenMade(async () => {
    throw new Error('a cópia não confere');
  });
  await at(96);
  expect(await files()).toEqual([...TWO, 'meu.backup']);
});

test('a backup that was cut or changed counts for nothing: the good ones stay, and another is made', async () => {
  const { at, files, backupDir, lines, made } = await plan(2);
  await at(24, 48);
  const [first = '', second = ''] = await files();
  const broken = path.join(backupDir, second);
  await truncate(broken, (await stat(broken)).size - 1);
  const state = async (hour: number) => {
    const { state, last, failure } = await readState(backupDir, hoursLater(hour), { keep: 2 });
    return [state, last && path.basename(last.file), failure?.reason];
  };
  expect(await state(49)).toEqual(['failed', first, `${broken} está cortado e não conta.`]);
  // The same night: the one of the day is missing.
  await at(50);
  expect(made).toEqual([hoursLater(24), hoursLater(48), hoursLater(50)]);
  const third = (await files()).at(-1) ?? '';
  expect(await state(51)).toEqual(['ok', third, undefined]);
  expect(await files()).toEqual([first, second, third]);
  expect(lines).toContainEqual(`warn ${broken} está cortado ou danificado, e não conta.`);

  // A byte inside, which only reading it shows.
  const file = path.join(backupDir, third);
  const bytes = await readFile(file);
  bytes[bytes.length - 40] = 255 - (bytes[bytes.length - 40] ?? 0);
  await writeFile(file, bytes);
  await at(72);
  expect(await files()).toEqual([first, second, third, expect.stringContaining('2026-11-13')]);
  // Once there are two newer ones that are whole, the broken ones go too.
  await at(96);
  expect(await files()).toEqual(
    ['2026-11-13', '2026-11-14'].map((day) => expect.stringContaining(day)),
  );
});

test('a file that was read from end to end is not read again, and one of before is known by that', async () => {
  const { at, files, backupDir, write } = await plan(2);
  const { file } = await write(hoursLater(1));
  // Older versions did not write the length.
  const bytes = await readFile(file);
  await writeFile(file, asOlder(bytes));
  await at(24);
  const noted = async () =>
    JSON.parse(await readFile(path.join(backupDir, 'conferidos.json'), 'utf8'));
  const before = await noted();
  expect(Object.keys(before).sort()).toEqual(await files());
  await at(48);
  const after = await noted();
  const [kept = ''] = await files();
  expect(after[kept]).toEqual(before[kept]);
  const older = await write(hoursLater(49));
  await writeFile(older.file, asOlder(await readFile(older.file)));
  expect(await isWhole(older.file, hoursLater(49), new AbortController().signal)).toBe(true);
  await truncate(older.file, 100);
  const [found] = await ownBackups(backupDir, SHOP, hoursLater(50));
  expect(found).toMatchObject({ file: older.file, isCut: true, verifiedAt: hoursLater(49) });
});

/** The same backup without its length, as versions before wrote it. */
function asOlder(bytes: Buffer): Buffer {
  const start = bytes.indexOf('{');
  const room = bytes.readUInt32BE(start - 4);
  const head = JSON.parse(bytes.subarray(start, start + room).toString());
  delete head.bytes;
  const json = Buffer.from(JSON.stringify(head).padEnd(room));
  const whole = Buffer.concat([bytes.subarray(0, start), json, bytes.subarray(start + room, -32)]);
  return Buffer.concat([whole, createHash('sha256').update(whole).digest()]);
}

test('backups of another shop in the same folder are neither the one of the day nor rotated away', async () => {
  const { at, made, files, backupDir, write } = await plan(1);
  await write(hoursLater(16), 'bbbbbbbb');
  const [foreign = ''] = await files();
  // A copy under this shop's name stays the other shop's.
  await copyFile(path.join(backupDir, foreign), path.join(backupDir, 'balcao-aaaaaaaa-x.backup'));
  await at(17);
  expect(made).toEqual([hoursLater(17)]);
  await at(41);
  expect(await files()).toEqual([
    'balcao-aaaaaaaa-2026-11-12T05-00-00.backup',
    'balcao-aaaaaaaa-x.backup',
    foreign,
  ]);
});

test('backups of a clock that ran ahead neither count nor go, and do not push the new ones out', async () => {
  const { at, files, write } = await plan(2);
  for (const day of [300, 301, 302]) await write(hoursLater(day * 24));
  const ahead = await files();
  expect(ahead).toHaveLength(3);
  await at(24, 48, 72);
  expect(await files()).toEqual([...TWO, ...ahead]);
  // When their time has come they are backups like any other.
  await at(303 * 24);
  expect(await files()).toEqual([ahead.at(-1), 'balcao-aaaaaaaa-2027-09-09T12-00-00.backup']);
});

test('the backup just made stays, even if the clock was put back meanwhile', async () => {
  const { at, files, whenMade, write } = await plan(1);
  await write(hoursLater(1));
  whenMade(() => write(hoursLater(-48)));
  await at(24);
  expect(await files()).toEqual([
    'balcao-aaaaaaaa-2026-11-08T12-00-00.backup',
    'balcao-aaaaaaaa-2026-11-10T13-00-00.backup',
  ]);
});

test('a failure is an error in the log, is kept for the next start, and tried again in an hour', async () => {
  const { at, made, lines, whenMade, backupDir, write } = await plan();
  let tries = 0;
  whenMade(async () => {
    tries++;
    throw Object.assign(new Error('write'), { code: 'ENOSPC' });
  });
  await at(24, 24.1, 24.9);
  expect(tries).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(/^error O backup diário falhou: O disco está cheio/),
  );
  expect(await lastFailure(backupDir)).toMatch(
    /^O backup de 11\/11\/2026 falhou: O disco está cheio/,
  );
  await at(25);
  expect(tries).toBe(2);
  whenMade(() => write(hoursLater(26)));
  await at(26);
  expect(made).toEqual([hoursLater(26)]);
  expect(await lastFailure(backupDir)).toBeUndefined();
});

test('a backup by hand clears a failure that came before its end, also after its beginning', async () => {
  const { write, backupDir } = await plan();
  const kept = { at: hoursLater(2), reason: 'O backup falhou.' };
  const { file } = await write(hoursLater(1));
  const failure = async () => (await readState(backupDir, hoursLater(4), { kept })).failure?.reason;
  expect(await failure()).toBe('O backup falhou.');
  await noteVerified(file, hoursLater(3));
  expect(await failure()).toBeUndefined();
});

test('a failure is kept where the folder of the backups, or the disk of the data, can take no note', async () => {
  const { at, lines, note, backupDir } = await plan();
  await rm(backupDir, { recursive: true });
  await writeFile(backupDir, 'no folder');
  await at(24);
  expect(await readFile(note.file, 'utf8')).toMatch(/^O backup de 11\/11\/2026 falhou: .*ENOTDIR/);
  // For the next start, and for the doctor.
  await rm(backupDir);
  expect(await lastFailure(backupDir)).toContain('falhou');
  await rm(path.dirname(backupDir), { recursive: true });
  await at(48);
  expect(lines).toContainEqual(expect.stringContaining('A falha não pôde ser anotada'));
  expect(await lastFailure(backupDir)).toBeUndefined();
  expect(await lastFailure(backupDir, note.kept())).toContain('O backup de 12/11/2026 falhou');
});

test('a server knows before the first night that it can make no backup, and that a disk is not mounted', async () => {
  const { backupDir, note } = await plan();
  const now = (place: { backupDir: string; backupMount?: string }, keep = 1) =>
    watchBackups({
      place: () => see(place.backupDir, keep > 0, place.backupMount),
      data: async () => undefined,
      ...{ note, shopId: SHOP, keep, since: new Date() },
    })();
  // A folder that is missing is made, and not one above it: the path may be mistyped.
  const mistyped = await now({ backupDir: path.join(backupDir, 'not/yet') });
  expect(mistyped.failure?.reason).toMatch(/not\/yet não pode ser criada: a pasta acima/);
  expect(await now({ backupDir: path.join(backupDir, 'new') })).toMatchObject({ state: 'ok' });
  expect(await readdir(path.join(backupDir, 'new'))).toEqual([]);
  // It can be read, and root may not write there either.
  const closed = '/proc';
  expect(await now({ backupDir: closed })).toMatchObject({
    state: 'failed',
    failure: { reason: expect.stringMatching(/^Nenhum backup pode ser feito: /) },
  });
  expect((await now({ backupDir: closed }, 0)).state).toBe('off');
  const mountless = { backupDir, backupMount: backupDir };
  const words = `O disco dos backups não está montado em ${backupDir} (BACKUP_MOUNT).`;
  expect((await now(mountless)).failure?.reason).toContain(words);
  expect((await now({ ...mountless, backupMount: '/not/there' })).state).toBe('failed');
  const options = { ...mountless, dataDir: backupDir, databaseUrl: undefined, log: keepLog().log };
  await expect(makeBackup(options)).rejects.toThrow(words);
  await expect(
    refuseUnmounted({ backupDir: '/proc', backupMount: '/proc' }),
  ).resolves.toBeUndefined();
  await expect(refuseUnmounted({ backupDir: '/proc/sys', backupMount: '/' })).rejects.toThrow(
    'O disco dos backups está montado em /proc, e não em / (BACKUP_MOUNT). Ponha BACKUP_MOUNT=/proc.',
  );
});

test('a disk on which no backup has room is said before the first one fails', async (context) => {
  const disk = await smallDisk(20);
  if ('why' in disk) return context.skip(disk.why);
  expect((await see(disk.folder)).trouble).toBeUndefined();
  expect((await see(disk.folder, true)).trouble).toBe(
    'O disco está cheio. Libere espaço, ou escolha uma pasta em outro disco.',
  );
});

test('another one under way is no failure, and is waited for', async () => {
  const { at, made, lines, whenMade, backupDir, write } = await plan();
  whenMade(async () => {
    throw new BackupUnderWay('Outro backup está em andamento.');
  });
  await at(24);
  expect(await lastFailure(backupDir)).toBeUndefined();
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
  whenMade(() => write(hoursLater(24.1)));
  await at(24.1);
  expect(made).toHaveLength(1);
});

test('stopping aborts a backup, which is no failure either; looks meanwhile start no second one', async () => {
  const { at, schedule, whenMade, lines, backupDir } = await plan();
  let begun = 0;
  whenMade(
    (signal) =>
      new Promise((_resolve, reject) => {
        begun++;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const first = at(24);
  await expect.poll(() => begun).toBe(1);
  await at(24);
  await schedule.stop();
  await first;
  await at(48);
  expect(begun).toBe(1);
  expect(lines).toEqual([]);
  expect(await lastFailure(backupDir)).toBeUndefined();
});

test('the state of the backups: late, failed, off, and a machine that was off is given an hour', async () => {
  const { backupDir, note, write } = await plan();
  const state = async (hour: number, more: { openSince?: Date; keep?: number } = {}) => {
    const read = await readState(backupDir, hoursLater(hour), more);
    const { state, last, ageSeconds, failure } = read;
    return [state, last?.takenAt, ageSeconds, failure?.reason];
  };
  expect(await state(25)).toEqual(['ok', undefined, undefined, undefined]);
  expect((await state(27))[0]).toBe('late');
  await write(hoursLater(15));
  await write(hoursLater(20), 'bbbbbbbb');
  expect(await state(40)).toEqual(['ok', hoursLater(15), 25 * 3600, undefined]);
  expect((await state(42))[0]).toBe('late');
  expect((await state(42, { keep: 0 }))[0]).toBe('off');
  const openSince = hoursLater(80);
  expect((await state(80.5, { openSince }))[0]).toBe('ok');
  expect((await state(81.5, { openSince }))[0]).toBe('late');

  await writeFile(note.file, 'O backup de 11/11/2026 falhou: disco cheio.\n');
  await utimes(note.file, hoursLater(39), hoursLater(39));
  expect(await state(40)).toEqual([
    'failed',
    hoursLater(15),
    25 * 3600,
    'O backup de 11/11/2026 falhou: disco cheio.',
  ]);
  // By hand, after the operator has put it right.
  await write(hoursLater(39.5));
  expect(await state(40)).toEqual(['ok', hoursLater(39.5), 1800, undefined]);

  await rm(backupDir, { recursive: true });
  await writeFile(backupDir, 'no folder');
  expect((await state(40))[0]).toBe('failed');
});

test('a server reads the folder once a minute, however often it is asked', async () => {
  const { backupDir, note, write } = await plan();
  const began = new Date(Date.now() - 48 * HOUR);
  const state = watchBackups({
    place: watched(() => see(backupDir)),
    data: async () => undefined,
    ...{ note, shopId: SHOP, keep: 1, since: began },
  });
  expect((await state()).last).toBeUndefined();
  await write(new Date());
  expect((await state()).last).toBeUndefined();
});

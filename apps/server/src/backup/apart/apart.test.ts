import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepLog } from '../../database/embedded/testing/shop-folder.ts';
import { patiently, watched } from '../../program/watched.ts';
import { temporaryFolder } from '../../testing/app.ts';
import { watchBackups } from '../automatic/backup-state.ts';
import { failureNote } from '../failure-note.ts';
import { DiskSilent } from '../why-not.ts';
import { apartFrom } from './apart.ts';

/** A program in place of ours: it notes that it began, and its disk never answers. */
async function aHangingProgram() {
  const folder = await temporaryFolder();
  const [program, begun] = [path.join(folder, 'program.mjs'), path.join(folder, 'begun')];
  await writeFile(begun, '');
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(begun)}, process.pid + '\\n');
     process.on('message', () => {});
     process.send({ isUp: true });`,
  );
  const pids = async () => (await readFile(begun, 'utf8')).split('\n').filter(Boolean).map(Number);
  return { program, pids };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const PLACE = { backupDir: '/mnt/nas', backupMount: undefined, tries: true };

test('a disk that never answers is asked once for all who wait, and said to be silent', async () => {
  const { program, pids } = await aHangingProgram();
  const disk = apartFrom('backups', { program, limitMs: 1_500 });
  const note = failureNote(await temporaryFolder());
  const state = watchBackups({
    place: watched(() => disk.ask('seeBackups', PLACE)),
    data: async () => undefined,
    ...{ note, shopId: 'aaaaaaaa', keep: 7, since: new Date() },
  });
  const silent = {
    state: 'failed',
    failure: { reason: 'Nenhum backup pode ser feito: o disco dos backups não responde.' },
  };
  const states = await Promise.all(Array.from({ length: 20 }, () => state()));
  for (const each of states) expect(each).toMatchObject(silent);
  expect(await pids()).toHaveLength(1);
  for (const pid of await pids()) await expect.poll(() => isAlive(pid)).toBe(false);
  // For a minute nobody asks it again, unless somebody wants to know.
  expect(await state()).toMatchObject(silent);
  expect(await pids()).toHaveLength(1);
  expect(await state(true)).toMatchObject(silent);
  expect(await pids()).toHaveLength(2);
});

test('who is in a hurry gets what was read before, while the disk is slow', async () => {
  const never = new Promise<string>(() => {});
  expect(await patiently(never, 'before')).toBe('before');
  expect(await patiently(Promise.resolve('now'), 'before')).toBe('now');
  expect(await patiently(Promise.reject(new Error('gone')), 'before')).toBe('before');
});

test('reads follow each other, and a fresh one begins after it was asked for', async () => {
  const ends: (() => void)[] = [];
  let begun = 0;
  const read = watched(async () => {
    const mine = ++begun;
    await new Promise<void>((resolve) => ends.push(resolve));
    return mine;
  });
  const [first, joined, fresh, other] = [read(), read(), read(true), read(true)];
  expect(begun).toBe(1);
  ends[0]?.();
  expect(await Promise.all([first, joined])).toEqual([1, 1]);
  await expect.poll(() => begun).toBe(2);
  ends[1]?.();
  expect(await Promise.all([fresh, other])).toEqual([2, 2]);
  expect(await read()).toBe(2);
});

test('work that is aborted may clean up, and is left alone when it can’t', async () => {
  const { program, pids } = await aHangingProgram();
  const disk = apartFrom('backups', { program, abortMs: 200, limitMs: 60_000 });
  const stopping = new AbortController();
  const given = { backupDir: '/mnt/nas', shopId: 'aaaaaaaa', keep: 7, now: new Date(), made: '' };
  const working = disk.work('removeOldBackups', given, { signal: stopping.signal });
  await expect.poll(pids).toHaveLength(1);
  stopping.abort(new Error('stopped'));
  await expect(working).rejects.toThrow('stopped');
  for (const pid of await pids()) await expect.poll(() => isAlive(pid)).toBe(false);
});

// It starts five processes.
test('our own program answers, passes on its log and says in words why it can’t', {
  timeout: 120_000,
}, async () => {
  const folder = await temporaryFolder();
  const { log, lines } = keepLog();
  const disk = apartFrom('backups');
  const seen = await disk.ask('seeBackups', { ...PLACE, backupDir: folder }, { log });
  expect(seen).toMatchObject({
    backups: [],
    trouble: undefined,
    room: { free: expect.any(Number) },
  });
  await writeFile(path.join(folder, 'balcao-x.backup'), 'no backup');
  const again = await disk.ask('seeBackups', { ...PLACE, backupDir: folder });
  expect(again.backups).toMatchObject([{ bytes: 9, verifiedAt: undefined }]);
  const closed = await disk.ask('seeBackups', { ...PLACE, backupDir: '/proc' });
  expect(closed.trouble).toMatch(/^(Sem permissão|Não existe)/);
  const file = path.join(folder, 'balcao-x.backup');
  const asked = disk.ask('seeBackups', { ...PLACE, backupDir: file });
  await expect(asked).rejects.toThrow(/ENOTDIR/);
  await expect(asked).rejects.not.toThrow(DiskSilent);
  const none = {
    dataDir: folder,
    databaseUrl: undefined,
    backupDir: folder,
    backupMount: undefined,
  };
  await expect(disk.work('makeBackup', none, { log })).rejects.toThrow('Não há uma loja em');
  expect(lines).toEqual([]);
});

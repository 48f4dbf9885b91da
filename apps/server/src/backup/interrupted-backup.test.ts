import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { postmasterOf } from '../database/embedded/testing/shop-folder.ts';
import { runProgram } from '../testing/program.ts';
import { backupsIn, leftoversIn, openBackupShop } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of this.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

/** One shop for the tests of this file, in their order; the last one closes it. */
const shop = await openBackupShop(afterAll);

beforeAll(async () => {
  await shop.sell();
});

/** Runs a command as npm does; the output is that of both streams. */
function start(name: 'backup' | 'restore', env: Record<string, string>, args: string[] = []) {
  const file = path.join(import.meta.dirname, `../operator/${name}-program.ts`);
  const program = runProgram(file, env, { args });
  const output = () => program.printed() + program.troubles();
  const ended = async () => ({ code: await program.ended(), output: output() });
  return { output, kill: () => program.kill('SIGKILL'), ended };
}

test('a backup that is killed, at any step, leaves none that counts, and the next one works', async () => {
  const { dataDir, backupDir } = shop;
  const scratchPid = '.em-andamento/scratch/postgres/cluster/postmaster.pid';
  const moments: ((output: string) => boolean)[] = [
    (output) => output.includes('Copiando'),
    (output) => output.includes('Restaurando') && existsSync(path.join(backupDir, scratchPid)),
  ];
  for (const isMoment of moments) {
    const backup = start('backup', { DATA_DIR: dataDir, BACKUP_DIR: backupDir });
    const isReached = () => isMoment(backup.output());
    await expect.poll(isReached, { timeout: 20_000, interval: 2 }).toBe(true);
    backup.kill();
    expect(await backup.ended()).toMatchObject({ code: 'SIGKILL' });
    expect(await backupsIn(backupDir)).toEqual([]);
  }
  // The scratch server of the killed backup runs until the next backup finds it.
  expect(await leftoversIn(backupDir)).not.toEqual([]);
  const { head } = await shop.backup();
  expect(head.books.sales).toBe(1);
  expect(await backupsIn(backupDir)).toHaveLength(1);
  expect(await leftoversIn(backupDir)).toEqual([]);
});

test('a backup that is aborted leaves nothing behind', async () => {
  for (const step of ['copy', 'compare']) {
    const stop = new AbortController();
    const backup = shop.backup({
      onProgress: (now) => void (now === step && stop.abort(new Error('stopped'))),
      signal: stop.signal,
    });
    await expect(backup).rejects.toThrow();
    expect(await backupsIn(shop.backupDir)).toHaveLength(1);
    expect(await leftoversIn(shop.backupDir)).toEqual([]);
  }
});

test('a database that is killed under a backup ends it with words; it works again when that is up', async () => {
  const postmaster = await postmasterOf(shop.dataDir);
  let isKilled = false;
  const backup = shop.backup({
    onProgress: (_step, done) => {
      if (!done || isKilled) return;
      isKilled = true;
      // Its children would otherwise send all of the copy before they notice.
      execFileSync('pkill', ['-KILL', '-P', String(postmaster)]);
      process.kill(postmaster, 'SIGKILL');
    },
  });
  await expect(backup).rejects.toThrow(/terminat|ECONN|EPIPE|57P0/i);
  expect(await backupsIn(shop.backupDir)).toHaveLength(1);
  await expect.poll(() => shop.sell().catch(() => undefined), { timeout: 20_000 }).toBeDefined();
  expect((await shop.backup()).head.books.sales).toBeGreaterThanOrEqual(2);
});

test('the commands: a closed shop is backed up and restored, with words and exit codes', async () => {
  const { dataDir, folder } = shop;
  const restored = folder('restored');
  const none = await start('backup', { DATA_DIR: restored }).ended();
  expect(none.code).toBe(1);
  expect(none.output).toContain(`O backup não foi feito: Não há uma loja em ${restored}`);
  expect(existsSync(restored)).toBe(false);

  const sold = await shop.db.selectFrom('sales').select('id').execute();
  await shop.close();
  const backup = await start('backup', { DATA_DIR: dataDir }).ended();
  expect(backup.code).toBe(0);
  expect(backup.output).toMatch(new RegExp(`, ${sold.length} vendas, R\\$`));
  const file = /\S+\.backup/.exec(backup.output)?.[0] ?? '';
  expect(path.dirname(file)).toBe(path.join(dataDir, 'backups'));

  const env = { DATA_DIR: folder('again'), INIT_CWD: path.dirname(file) };
  const restore = await start('restore', env, [path.basename(file)]).ended();
  expect(restore.code).toBe(0);
  expect(restore.output).toContain(`Restaurado em ${env.DATA_DIR}: `);
  expect(restore.output).toContain(`, ${sold.length} vendas, R$`);
  const again = await start('restore', env, [file]).ended();
  expect(again.code).toBe(1);
  expect(again.output).toContain('Nada foi restaurado: A pasta de dados');
});

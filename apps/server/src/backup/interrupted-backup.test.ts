import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postmasterOf } from '../database/embedded/testing/shop-folder.ts';
import { POSTGRES_VARIABLES } from '../testing/program.ts';
import {
  connectAsOwner,
  makeFolders,
  openBackupShop,
  openFolder,
  scratchServers,
} from './testing/backup-shop.ts';

// A quiet machine needs a tenth of it.
vi.setConfig({ testTimeout: 90_000 });

const program = (name: string) => path.join(import.meta.dirname, `${name}-program.ts`);

/** A command in a process of its own, as npm runs it. */
function start(name: 'backup' | 'restore', env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [program(name), ...args], {
    env: { PATH: process.env.PATH, ...POSTGRES_VARIABLES, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    output: () => output,
    said: (words: string) =>
      expect.poll(() => output, { timeout: 20_000, interval: 2 }).toContain(words),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async ended() {
      await closed;
      return child.exitCode ?? child.signalCode;
    },
  };
}

const counted = async (backupDir: string) =>
  (await readdir(backupDir)).filter((name) => name.endsWith('.backup'));

test('a backup that is killed, at any step, leaves none that counts, and the next one works', async () => {
  const { dataDir } = await makeFolders();
  const shop = await openBackupShop(dataDir, onTestFinished);
  await shop.sell();
  const env = { DATA_DIR: dataDir, BACKUP_DIR: shop.backupDir };
  for (const step of ['Copiando', 'Restaurando']) {
    const backup = start('backup', env);
    await backup.said(step);
    if (step === 'Restaurando') {
      const pid = path.join(
        shop.backupDir,
        '.em-andamento/scratch/postgres/cluster/postmaster.pid',
      );
      await expect.poll(() => existsSync(pid), { timeout: 20_000, interval: 2 }).toBe(true);
    }
    backup.kill('SIGKILL');
    expect(await backup.ended()).toBe('SIGKILL');
    expect(await counted(shop.backupDir)).toEqual([]);
  }
  // The killed one's server lives on, until the next backup finds it.
  const { head } = await shop.backup();
  expect(head.books.sales).toBe(1);
  expect(await counted(shop.backupDir)).toHaveLength(1);
  expect(await scratchServers(shop.backupDir)).toEqual([]);
  expect(await readdir(path.join(shop.backupDir, '.em-andamento'))).toEqual(['balcao.lock']);
});

test('a database that is killed under a backup ends it with words; it works again when that is up', async () => {
  const { dataDir } = await makeFolders();
  const shop = await openBackupShop(dataDir, onTestFinished);
  await shop.sell();
  const postmaster = await postmasterOf(dataDir);
  let killed = false;
  const backup = shop.backup({
    onProgress: (_step, done) => {
      if (!done || killed) return;
      killed = true;
      // Its children would otherwise send all of the copy before they notice.
      execFileSync('pkill', ['-KILL', '-P', String(postmaster)]);
      process.kill(postmaster, 'SIGKILL');
    },
  });
  await expect(backup).rejects.toThrow(/terminat|ECONN|EPIPE|57P0/i);
  expect(await counted(shop.backupDir)).toEqual([]);
  await expect.poll(() => shop.sell().catch(() => undefined), { timeout: 20_000 }).toBeDefined();
  expect((await shop.backup()).head.books.sales).toBeGreaterThanOrEqual(2);
});

test('a backup that is told to stop leaves nothing behind', async () => {
  const { dataDir } = await makeFolders();
  const shop = await openBackupShop(dataDir, onTestFinished);
  for (const step of ['copy', 'compare']) {
    const stop = new AbortController();
    const backup = shop.backup({
      onProgress: (now) => void (now === step && stop.abort(new Error('stopped'))),
      signal: stop.signal,
    });
    await expect(backup).rejects.toThrow();
    expect(await counted(shop.backupDir)).toEqual([]);
    expect(await scratchServers(shop.backupDir)).toEqual([]);
    expect(await readdir(path.join(shop.backupDir, '.em-andamento'))).toEqual(['balcao.lock']);
  }
});

test('the commands: a closed shop is backed up and restored, with words and exit codes', async () => {
  const { dataDir, restored } = await makeFolders();
  const none = start('backup', { DATA_DIR: dataDir });
  expect(await none.ended()).toBe(1);
  expect(none.output()).toContain(`O backup não foi feito: Não há uma loja em ${dataDir}`);

  const shop = await openBackupShop(dataDir, onTestFinished);
  await shop.sell();
  await shop.close();
  const backup = start('backup', { DATA_DIR: dataDir });
  expect(await backup.ended()).toBe(0);
  expect(backup.output()).toMatch(/1 vendas, R\$/);
  const file = /\S+\.backup/.exec(backup.output())?.[0] ?? '';
  expect(path.dirname(file)).toBe(path.join(dataDir, 'backups'));

  const restore = start('restore', { DATA_DIR: restored, INIT_CWD: path.dirname(file) }, [
    path.basename(file),
  ]);
  expect(await restore.ended()).toBe(0);
  expect(restore.output()).toContain(`Restaurado em ${restored}`);
  const again = start('restore', { DATA_DIR: restored }, [file]);
  expect(await again.ended()).toBe(1);
  expect(again.output()).toContain('Nada foi restaurado: A pasta de dados');
  const database = await openFolder(restored);
  const owner = await connectAsOwner(restored);
  try {
    expect(await owner.db.selectFrom('sales').select('id').execute()).toHaveLength(1);
  } finally {
    await owner.close();
    await database.close();
  }
});

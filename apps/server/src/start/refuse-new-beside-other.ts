/*
 * A start with an empty database makes a new shop. After a lost disk or a forgotten DATABASE_URL that hid the loss,
 * and within a week the new shop's backups had replaced the good ones. So a new shop is made only where nothing of
 * another one lies, in the data folder and in BACKUP_DIR. With DATABASE_URL and a shop in that database, a
 * folder with another shop only gets a notice. `npm run demo` opens only an empty database or one whose row
 * in `shop` says that it is the sample.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { clusterPaths } from '../database/embedded/cluster.ts';
import type { Config } from '../program/config.ts';
import { wayBack } from './way-back.ts';

/** Files that only a shop leaves. */
const TRACES = ['audit.head', 'audit.key', 'balcao_app.password', 'postgres'];

export function holdsDatabase(dataDir: string): boolean {
  return existsSync(clusterPaths(dataDir).home);
}

/** What is left of a shop in a data folder. */
export async function tracesIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((): string[] => []);
  return TRACES.filter((name) => names.includes(name));
}

/**
 * Throws, with the commands that restore a backup, when there are traces of another shop: within a week the
 * backups of a new shop would replace those of the lost one. Call it when the database is empty.
 */
export async function refuseNewBesideOther(config: Config): Promise<void> {
  const { dataDir } = config;
  const traces = await tracesIn(dataDir);
  const { backups, list, commands } = await wayBack(config);
  if (traces.length + backups.length === 0) return;
  const lines = ['O banco de dados está vazio, mas aqui já houve uma loja:'];
  if (traces.length > 0) lines.push(`  em ${dataDir}: ${traces.join(', ')}`);
  lines.push(
    ...list,
    'Nada foi mudado: os backups de uma loja nova tomariam o lugar dos bons.',
    ...commands,
    'Se o banco da loja ficava em outro PostgreSQL, diga qual em DATABASE_URL.',
    'Para começar outra loja, escolha outra pasta em DATA_DIR, e outra em BACKUP_DIR se há backups nela.',
  );
  throw new Error(lines.join('\n'));
}

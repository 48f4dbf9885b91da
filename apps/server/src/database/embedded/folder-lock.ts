import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { currentUser, ownerInWords } from '../../program/file-owner.ts';
import { quoted } from '../../program/terminal.ts';

const BUSY = 5;
const CANNOT_OPEN = [3, 8, 14]; // SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN

/**
 * Two simultaneous starts may each see the other's half-taken lock; within this time one of them gives
 * up and the other gets it. A refused start takes as long.
 */
const PATIENCE_MS = 300;

/** Another process holds the folder. The message is for the operator. */
export class FolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `O Balcão já está em execução com a pasta de dados ${dataDir}. Feche a outra instância ou escolha outra pasta em DATA_DIR.`,
    );
  }
}

/**
 * Takes the one lock of a data folder for this Node process, or throws in Portuguese. Node has no file
 * locks; SQLite's exclusive transaction is an fcntl lock, which the kernel drops however the process
 * ends, kill -9 included, and which PostgreSQL, a child that outlives Node, does not inherit.
 *
 * Nothing else in this process may open the lock file: closing any descriptor to it drops fcntl locks. The
 * caller keeps what is returned, because garbage collection would close it too.
 */
export function lockFolder(dataDir: string): { release(): void } {
  const file = join(dataDir, 'balcao.lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: PATIENCE_MS });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => database?.close() };
  } catch (error) {
    database?.close();
    const code = (error as { errcode?: number }).errcode ?? 0;
    if (code === BUSY) throw new FolderInUse(dataDir);
    if (CANNOT_OPEN.includes(code)) {
      throw new Error(
        `Sem permissão para escrever em ${file}${ownerInWords(file)}. Rode o Balcão com o dono da pasta; se ela veio de outra máquina ou é do root, como root: chown -R ${currentUser()}: ${quoted(dataDir)}; depois abra.`,
      );
    }
    throw error;
  }
}

import { rename } from 'node:fs/promises';
import path from 'node:path';
import { findBinariesFor } from '../database/embedded/binaries.ts';
import { clusterPaths } from '../database/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { FolderInUse, lockFolder } from '../database/embedded/folder-lock.ts';
import {
  countOthers,
  markMove,
  moveInWords,
  readMove,
  unmarkMove,
} from '../database/open/moved-away.ts';
import { type Client, withClient } from '../database/open/single-connection.ts';
import { syncFolder } from '../program/durable-file.ts';
import { inWords } from '../program/error-words.ts';
import { MustBeSaid, quoted } from '../program/terminal.ts';
import { waitForLoading } from './load-shop.repository.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';
import type { Work } from './progress.ts';
import { inUnfinishedFolder, loadInto, refuseUsedDatabase, restoreInto } from './restore-backup.ts';
import { namesIn } from './shop-files.ts';

/** The prefix of the name of a cluster whose shop has moved out; the time follows. */
const MOVED_OUT = 'postgres-mudou-';

type Place = { dataDir: string; backupDir: string; databaseUrl: string };

const OPEN =
  'A loja está aberta. Feche-a, em todos os servidores, e repita: o que fosse vendido durante a mudança ficaria para trás.';
const CONNECTED = `${OPEN} Outros programas ligados ao banco de DATABASE_URL (psql, pgAdmin) contam como ela.`;

/** What to do, in Portuguese, about a data folder whose shop has moved out; undefined when none has. */
export function movedOutInWords(dataDir: string, names: string[]): string | undefined {
  const { home } = clusterPaths(dataDir);
  const kept = names.filter((name) => name.startsWith(MOVED_OUT)).sort();
  const last = kept.at(-1);
  if (last === undefined || names.includes(path.basename(home))) return undefined;
  return [
    `A loja desta pasta mudou para outro PostgreSQL (o banco de antes: ${last}): diga qual em DATABASE_URL.`,
    'Se já diz o certo, e ele está vazio, a mudança foi interrompida. Desfaça-a, e repita-a se quiser:',
    `  mv ${quoted(path.join(dataDir, last))} ${quoted(home)}`,
  ].join('\n');
}

/**
 * Moves a closed shop from the embedded PostgreSQL to the empty database of `databaseUrl`, by a proven backup.
 * The old cluster is renamed before the new place counts, so that at no moment both can be opened. Keys, log
 * and backups stay in the data folder. Returns where the old cluster is kept. Throws in Portuguese.
 */
export async function moveOut(
  place: Place,
  work: Work,
): Promise<{ backup: MadeBackup; kept: string }> {
  const { dataDir, databaseUrl } = place;
  const { home, folder } = clusterPaths(dataDir);
  const names = await namesIn(dataDir);
  if (!names.includes(path.basename(home))) {
    throw new Error(
      movedOutInWords(dataDir, names) ??
        `Não há uma loja em ${dataDir}. Escolha a pasta dela em DATA_DIR.`,
    );
  }
  const target = { connectionString: databaseUrl };
  // Before the work of a backup.
  await withClient(target, work.signal, refuseUsedDatabase);
  const kept = path.join(
    dataDir,
    `${MOVED_OUT}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`,
  );
  const binaries = await findBinariesFor(folder);
  const embedded = await startEmbeddedPostgres({ dataDir, log: work.log, binaries }).catch(inUse);
  let isPutAside = false;
  try {
    const backup = await makeBackup({ ...place, databaseUrl: undefined, ...work });
    await loadInto(databaseUrl, backup, work, async () => {
      await embedded.stop();
      await underLock(dataDir, async () => {
        await rename(home, kept);
        isPutAside = true;
        await syncFolder(dataDir);
      });
    });
    return { backup, kept };
  } catch (error) {
    if (isPutAside) await putBack(error);
    throw error;
  } finally {
    await embedded.stop();
  }

  /** Only if the other database holds nothing: a failed commit may have happened, or be under way. */
  async function putBack(cause: unknown): Promise<void> {
    const look = async (client: Client) => {
      await waitForLoading(client);
      await refuseUsedDatabase(client);
    };
    await withClient(target, new AbortController().signal, look).catch(() => {
      throw new MustBeSaid(
        `A mudança parou no último passo: ${inWords(cause)} Se o banco de DATABASE_URL tem a loja, abra-a com ele; se está vazio, volte ${kept} para ${home}.`,
        { cause },
      );
    });
    await rename(kept, home);
    await syncFolder(dataDir);
  }
}

/**
 * Moves a shop back from `databaseUrl` into the embedded PostgreSQL of its data folder. The database it leaves
 * is marked first, opened by no server and closed for writing; it keeps its rows. May be repeated after an
 * interruption. Throws in Portuguese, and then the shop is where it was.
 */
export async function moveBack(place: Place, work: Work): Promise<{ backup: MadeBackup }> {
  const { dataDir, databaseUrl } = place;
  const { home } = clusterPaths(dataDir);
  const hasHome = (await namesIn(dataDir)).includes(path.basename(home));
  const source = { connectionString: databaseUrl };
  const untilTheEnd = new AbortController().signal;
  const earlier = await withClient(source, work.signal, readMove);
  // What was sold since at home would be hidden by the older rows, or go on beside them.
  if (earlier && (earlier.isOver || hasHome || earlier.home !== home)) {
    throw new Error(moveInWords(earlier));
  }
  if (hasHome) {
    throw new Error(`Em ${dataDir} já há um PostgreSQL embutido. Mova ${home} para outro lugar.`);
  }
  const refuseOpen = async () => {
    if ((await withClient(source, work.signal, countOthers)) > 0) throw new Error(CONNECTED);
  };
  // A mark would already close the new connections of an open shop.
  await refuseOpen();
  const move = earlier ?? { at: new Date().toISOString(), home, isOver: false };
  await withClient(source, work.signal, (client) => markMove(client, move)).catch(
    (error: Error & { code?: string }) => {
      if (error.code !== NOT_OWNER) throw error;
      throw new Error(
        'O usuário de DATABASE_URL não é dono do banco, e só o dono pode fechá-lo: ALTER DATABASE … OWNER TO …',
      );
    },
  );
  let isBack = false;
  try {
    await refuseOpen();
    const backup = await makeBackup({ ...place, ...work });
    await underLock(dataDir, () =>
      inUnfinishedFolder(dataDir, work.log, async (unfinished) => {
        await restoreInto(unfinished, backup, work);
        await rename(clusterPaths(unfinished).home, home);
        isBack = true;
        await syncFolder(dataDir);
      }),
    );
    const over = { ...move, isOver: true };
    // Without it no start opens the database either.
    await withClient(source, untilTheEnd, (client) => markMove(client, over)).catch(
      (error: Error) => work.log.warn(`O banco de DATABASE_URL não foi avisado: ${inWords(error)}`),
    );
    return { backup };
  } catch (error) {
    // The mark of an earlier run is not of this one to remove.
    if (!isBack && !earlier) await withClient(source, untilTheEnd, unmarkMove);
    throw error;
  }
}

/** PostgreSQL's insufficient_privilege. */
const NOT_OWNER = '42501';

async function underLock(dataDir: string, work: () => Promise<void>): Promise<void> {
  let lock: ReturnType<typeof lockFolder>;
  try {
    lock = lockFolder(dataDir);
  } catch (error) {
    return inUse(error);
  }
  try {
    await work();
  } finally {
    lock.release();
  }
}

function inUse(error: unknown): never {
  throw error instanceof FolderInUse ? new Error(OPEN) : error;
}

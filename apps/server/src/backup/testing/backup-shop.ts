import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createApp } from '../../app/app.ts';
import { connect } from '../../database/connection.ts';
import { clusterPaths } from '../../database/embedded/cluster.ts';
import { processesOfCluster } from '../../database/embedded/orphans.ts';
import { keepLog, makeShopFolder } from '../../database/embedded/testing/shop-folder.ts';
import type { MigrateOptions } from '../../database/migrate.ts';
import { openAsOwner } from '../../database/open/open-as-owner.ts';
import { openDatabase } from '../../database/open/open-database.ts';
import { callApi, TEST_KEY, TEST_SHOP } from '../../testing/app.ts';
import { aSalePayload, aUser, saleParts } from '../../testing/builders.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { type BackupOptions, makeBackup } from '../make-backup.ts';

type WhenOver = (close: () => Promise<void>) => void;

/** A shop on an embedded PostgreSQL of its own, listening, with a seller at the counter. */
export async function openBackupShop(whenOver: WhenOver = onTestFinished) {
  const dataDir = await makeShopFolder({ whenOver });
  const opened = await openFolder(dataDir);
  const { connection } = opened;
  const app = await createApp({ connection, shop: TEST_SHOP, shopKey: async () => TEST_KEY });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= app.close().then(opened.close);
    return closed;
  };
  whenOver(close);

  const { db } = connection;
  const seller = await aUser(db);
  const token = await anAccess(db, seller.id);
  const body = aSalePayload(await saleParts(db));
  const folder = (name: string) => path.join(dataDir, '..', name);
  const backupDir = folder('backups');
  const { log, lines } = keepLog();
  return {
    dataDir,
    backupDir,
    folder,
    db,
    lines,
    close,
    /** Sells once and returns the key of the sale, or undefined when it was not acknowledged. */
    async sell(): Promise<string | undefined> {
      const key = randomUUID();
      const headers = { 'idempotency-key': key };
      const { status } = await callApi(origin, 'createSale', { token, body, headers });
      return status === 201 ? key : undefined;
    },
    backup: (options: Partial<BackupOptions> = {}) =>
      makeBackup({ dataDir, databaseUrl: undefined, backupDir, log, ...options }),
  };
}

/** Opens the database of a data folder as the server does. */
export async function openFolder(dataDir: string, migrating: MigrateOptions = {}) {
  return openDatabase({ dataDir, databaseUrl: undefined, migrating }, keepLog().log);
}

/** The owner's connection to a shop, which may be closed. */
export async function connectAsOwner(dataDir: string) {
  const owner = await openAsOwner({ dataDir }, keepLog().log);
  const connection = connect(owner.config, () => {});
  const close = () => connection.close().then(owner.close);
  return { ...connection, close };
}

export async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.backup'));
}

/** What an unfinished backup has left: files, and pids of its scratch server. */
export async function leftoversIn(backupDir: string) {
  const working = path.join(backupDir, '.em-andamento');
  const { folder } = clusterPaths(path.join(working, 'scratch'));
  const servers = await processesOfCluster(folder).catch(() => []);
  const names = await readdir(working);
  return [...names.filter((name) => name !== 'balcao.lock'), ...servers];
}

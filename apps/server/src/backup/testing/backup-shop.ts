import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createApp } from '../../app/app.ts';
import { connect } from '../../database/connection.ts';
import { clusterPaths } from '../../database/embedded/cluster.ts';
import { openEmbeddedSource } from '../../database/embedded/embedded-source.ts';
import { processesOfCluster } from '../../database/embedded/process-identity.ts';
import { keepLog, makeShopFolder } from '../../database/embedded/testing/shop-folder.ts';
import type { MigrateOptions } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { callApi, TEST_SHOP } from '../../testing/app.ts';
import { aClient, aPaymentMethod, aProduct, aSalePayload, aUser } from '../../testing/builders.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { type BackupOptions, makeBackup } from '../make-backup.ts';

type WhenOver = (close: () => Promise<void>) => void;

/** A shop on its own embedded PostgreSQL, listening, with a seller at the counter. */
export async function openBackupShop(dataDir: string, whenOver: WhenOver) {
  const opened = await openFolder(dataDir);
  const { connection } = opened;
  const app = await createApp({ connection, shop: TEST_SHOP, dataDir });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= app.close().then(opened.close);
    return closed;
  };
  whenOver(close);

  const { db } = connection;
  const seller = await aUser(db);
  const product = await aProduct(db);
  const method = await aPaymentMethod(db);
  const client = await aClient(db);
  const token = await anAccess(db, seller.id);
  const body = aSalePayload({
    client,
    items: [{ product, quantity: 2 }],
    payments: [
      { method, amount: product.unitPrice },
      { method, amount: product.unitPrice },
    ],
  });
  const backupDir = path.join(dataDir, '..', 'backups');
  const { log, lines } = keepLog();
  return {
    dataDir,
    backupDir,
    db,
    lines,
    close,
    /** Sells once and answers the key of the sale when it has been acknowledged, else undefined. */
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

/** The database of a data folder as the server opens it. */
export async function openFolder(dataDir: string, migrating?: MigrateOptions) {
  const { log } = keepLog();
  const options = { dataDir, databaseUrl: undefined, ...(migrating && { migrating }) };
  return openDatabase(options, log);
}

/** A folder for one test, and another beside it to restore into. */
export async function makeFolders() {
  const dataDir = await makeShopFolder();
  return { dataDir, restored: path.join(dataDir, '..', 'restored') };
}

/** The owner's connection to a shop that is open. */
export async function connectAsOwner(dataDir: string) {
  const source = await openEmbeddedSource(dataDir, keepLog().log);
  return connect(source.config, () => {});
}

/** Pids of the scratch server of a backup folder. */
export function scratchServers(backupDir: string): Promise<number[]> {
  const scratch = path.join(backupDir, '.em-andamento', 'scratch');
  return processesOfCluster(clusterPaths(scratch).folder).catch(() => []);
}

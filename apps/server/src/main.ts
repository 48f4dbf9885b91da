import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from './app/app.ts';
import { shopBackups } from './backup/automatic/automatic-backups.ts';
import { finishUpgrade } from './backup/upgrade-postgres.ts';
import type { Db } from './database/connection.ts';
import type { MigrateOptions } from './database/migrate.ts';
import { type OpenDatabase, openDatabase } from './database/open/open-database.ts';
import { readShop, saleFromTheFuture } from './database/shop.ts';
import { inTransaction } from './database/transaction.ts';
import { watchHead } from './features/audit/audit-head.ts';
import { shopKeyOf } from './features/audit/audit-key.ts';
import { sealWhileOpen } from './features/audit/sealer.ts';
import { takeOverInstitution } from './features/institution/take-over.ts';
import { makeFirstPaymentMethods } from './features/payment-methods/payment-methods.service.ts';
import { makeFirstAdministrator } from './features/users/first-start.ts';
import { findService } from './operator/checks/service.ts';
import { certificateInWords, watchCertificate } from './program/certificate.ts';
import { BadConfig, type Config, readConfig } from './program/config.ts';
import { openLog } from './program/log.ts';
import {
  badConfigInWords,
  knownInWords,
  refuseNewWithUnknown,
  unknownInWords,
} from './program/unknown-variables.ts';
import { patiently } from './program/watched.ts';
import { announce, announceAdministrator, words } from './start/announce.ts';
import { explainDamage, explainFailure } from './start/explain-failure.ts';
import { noteClosed, noteOpen, readOpenNote } from './start/open-note.ts';
import { holdsDatabase, refuseNewBesideOther } from './start/refuse-new-beside-other.ts';
import { refuseTakenPort } from './start/taken-port.ts';
import { unignoredFolder } from './start/unignored-folder.ts';
import { sweepWhileOpen } from './sweep.ts';

const WEB_DIR = path.resolve(import.meta.dirname, '../../web/dist');
/** The time that a sale in flight has to finish; PostgreSQL gets the rest. */
const DRAIN_MS = 8_000;
type Demo = typeof import('./demo/demo.ts');

try {
  const config = readConfig(process.env, process.cwd());
  await start(config).catch(async (error) =>
    fail(
      (await explainDamage(error, config)) ??
        explainFailure(error, config, (await findService(config.dataDir))?.user) ??
        error,
    ),
  );
} catch (error) {
  fail(error instanceof BadConfig ? badConfigInWords(error, process.env) : error);
}

/** Prints a message, or for an unknown error the error with its stack. */
function fail(reason: unknown): void {
  console.error(reason);
  process.exitCode = 1;
}

async function start(config: Config): Promise<void> {
  const { dataDir, databaseUrl } = config;
  // Imported only on demand: a real shop needs neither the sample data nor their builders.
  const demo = process.argv.includes('--demo') ? await import('./demo/demo.ts') : undefined;
  // The checks come first: a refused start changes nothing, except that an interrupted upgrade is finished.
  await refuseTakenPort(config);
  await finishUpgrade(dataDir);
  const hasDatabase = holdsDatabase(dataDir);
  const refuseNew = async () => {
    refuseNewWithUnknown(process.env);
    await refuseNewBesideOther(config);
  };
  if (!databaseUrl && !hasDatabase) await refuseNew();

  const log = openLog(dataDir);
  const { STARTED_AGAIN_AFTER: diedOf } = process.env;
  if (diedOf) log.warn({ diedOf }, 'O servidor tinha caído e foi aberto de novo.');
  const warnings: string[] = [];
  const warn = (message: string | undefined | false) => {
    if (!message) return;
    log.warn({ announced: true }, message);
    warnings.push(message);
  };
  const unknown = unknownInWords(process.env);
  warn(unknown && `${unknown} ${knownInWords()}`);
  warn(databaseUrl && hasDatabase && words.anotherShop(dataDir));
  warn(await unignoredFolder(dataDir));

  // The sample shop needs no daily backup.
  const backups = shopBackups({ ...config, ...(demo && { backupKeep: 0 }) }, log, console.log);
  if (!databaseUrl) await backups.upgradePostgres();
  const migrating: MigrateOptions = {
    async admit(db, isNew) {
      if (isNew && databaseUrl) await refuseNew();
      await demo?.refuseRealShop(db);
    },
    before: backups.beforeUpgrade,
  };
  let app: FastifyInstance | undefined;
  const giveUp = new AbortController();
  const options = { dataDir, databaseUrl, migrating, giveUp: giveUp.signal };
  const opening = openDatabase(options, log);
  stopOnSignals({ database: opening, giveUp, app: () => app }, log);
  const database = await opening.catch((error) => {
    if (!giveUp.signal.aborted) throw error;
  });
  // Stopped while it opened; the process is ending.
  if (!database) return;
  try {
    const { connection } = database;
    for (const note of database.notes) warn(note);
    warn(!diedOf && (await readOpenNote(dataDir)) && words.notInOrder);
    const { db } = connection;
    const administrator = await setUpNewShop(db, config, demo);
    // Printed at once: if the start fails from here on, the next one finds a user and makes no password. Those of a
    // sample shop are known, and printed with its other users.
    if (!administrator) warn(config.adminPassword && words.passwordIgnored);
    else if (!demo) announceAdministrator(administrator);
    for (const words of await takeOverInstitution(db, dataDir)) warn(words);
    const { demoDays: days } = config;
    if (demo) await database.asOwner((owner) => demo.openDemo(owner, { say: console.log, days }));
    const shop = await readShop(db);
    const daily = await backups.daily(db);
    for (const each of daily.warnings) warn(each);
    const certificate = watchCertificate(config.publicUrl);
    app = await createApp({
      connection,
      backups: daily.state,
      certificate,
      examination: async () =>
        (await patiently(backups.disks.data(), undefined))?.examination ?? 'none',
      ...(daily.schedule && { backupsByHand: daily.schedule }),
      shop,
      shopKey: shopKeyOf({ ...config, db }),
      trustProxy: config.trustProxy,
      ...(existsSync(WEB_DIR) && { webDir: WEB_DIR }),
      logger: log,
    });
    app.addHook('onClose', async () => daily.schedule?.stop());
    app.addHook('onClose', () => noteClosed(dataDir));
    warn(await watchHead(db, dataDir).catch((error: Error) => error.message));
    const future = await saleFromTheFuture(db);
    warn(future && words.clockBehind(future));
    warn(certificateInWords(await certificate(), config.publicUrl));
    if (config.metricsPort) {
      // Only on demand, because few have a Prometheus. Without its figures the shop still sells.
      const { serveMetrics } = await import('./metrics/serve-metrics.ts');
      const { metricsPort: port } = config;
      const { place, data } = backups.disks;
      const rooms = {
        data: async () => (await data()).room,
        backups: async () => (await place()).room,
      };
      const sources = { connection, backups: daily.state, rooms };
      await serveMetrics(app, { port, ...sources }).catch((error) => warn(words.noMetrics(error)));
    }
    sealWhileOpen(app, { ...config, db, log });
    sweepWhileOpen(app, { db, log });
    await app.listen({ port: config.port, host: config.host });
    const lines = shop.sample && !demo ? [words.sample, daily.line] : [daily.line];
    await noteOpen(config, app.listeningOrigin).catch((error: Error) => log.warn(error.message));
    announce(app.listeningOrigin, config, { lines, warnings });
    // From now on the parent process restarts this one when it dies.
    process.send?.('open');
    daily.schedule?.begin();
    if (demo) console.log(await demo.signInWords(db, config.adminLogin));
  } catch (error) {
    // The app may be listening already; without a database it must not go on.
    try {
      if (app) await drain(app);
    } finally {
      await database.close();
    }
    throw error;
  }
}

/** In one transaction, because a shop with an administrator counts as set up. */
function setUpNewShop(db: Db, config: Config, demo: Demo | undefined) {
  return inTransaction(db, async (tx) => {
    const administrator = await makeFirstAdministrator(tx, {
      name: demo?.administrator.name,
      login: config.adminLogin,
      password: config.adminPassword ?? demo?.administrator.password,
    });
    if (administrator) await makeFirstPaymentMethods(tx);
    if (administrator) await demo?.markAsSample(tx);
    return administrator;
  });
}

/**
 * On SIGTERM or SIGINT: no new requests, those in flight finish, the pool closes, PostgreSQL stops, and
 * the process exits with 0. Later signals are ignored. While the database is still opening a signal
 * aborts `giveUp` and waits, so that no PostgreSQL is left behind.
 */
function stopOnSignals(
  parts: {
    database: Promise<OpenDatabase>;
    giveUp: AbortController;
    app(): FastifyInstance | undefined;
  },
  log: Logger,
): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    parts.giveUp.abort();
    const database = await parts.database.catch(() => undefined);
    const app = parts.app();
    if (app) await drain(app);
    await database?.close();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

/** Closes the app when the requests in flight have finished or their time is over. */
async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timer);
}

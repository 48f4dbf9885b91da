import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app/app.ts';
import { shopBackups } from './backup/shop-backups.ts';
import { finishUpgrade } from './backup/upgrade-postgres.ts';
import type { MigrateOptions } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { readShop } from './database/shop.ts';
import { inTransaction } from './database/transaction.ts';
import { watchHead } from './features/audit/audit-head.ts';
import { sealWhileOpen } from './features/audit/sealer.ts';
import { openInstitution } from './features/institution/institution.service.ts';
import { makeFirstPaymentMethods } from './features/payment-methods/first-methods.ts';
import { updateSalesCountsWhileOpen } from './features/sales/update-sales-counts.ts';
import { makeFirstAdministrator } from './features/users/first-start.ts';
import { BadConfig, type Config, readConfig } from './program/config.ts';
import { openLog } from './program/log.ts';
import { saleFromTheFuture } from './start/clock.repository.ts';
import { refuseTakenPort } from './start/free-port.ts';
import { holdsDatabase, refuseNewBesideOther } from './start/lost-shop.ts';
import { explainTrouble } from './start/trouble.ts';
import { announce, tellAdministrator, words } from './start/words.ts';
import { drain, stopOnSignals } from './stop.ts';

const WEB_DIR = path.resolve(import.meta.dirname, '../../web/dist');

try {
  const config = readConfig(process.env, process.cwd());
  await start(config).catch((error) => fail(explainTrouble(error, config) ?? error));
} catch (error) {
  fail(error instanceof BadConfig ? error.message : error);
}

/** Where in the program it was seen helps only if the trouble is not known. */
function fail(trouble: unknown): void {
  console.error(trouble);
  process.exitCode = 1;
}

async function start(config: Config): Promise<void> {
  // Loaded only where it is wanted: a real shop needs neither the sample nor the builders it is made with.
  const demo = process.argv.includes('--demo') ? await import('./demo/demo.ts') : undefined;
  // Before anything is made: what is refused here leaves everything as it was.
  await refuseTakenPort(config);
  const isEmbedded = config.databaseUrl === undefined;
  await finishUpgrade(config.dataDir);
  const hasDatabase = holdsDatabase(config.dataDir);
  if (isEmbedded && !hasDatabase) await refuseNewBesideOther(config);
  const log = openLog(config.dataDir);
  const { STARTED_AGAIN_AFTER: diedOf } = process.env;
  if (diedOf) log.warn({ diedOf }, 'O servidor tinha caído e foi aberto de novo.');
  const warnings: string[] = [];
  const warn = (words: string | undefined | false) => {
    if (!words) return;
    log.info(words);
    warnings.push(words);
  };
  warn((await openInstitution(config.dataDir)).trouble);
  warn(!isEmbedded && hasDatabase && words.anotherShop(config.dataDir));
  let app: FastifyInstance | undefined;
  // The sample shop needs no backup a day.
  const backups = shopBackups({ ...config, ...(demo && { backupKeep: 0 }) }, log);
  if (isEmbedded) await backups.upgradePostgres(console.log);
  const migrating: MigrateOptions = {
    async admit(db, isNew) {
      if (isNew && !isEmbedded) await refuseNewBesideOther(config);
      await demo?.refuseRealShop(db);
    },
    before: (pending) => backups.beforeUpgrade(pending, console.log),
  };
  const opening = openDatabase({ ...config, migrating }, log);
  stopOnSignals({ database: opening, app: () => app }, log);
  const database = await opening;
  try {
    const { db } = database.connection;
    // All or nothing: a shop with an administrator is taken for one that has been set up.
    const administrator = await inTransaction(db, async (tx) => {
      const made = await makeFirstAdministrator(tx, {
        name: demo?.administrator.name,
        login: config.adminLogin,
        password: config.adminPassword ?? demo?.administrator.password,
      });
      if (made) await makeFirstPaymentMethods(tx);
      if (made) await demo?.markAsSample(tx);
      return made;
    });
    // At once: whatever fails after this, the next start finds a user and makes up no other password.
    if (administrator) tellAdministrator(administrator);
    else warn(config.adminPassword && words.passwordIgnored);
    await demo?.openDemo(database.connection, { say: console.log });
    const shop = await readShop(db);
    app = await createApp({
      connection: database.connection,
      shop,
      dataDir: config.dataDir,
      trustProxy: config.trustProxy,
      ...(existsSync(WEB_DIR) && { webDir: WEB_DIR }),
      logger: log,
    });
    const daily = await backups.daily(database.connection);
    app.addHook('onClose', async () => daily.schedule?.stop());
    warn(await watchHead(db, config.dataDir).catch((error: Error) => error.message));
    const future = await saleFromTheFuture(db);
    warn(future && words.clockBehind(future));
    sealWhileOpen(app, { ...config, db, log });
    updateSalesCountsWhileOpen(app, { db, log });
    await app.listen({ port: config.port, host: config.host });
    const lines = shop.sample && !demo ? [words.sample, ...daily.words] : daily.words;
    announce(app.listeningOrigin, config, { lines, warnings });
    // Whoever started it starts it again when it dies from now on.
    process.send?.('open');
    daily.schedule?.begin();
    if (demo) console.log(await demo.signInWords(db, config.adminLogin));
  } catch (error) {
    // It may be listening already, and would go on so without a database.
    try {
      if (app) await drain(app);
    } finally {
      await database.close();
    }
    throw error;
  }
}

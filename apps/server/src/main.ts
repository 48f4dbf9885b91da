import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { shopBackups } from './backup/shop-backups.ts';
import { BadConfig, type Config, readConfig } from './config.ts';
import { openDatabase } from './database/open.ts';
import { readShop } from './database/shop.ts';
import { inTransaction } from './database/transaction.ts';
import { sealWhileOpen } from './features/audit/seal-while-open.ts';
import {
  FILE_NAME,
  readInstitution,
  sampleFile,
} from './features/institution/institution.service.ts';
import { makeFirstPaymentMethods } from './features/payment-methods/first-methods.ts';
import { countSalesWhileOpen } from './features/sales/count-sales.ts';
import { type FirstAdministrator, makeFirstAdministrator } from './features/users/first-start.ts';
import { openLog } from './log.ts';
import { explainTrouble } from './start-trouble.ts';
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
  const log = openLog(config.dataDir);
  const { STARTED_AGAIN_AFTER: diedOf } = process.env;
  if (diedOf) log.warn({ diedOf }, 'O servidor tinha caído e foi aberto de novo.');
  await writeSampleInstitution(config.dataDir);
  await readInstitution(config.dataDir);
  let app: FastifyInstance | undefined;
  // The sample shop needs no backup a day.
  const backups = shopBackups({ ...config, ...(demo && { backupKeep: 0 }) }, log);
  const migrating = { before: (pending: string[]) => backups.beforeUpgrade(pending, console.log) };
  const opening = openDatabase({ ...config, migrating }, log);
  stopOnSignals({ database: opening, app: () => app }, log);
  const database = await opening;
  try {
    // Both or neither: a shop with an administrator is taken for one that has been set up.
    const administrator = await inTransaction(database.connection.db, async (tx) => {
      const made = await makeFirstAdministrator(tx, {
        name: demo?.administrator.name,
        login: config.adminLogin,
        password: config.adminPassword ?? demo?.administrator.password,
      });
      if (made) await makeFirstPaymentMethods(tx);
      return made;
    });
    // At once: whatever fails after this, the next start finds a user and makes up no other password.
    if (administrator) tellAdministrator(administrator);
    await demo?.openDemo(database.connection, { say: console.log });
    app = await createApp({
      connection: database.connection,
      shop: await readShop(database.connection.db),
      dataDir: config.dataDir,
      trustProxy: config.trustProxy,
      ...(existsSync(WEB_DIR) && { webDir: WEB_DIR }),
      logger: log,
    });
    const daily = await backups.daily(database.connection);
    app.addHook('onClose', async () => daily.schedule?.stop());
    sealWhileOpen(app, { ...config, db: database.connection.db, log });
    countSalesWhileOpen(app, { db: database.connection.db, log });
    await app.listen({ port: config.port, host: config.host });
    announce(app.listeningOrigin, config, daily.words);
    // Whoever started it starts it again when it dies from now on.
    process.send?.('open');
    daily.schedule?.begin();
    if (demo) console.log(await demo.signInWords(database.connection.db, config.adminLogin));
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

async function writeSampleInstitution(dataDir: string): Promise<void> {
  const file = path.join(dataDir, FILE_NAME);
  if (!existsSync(file)) await writeFile(file, sampleFile());
}

function tellAdministrator({ login, password }: FirstAdministrator): void {
  console.log(`\nPrimeiro administrador: login ${login}`);
  if (password) console.log(`  senha provisória (só aparece agora): ${password}`);
}

function announce(origin: string, config: Config, backups: string[]): void {
  console.log(`\nBalcão está aberto em ${origin}`);
  console.log(`  dados: ${config.databaseUrl ? 'no PostgreSQL de DATABASE_URL' : config.dataDir}`);
  for (const line of backups) console.log(`  ${line}`);
  if (!['127.0.0.1', '::1', 'localhost'].includes(config.host)) {
    console.log(
      '  sem TLS: quem escuta a rede vê senhas e vendas. Ponha um proxy HTTPS na frente (veja o README).',
    );
  }
  console.log('  Ctrl+C para fechar\n');
}

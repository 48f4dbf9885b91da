import { randomBytes } from 'node:crypto';
import { chown, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseAccount } from '../../database/embedded/account.ts';
import { findBinaries } from '../../database/embedded/binaries.ts';
import { clusterPaths } from '../../database/embedded/cluster.ts';
import { DATABASE, PASSWORD_FILE, SUPERUSER } from '../../database/embedded/create-cluster.ts';
import { type Launcher, launch, run } from '../../database/embedded/launcher.ts';
import type { Log } from '../../database/embedded/log.ts';
import { findLauncher } from '../../database/embedded/reach.ts';
import type { BackupFacts } from '../backup-facts.ts';

/** Scram for everyone over the socket, as initdb leaves it for a shop. */
const PG_HBA = 'local all all scram-sha-256\nlocal replication all scram-sha-256\n';

/**
 * Makes of the copied cluster of another server one that the embedded PostgreSQL opens as its own: its
 * settings put aside, a superuser whose password we know, the database under the name that it has here.
 * PostgreSQL in single-user mode asks for no password.
 */
export async function adoptCluster(dataDir: string, facts: BackupFacts, log: Log): Promise<void> {
  const { home, folder } = clusterPaths(dataDir);
  const binaries = await findBinaries();
  // They name files, libraries and neighbours of another machine.
  for (const name of ['postgresql.conf', 'postgresql.auto.conf', 'pg_ident.conf']) {
    await writeFile(path.join(folder, name), '', { mode: 0o600 });
  }
  await writeFile(path.join(folder, 'pg_hba.conf'), PG_HBA, { mode: 0o600 });
  for (const name of ['standby.signal', 'recovery.signal']) {
    await rm(path.join(folder, name), { force: true });
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(path.join(home, PASSWORD_FILE), password, { mode: 0o600 });

  const account = await chooseAccount(folder);
  if (account) {
    await chown(home, account.uid, account.gid);
    const owner = `${account.uid}:${account.gid}`;
    await run({ account: null, through: [] }, ['chown', '-R', '-h', owner, home], 300_000);
  }
  const launcher = await findLauncher(account, binaries, dataDir, log);
  const single = (database: string, statements: string[]) =>
    singleUser(launcher, [binaries.postgres, '--single', '-D', folder], database, statements);

  const quoted = `"${facts.database.replaceAll('"', '""')}"`;
  // Indexes over text are sorted as the other machine's libraries sort.
  await single(facts.database, [
    `REINDEX DATABASE ${quoted}`,
    `ALTER DATABASE ${quoted} REFRESH COLLATION VERSION`,
  ]);
  await single('template1', [
    `DO $$ BEGIN CREATE ROLE ${SUPERUSER}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `ALTER ROLE ${SUPERUSER} SUPERUSER REPLICATION LOGIN PASSWORD '${password}'`,
    ...(facts.database === DATABASE ? [] : [`ALTER DATABASE ${quoted} RENAME TO ${DATABASE}`]),
  ]);
}

/** One statement a line; the program goes on after an error and ends well, but it does say so. */
function singleUser(
  launcher: Launcher,
  command: string[],
  database: string,
  statements: string[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = launch(launcher, [...command, database], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const trouble = /^.*(?:ERROR|FATAL|PANIC): .*$/m.exec(output)?.[0];
      if (code === 0 && !trouble) resolve();
      else reject(new Error(`A cópia do servidor não pôde ser aberta: ${trouble ?? output}`));
    });
    child.stdin?.end(`${statements.join('\n')}\n`);
  });
}

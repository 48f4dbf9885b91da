import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../program/log.ts';
import type { Binaries } from './binaries.ts';
import { type Account, run } from './launch.ts';

const NAME = 'balcao';

/**
 * The user that PostgreSQL runs as, since it refuses root: null when Node is not root. An existing
 * cluster keeps its owner; otherwise the system user `balcao`, made when missing, or else `nobody`.
 */
async function chooseAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) {
    // Only initdb needs a passwd entry, so an owner unknown to this machine will do.
    const known = await findAccount(String(owner.uid));
    return known ?? { uid: owner.uid, gid: owner.gid, name: String(owner.uid) };
  }
  const account =
    (await findAccount(NAME)) ?? (await createAccount()) ?? (await findAccount('nobody'));
  if (!account) {
    throw new Error(
      `O PostgreSQL não roda como root e não foi possível criar o usuário ${NAME}. Crie-o com "useradd --system ${NAME}" ou inicie o Balcão com um usuário comum.`,
    );
  }
  return account;
}

/** Enters the data folder, loads the programs with their libraries, reads one of their files. */
const PROBE =
  'cd -- "$1" && "$2/bin/initdb" --version && "$2/bin/postgres" --version && "$2/bin/pg_ctl" --version && : < "$2/bin/postgres" && : < "$2/share/postgresql/postgres.bki"';

/** READ_SEARCH opens less, but container runtimes usually grant DAC_OVERRIDE alone. */
const CAPABILITIES = process.platform === 'linux' ? ['dac_read_search', 'dac_override'] : [];

/**
 * The account for a cluster, tested: it can use the data folder and run the binaries. Root clones into
 * /root or into a folder of mktemp, both closed to others. There the account keeps the one capability
 * that opens folders, with a warning. Throws in Portuguese when that fails too.
 */
export async function accountFor(
  cluster: string,
  { root }: Binaries,
  dataDir: string,
  log: Log,
): Promise<Account> {
  const account = await chooseAccount(cluster);
  const probe = (candidate: Account) =>
    run(candidate, ['/bin/sh', '-c', PROBE, 'sh', dataDir, root], 20_000);
  const { ok, output } = await probe(account);
  if (ok) return account;
  if (!account) {
    throw new Error(
      `O PostgreSQL embutido não roda nesta máquina (${output}). Ele precisa de um Linux com glibc ou de um macOS; a saída é apontar DATABASE_URL para um PostgreSQL.`,
    );
  }
  const remedy =
    'mova o Balcão e a pasta de dados para uma pasta aberta à leitura, como /srv, ou inicie-o com um usuário comum';
  for (const capability of CAPABILITIES) {
    const lent = { ...account, capability };
    if (!(await probe(lent)).ok) continue;
    log.warn(
      `O usuário ${account.name} não alcança ${dataDir} ou ${root}; o PostgreSQL recebe a permissão ${capability} para atravessar as pastas. Para evitar isso, ${remedy}.`,
    );
    return lent;
  }
  throw new Error(
    `O PostgreSQL não roda como root, e o usuário ${account.name} não consegue usar ${dataDir} e ${root} (${output}). Para resolver, ${remedy}.`,
  );
}

/** `id` reads the system's own directory, so users from LDAP or macOS are found too. */
async function findAccount(user: string): Promise<Account> {
  const [uid, gid, name] = await Promise.all(
    ['-u', '-g', '-un'].map((option) => run(null, ['id', option, user], 10_000)),
  );
  if (!uid?.ok || !gid?.ok || !name?.ok || uid.output === '0') return null;
  // macOS shows nobody's -2 as 4294967294; Node takes signed 32-bit numbers only.
  return { uid: Number(uid.output) | 0, gid: Number(gid.output) | 0, name: name.output };
}

async function createAccount(): Promise<Account> {
  const command = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  // Another shop's first start may hold the lock of /etc/passwd for a moment.
  for (let attempt = 0; attempt < 5; attempt++) {
    const made = await run(null, ['/usr/sbin/useradd', ...command, NAME], 10_000);
    const account = await findAccount(NAME);
    if (account) return account;
    if (!made.output.includes('lock')) return null;
    await sleep(200);
  }
  return null;
}

import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, type Launcher, run } from './launcher.ts';

const SELF: Launcher = { account: null, through: [] };
const NAME = 'balcao';

/**
 * The user PostgreSQL runs as, since it refuses root: null when Node is not root. An existing
 * cluster keeps its owner; else the system user `balcao`, made when missing; else `nobody`.
 */
export async function chooseAccount(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) {
    // Only initdb needs a passwd entry, so an owner unknown to this machine will do here.
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

/** `id` asks the system's own directory, so users from LDAP or macOS are found too. */
async function findAccount(user: string): Promise<Account | null> {
  const [uid, gid, name] = await Promise.all(
    ['-u', '-g', '-un'].map((what) => run(SELF, ['id', what, user], 10_000)),
  );
  if (!uid?.ok || !gid?.ok || !name?.ok || uid.output === '0') return null;
  // macOS shows nobody's -2 as 4294967294; Node takes signed 32-bit numbers only.
  return { uid: Number(uid.output) | 0, gid: Number(gid.output) | 0, name: name.output };
}

async function createAccount(): Promise<Account | null> {
  const command = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  // Another shop's first start may hold the lock of /etc/passwd for a moment.
  for (let attempt = 0; attempt < 5; attempt++) {
    const made = await run(SELF, ['/usr/sbin/useradd', ...command, NAME], 10_000);
    const account = await findAccount(NAME);
    if (account) return account;
    if (!made.output.includes('lock')) return null;
    await sleep(200);
  }
  return null;
}

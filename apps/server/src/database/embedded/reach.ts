import type { Binaries } from './binaries.ts';
import { type Account, type Launcher, run } from './launcher.ts';
import type { Log } from './log.ts';

/** READ_SEARCH opens less, but container runtimes usually grant DAC_OVERRIDE alone. */
const CAPABILITIES = ['dac_read_search', 'dac_override'];

/** Enters the data folder, loads the programs with their libraries, reads one of their files. */
const PROBE =
  'cd -- "$1" && "$2/bin/initdb" --version && "$2/bin/postgres" --version && "$2/bin/pg_ctl" --version && : < "$2/bin/postgres" && : < "$2/share/postgresql/postgres.bki"';

/**
 * Finds by trying how `account` (null: whoever runs Node) can run the binaries on the data folder.
 * Where root has the shop in a folder closed to others (/root is 0700), the user is lent one
 * capability that opens folders, with a warning; throws in Portuguese where that fails too.
 */
export async function findLauncher(
  account: Account | null,
  binaries: Binaries,
  dataDir: string,
  log: Log,
): Promise<Launcher> {
  const probe = (launcher: Launcher) =>
    run(launcher, ['/bin/sh', '-c', PROBE, 'sh', dataDir, binaries.root], 20_000);

  const direct: Launcher = { account, through: [] };
  const { ok, output } = await probe(direct);
  if (ok) return direct;
  if (!account) {
    throw new Error(
      `O PostgreSQL embutido não roda nesta máquina (${output}). Ele precisa de um Linux com glibc ou de um macOS; a saída é apontar DATABASE_URL para um PostgreSQL.`,
    );
  }
  for (const capability of process.platform === 'linux' ? CAPABILITIES : []) {
    const lent: Launcher = { account, through: setpriv(account, capability) };
    if (!(await probe(lent)).ok) continue;
    log.warn(
      `O usuário ${account.name} não alcança ${dataDir} ou ${binaries.root}; o PostgreSQL recebe a permissão ${capability} para atravessar as pastas. Para evitar isso, mova o Balcão para uma pasta aberta à leitura, como /srv, ou inicie-o com um usuário comum.`,
    );
    return lent;
  }
  throw new Error(
    `O PostgreSQL não roda como root, e o usuário ${account.name} não consegue usar ${dataDir} e ${binaries.root} (${output}). Mova o Balcão e a pasta de dados para uma pasta aberta à leitura, como /srv, ou inicie-o com um usuário comum.`,
  );
}

/**
 * no_setuid_fixup is there because initdb looks for postgres with access(2), which otherwise
 * leaves the capabilities of an ordinary user out of account. The bounding set keeps every other
 * right of root out of reach for good.
 */
function setpriv({ uid, gid }: Account, capability: string): string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
    '--',
  ];
}

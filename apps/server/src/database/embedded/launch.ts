import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';

/**
 * The system user that a program runs as; null: the user that Node runs as. `capability` is the one
 * right of root that the user keeps.
 */
export type Account = { uid: number; gid: number; name: string; capability?: string } | null;

/**
 * The caller's environment is not passed on: PGDATA, PGOPTIONS and LD_LIBRARY_PATH would change what
 * PostgreSQL's programs do, an unset LANG the encoding, an odd TZ the time zone that initdb stores.
 * macOS refuses to start the server without LC_ALL.
 */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts a program in a session of its own, so that Ctrl+C in the terminal reaches Node alone. The
 * working folder is / because the account may not be able to enter the caller's.
 */
export function launch(
  account: Account,
  command: string[],
  options: { stdio: StdioOptions; env?: Record<string, string> },
): ChildProcess {
  const through = setpriv(account);
  const [program = '', ...args] = [...through, ...command];
  return spawn(program, args, {
    // With a uid or gid, Node also clears the supplementary groups.
    ...(account && through.length === 0 && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    detached: true,
    env: { ...ENVIRONMENT, ...options.env },
    stdio: options.stdio,
  });
}

/**
 * initdb looks for postgres with access(2), which ignores the capabilities of an ordinary user unless
 * no_setuid_fixup is set. The bounding set keeps every other right of root out of reach.
 */
function setpriv(account: Account): string[] {
  if (!account?.capability) return [];
  const { uid, gid, capability } = account;
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--securebits=+no_setuid_fixup',
    ...['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+${capability}`),
    '--',
  ];
}

/** Runs a program to its end and kills it after `limitMs`. Never throws; a failed spawn is not `ok`. */
export function run(
  account: Account,
  command: string[],
  limitMs: number,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = launch(account, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const finish = (ok: boolean) => {
      clearTimeout(limit);
      resolve({ ok, output: output.trim() });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (output += chunk));
    }
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

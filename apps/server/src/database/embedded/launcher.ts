import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';

/** A system user. */
export type Account = { uid: number; gid: number; name: string };

/** As whom, and through which program, PostgreSQL's programs are run. */
export type Launcher = {
  /** The user they run as; null: the one Node runs as. */
  account: Account | null;
  /** Program and arguments put before theirs (setpriv); empty: run directly. */
  through: string[];
};

/**
 * Nothing of the caller's environment passes: PGDATA, PGOPTIONS or LD_LIBRARY_PATH would change
 * what the programs do, an unset LANG the encoding, an odd TZ the time zone initdb writes down,
 * and macOS refuses to start the server where LC_ALL is not set.
 */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts a program in its own session, so that Ctrl+C in the terminal reaches Node alone. The
 * working folder is / because another user may not be able to enter the caller's.
 */
export function launch(
  { account, through }: Launcher,
  command: string[],
  options: { stdio: StdioOptions; env?: Record<string, string> },
): ChildProcess {
  const [file = '', ...args] = [...through, ...command];
  // With uid or gid given, Node also clears the supplementary groups.
  const user = account && through.length === 0 ? { uid: account.uid, gid: account.gid } : {};
  return spawn(file, args, {
    ...user,
    cwd: '/',
    detached: true,
    env: { ...ENVIRONMENT, ...options.env },
    stdio: options.stdio,
  });
}

export type Outcome = { ok: boolean; output: string };

/** Runs a program to its end, killing it after `limitMs`. Never throws: a failed spawn is an outcome. */
export function run(launcher: Launcher, command: string[], limitMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    const child = launch(launcher, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const finish = (ok: boolean) => {
      clearTimeout(limit);
      resolve({ ok, output: output.trim() });
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

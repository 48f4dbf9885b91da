// npm run documents: an empty Debian with its own systemd and no network, and in it every command of
// docs/install.md, in their order, with the bundle of this commit. Root, debootstrap, a mirror of Debian; some minutes.
// SUITE=trixie: another Debian.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NAME, PLATFORM } from '../../scripts/bundle/contents.mjs';
import { ROOT, runTool } from '../deploy/tools.ts';
import { asInstalled, type Command, commandsOf, isRun } from './commands.ts';

const { SUITE = 'bookworm' } = process.env;
const PACKAGES = 'systemd,systemd-sysv,zstd,openssl,cron,procps';
const BUNDLE = `${NAME}-${PLATFORM}.tar.zst`;
/** The machine's own, which knip need not look for among the packages. */
const UNSHARE = 'unshare';
const LIMIT_MS = 240_000;
/** What Ctrl+C is for a command that stays: ends it once it says that it is open. */
const UNTIL_OPEN =
  '> printed & for _ in $(seq 240); do grep -q Ctrl+C printed && break; sleep 1; done; kill $!; wait $!';

const bundle = path.join(ROOT, 'bundle', BUNDLE);
if (!existsSync(bundle)) await must('npm', ['--prefix', ROOT, 'run', 'bundle']);
const folder = await mkdtemp('/var/tmp/balcao-');
const cgroup = path.basename(folder);
const debian = path.join(folder, 'debian');
let machine: ReturnType<typeof spawn> | undefined;
try {
  await must('debootstrap', ['--variant=minbase', `--include=${PACKAGES}`, SUITE, debian]);
  for (const place of ['root', 'home']) {
    await copyFile(bundle, path.join(debian, place, BUNDLE));
  }
  const boot = path.join(import.meta.dirname, 'boot-debian.sh');
  machine = spawn(UNSHARE, ['--mount', 'sh', boot, debian, cgroup], { stdio: 'ignore' });
  await until(() => inside('systemctl is-active multi-user.target'), 'systemd does not open');
  await mustInside('useradd --create-home loja');
  for (const command of await commandsOf('docs/install.md')) if (isRun(command)) await run(command);
  console.log('Every command worked.');
} finally {
  machine?.kill('SIGKILL');
  // The kernel takes a moment to end what was killed.
  const removal = `mount -t cgroup2 cgroup2 /mnt; for _ in $(seq 100); do find /mnt/${cgroup} -depth -type d -exec rmdir {} ';' 2> /dev/null; [ -e /mnt/${cgroup} ] || break; sleep 0.1; done`;
  await runTool(UNSHARE, ['--mount', 'sh', '-c', removal]);
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function run({ heading, typed }: Command) {
  // An ordinary user, before anything is installed.
  if (heading === 'The bundle') {
    const stays = /\/balcao$/.test(typed) ? UNTIL_OPEN : '';
    const command = filled(typed).replace(BUNDLE, `/home/${BUNDLE}`);
    return mustInside(`cd /home/loja && runuser -u loja -- sh -c '${command} ${stays}'`);
  }
  // It stays until Ctrl+C; the comment beside it promises the password.
  if (typed.startsWith('journalctl -fu')) {
    const isTold = () => inside('journalctl -u balcao | grep -q "senha provis"');
    return until(isTold, 'the journal does not say the first password');
  }
  // What the text above it has the operator write.
  if (typed.startsWith('crontab')) {
    await mustInside(`echo '0 7 * * * /opt/balcao/balcao doctor --report' | crontab -u balcao -`);
  }
  await mustInside(`cd /root && ${await withBackup(asInstalled(filled(typed)))}`);
  const [, unit] = /^systemctl (?:start|enable --now) (\S+)/.exec(typed) ?? [];
  if (unit) await isOpen(unit);
}

/** By the words of its doctor. */
async function isOpen(unit: string) {
  const program = unit === 'balcao' ? '/opt/balcao' : '/opt/colegio/balcao';
  const doctor = `runuser -u balcao -- ${program}/balcao doctor | grep '^ok *loja: aberta em'`;
  await until(() => inside(doctor), `${unit} does not open the shop`);
}

/** With the file that is there, for the versions that a document speaks of. */
function filled(typed: string): string {
  return typed
    .replace(/balcao-\d+\.\d+\.\d+-linux-x64\.tar\.zst/, BUNDLE)
    .replace(/^(ln -sfn )?balcao-\d+\.\d+\.\d+/, `$1${NAME}`);
}

/** With the newest backup and a folder that the user of the unit may create. */
async function withBackup(typed: string): Promise<string> {
  const { output } = await inside('ls -t /var/lib/balcao/backups/*.backup');
  const [newest = ''] = output.split('\n');
  return typed.replace(/\S*balcao-….backup|FILE/, newest).replace('FOLDER', '/var/lib/balcao/new');
}

async function inside(command: string) {
  const children = `/proc/${machine?.pid}/task/${machine?.pid}/children`;
  const init = (await readFile(children, 'utf8').catch(() => '')).trim();
  const env = ['/usr/bin/env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8'];
  return runTool('nsenter', ['--target', init, '--all', ...env, 'sh', '-c', command]);
}

async function mustInside(command: string) {
  console.log(command);
  const { code, output } = await inside(command);
  assert.equal(code, 0, `${command}\n${output}`);
}

async function must(program: string, args: string[]) {
  const { code, output } = await runTool(program, args);
  assert.equal(code, 0, output);
}

async function until(done: () => Promise<{ code: unknown }>, words: string) {
  for (const began = Date.now(); (await done()).code !== 0; await pause(500)) {
    assert(Date.now() - began < LIMIT_MS, words);
  }
}

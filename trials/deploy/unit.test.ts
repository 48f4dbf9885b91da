import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@balcao/server/src/testing/app.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyOurs } from '../../scripts/bundle/contents.mjs';
import { deployed, freePort, keepRunning, ROOT, runTool, whyNo } from './tools.ts';

/** The most that `systemd-analyze security` may say: 2.9 of 10. */
const MOST_EXPOSURE = 29;

test('the systemd unit is valid, and safe by the judgement of systemd', async ({ skip }) => {
  const why = await whyNo('systemd-analyze', '--version');
  if (why) skip(why);
  // systemd looks for the programs, which are elsewhere here.
  const unit = (await deployed('balcao.service')).replaceAll('/opt/balcao', ROOT);
  const file = path.join(await temporaryFolder(), 'balcao.service');
  await writeFile(file, unit);
  expect(await runTool('systemd-analyze', ['verify', '--man=no', file])).toEqual({
    code: 0,
    output: '',
  });
  const judge = (most: number) =>
    runTool('systemd-analyze', [
      'security',
      '--no-pager',
      '--offline=true',
      `--threshold=${most}`,
      file,
    ]);
  const { code, output } = await judge(MOST_EXPOSURE);
  expect(code, output).toBe(0);
  expect((await judge(1)).code).not.toBe(0);

  await writeFile(file, unit.replace('KillMode=mixed', 'KillMode=gently'));
  const { output: complaint } = await runTool('systemd-analyze', ['verify', '--man=no', file]);
  expect(complaint).toContain('kill mode');
});

/** Bound into an unpacked bundle, in place of those that it would bring. */
const PACKAGES = ['node_modules', 'scripts/toolchain/node_modules'];
/** A folder that the unit is not opened for. */
const FORBIDDEN = '/var/lib/backups-elsewhere';
/** What the unit orders itself after; systemd's own targets would bring the whole machine with them. */
const TARGETS = ['basic', 'sysinit', 'shutdown', 'network-online', 'time-sync'];

test('a systemd runs the unit: the shop opens, can write only its data, and stops in order', {
  timeout: 180_000,
}, async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root can boot a systemd');
  const account = await runTool('id', ['balcao']);
  if (account.code !== 0) skip('there is no user balcao');
  const why = await whyNo('/lib/systemd/systemd', '--version');
  if (why) skip(why);

  const folder = await temporaryFolder();
  const unpacked = path.join(folder, 'balcao-unpacked');
  copyOurs(unpacked);
  for (const packages of PACKAGES) await mkdir(path.join(unpacked, packages), { recursive: true });
  const units = path.join(folder, 'units');
  await mkdir(path.join(units, 'balcao.service.d'), { recursive: true });
  await writeFile(path.join(units, 'balcao.service'), await deployed('balcao.service'));
  for (const name of TARGETS) {
    await writeFile(path.join(units, `${name}.target`), '[Unit]\nDefaultDependencies=no\n');
  }
  const port = await freePort();
  const settings = `${await deployed('balcao.env')}PORT=${port}\nHOST=0.0.0.0\nBACKUP_DIR=${FORBIDDEN}\n`;
  await writeFile(path.join(units, 'balcao.env'), settings);
  // There is no journal.
  const dropIn = `[Service]\nReadWritePaths=-/mnt/missing\nRestartSec=1\nStandardOutput=file:/run/printed\nStandardError=inherit\n`;
  await writeFile(path.join(units, 'balcao.service.d/test.conf'), dropIn);
  const cgroup = path.basename(folder);
  // The kernel takes a moment to end what was killed.
  const removal = `mount -t cgroup2 cgroup2 /mnt; for _ in $(seq 100); do find /mnt/${cgroup} -depth -type d -exec rmdir {} ';' 2> /dev/null; [ -e /mnt/${cgroup} ] || break; sleep 0.1; done`;
  onTestFinished(async () => void (await runTool('unshare', ['--mount', 'sh', '-c', removal])));
  const script = path.join(import.meta.dirname, 'boot-systemd.sh');
  const machine = keepRunning(
    'unshare',
    ['--mount', 'sh', script, ROOT, unpacked, units, cgroup],
    {},
    'SIGKILL',
  );
  const children = `/proc/${machine.pid}/task/${machine.pid}/children`;
  const inside = async (...command: string[]) => {
    const init = (await readFile(children, 'utf8').catch(() => '')).trim();
    return runTool('nsenter', ['--target', init, '--all', ...command]);
  };
  const isUp = async () =>
    !machine.isRunning() || (await inside('systemctl', 'is-active', 'basic.target')).code === 0;
  await vi.waitUntil(isUp, { timeout: 20_000, interval: 200 });
  if (!machine.isRunning()) skip(`no systemd can be booted here: ${machine.printed()}`);

  const started = await inside('systemctl', 'start', 'balcao');
  expect(started.code, started.output).toBe(0);
  const printed = async () => (await inside('cat', '/run/printed')).output;
  await expect.poll(printed, { timeout: 60_000 }).toContain('sem TLS: ');
  expect(await printed()).not.toContain('Ctrl+C');
  expect(await printed()).toContain('dados: /var/lib/balcao');
  expect(await printed()).toContain('na rede:');
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/api/health/`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await isOpen()).toBe(true);

  // By the rights of the service; the same user outside the unit may.
  expect(await printed()).toContain('ATENÇÃO: Nenhum backup pode ser feito: ');
  await inside('install', '-d', '-o', 'balcao', '-m', '0700', FORBIDDEN);
  const { output: examined } = await inside('/opt/balcao/balcao', 'doctor');
  expect(examined).toMatch(/^ok {8}loja: aberta em /);
  expect(examined).toMatch(/^problema {2}backup: a loja aberta diz .*ReadWritePaths=-/m);
  expect(examined).toMatch(/^atenção {3}serviço: balcao .* → systemctl enable balcao$/m);

  const show = async (property: string) =>
    (await inside('systemctl', 'show', '--value', '-p', property, 'balcao')).output.trim();
  const main = await show('MainPID');
  const asBalcao = (file: string) => inside('nsenter', '--target', main, '--mount', 'touch', file);
  expect((await asBalcao('/var/lib/balcao/here')).code).toBe(0);
  for (const file of ['/opt/balcao/here', '/etc/here', '/var/lib/here']) {
    expect((await asBalcao(file)).output).toContain('Read-only file system');
  }
  const status = (await inside('cat', `/proc/${main}/status`)).output;
  expect(status).toMatch(/NoNewPrivs:\t1\nSeccomp:\t2/);
  expect(status).toMatch(/CapBnd:\t0+\n/);

  await inside('systemctl', 'kill', '--signal=KILL', '--kill-who=main', 'balcao');
  await expect.poll(() => show('NRestarts'), { timeout: 60_000 }).toBe('1');
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
  expect((await inside('systemctl', 'stop', 'balcao')).code).toBe(0);
  expect([await show('Result'), await show('ExecMainStatus')]).toEqual(['success', '0']);
  expect((await inside('pgrep', '-u', 'balcao')).code).toBe(1);
});

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runTool } from './processes.mjs';
import { ROOT } from './set-up.mjs';
import { Stop, withProgress } from './words.mjs';

/** What a replicated PostgreSQL is made of, and what each of Debian's packages brings. */
const PACKAGES = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
};

/** Sees to it that they are there. On Debian 12 and as root the missing ones are installed. */
export async function findCluster() {
  const missing = Object.entries(PACKAGES)
    .filter(([, program]) => !existsSync(program))
    .map(([name]) => name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get') || !(await isBookworm())) {
    throw new Stop(`Faltam pacotes do Debian 12. Instale-os e repita o comando:\n  ${command}`);
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await withProgress(`Instalando ${missing.join(', ')} (apt-get)`, async () => {
    const update = await runTool('apt-get', ['update'], { cwd: ROOT, env, quiet: true });
    const args = command.split(' ').slice(1);
    const install = await runTool('apt-get', args, { cwd: ROOT, env, quiet: true });
    if (install.code === 0) return;
    const said = (update.output + install.output).trim().split('\n').slice(-15).join('\n');
    throw new Stop(`${said}\nO apt-get não conseguiu instalar os pacotes.`);
  });
}

/** Elsewhere the packages have other versions and other paths, and were never tried. */
async function isBookworm() {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^VERSION_CODENAME=bookworm$/m.test(release);
}

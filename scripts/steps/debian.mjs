import { existsSync, readFileSync } from 'node:fs';
import { Stop, withProgress } from './operator-output.mjs';
import { runTool } from './processes.mjs';

/** The packages of a replicated PostgreSQL, each with the program that we run. */
const CLUSTER = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
};

/** Installs the missing packages of the cluster, on Debian 12 and as root. */
export async function findCluster() {
  const missing = Object.entries(CLUSTER)
    .filter(([, program]) => !existsSync(program))
    .map(([name]) => name);
  if (missing.length === 0) return;
  const version = '/etc/debian_version';
  const isDebian12 = existsSync(version) && readFileSync(version, 'utf8').startsWith('12.');
  // Elsewhere the packages have other versions and other paths, and were never tried.
  if (!canInstall() || !isDebian12) {
    const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
    throw new Stop(`Faltam pacotes do Debian 12. Instale-os e repita o comando:\n  ${command}`);
  }
  const trouble = await installPackages(`Instalando ${missing.join(', ')} (apt-get)`, missing);
  if (trouble) throw new Stop(`${trouble}\nO apt-get não conseguiu instalar os pacotes.`);
}

export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * @param {string} what printed at the start
 * @param {string[]} packages
 * @returns {Promise<string>} the last lines of apt-get when it failed; empty on success
 */
export function installPackages(what, packages) {
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
  return withProgress(what, async () => {
    const update = await runTool('apt-get', ['update'], options);
    const args = ['install', '-y', '--no-install-recommends', ...packages];
    const install = await runTool('apt-get', args, options);
    return install.code === 0 ? '' : lastLines(update.output + install.output);
  });
}

/** @param {string} output */
export function lastLines(output) {
  return output.trim().split('\n').slice(-15).join('\n');
}

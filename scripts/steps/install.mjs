import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative, sep } from 'node:path';
import { pinnedNodePath } from './pinned-node.mjs';
import { runTool } from './processes.mjs';
import { Stop, withProgress } from './words.mjs';

/**
 * Whether node_modules holds what package-lock.json asks for. Reads two small files: every start pays it.
 * @param {string} root
 */
export function isInstalled(root) {
  try {
    return readFileSync(stampFile(root), 'utf8') === wantedStamp(root);
  } catch {
    return false;
  }
}

/** @param {string} root */
export async function install(root) {
  rmSync(stampFile(root), { force: true });
  if (!isInstalledByHand(root)) {
    await withProgress('Instalando as dependências (leva cerca de um minuto)', () => npmCi(root));
  }
  settlePinnedNode(root);
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stampFile(root), wantedStamp(root));
}

/** @param {string} root */
async function npmCi(root) {
  const { command, args } = npm(root);
  const { code, output } = await runTool(
    command,
    [
      ...args,
      'ci',
      // Building and testing need them even where NODE_ENV=production or the user's npmrc leaves them out.
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--no-progress',
      // Packages that ask for a newer Node than npm's own get it: the pinned one.
      '--engine-strict=false',
      '--loglevel=error',
    ],
    { cwd: root, env: { PATH: outerPath(root) }, quiet: true, expendable: true },
  ).catch((error) => {
    if (error instanceof Stop) throw error;
    throw new Stop(`Não foi possível executar o npm: ${error.message}`);
  });
  if (code !== 0) {
    throw new Stop(
      `A instalação das dependências falhou (npm ci terminou com o código ${code}). O npm disse:\n\n` +
        `${output.trim().split('\n').slice(0, 40).join('\n')}\n\n` +
        'Se for a rede, confira a conexão (e o proxy, se houver) e repita o comando.',
    );
  }
}

/**
 * The npm that runs us, on the Node it runs on. That must not be the one in node_modules, which npm ci
 * is about to delete.
 * @param {string} root
 */
function npm(root) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const outside = node && !isInside(root, node);
  if (script?.endsWith('npm-cli.js') && outside && existsSync(script)) {
    return { command: node, args: [script] };
  }
  return { command: 'npm', args: [] };
}

/**
 * PATH without the folders that npm adds in front for its scripts and that npm ci deletes.
 * @param {string} root
 */
function outerPath(root) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !isInside(join(root, 'node_modules'), folder)).join(delimiter);
}

/**
 * @param {string} folder
 * @param {string} path
 */
function isInside(folder, path) {
  return path === folder || path.startsWith(folder + sep);
}

/**
 * Whether an `npm install` by a developer has already brought what package-lock.json asks for: then
 * there is no reason to delete and fetch it all again under their running programs.
 *
 * npm keeps node_modules/.package-lock.json, written last, with what it has put there.
 * @param {string} root
 */
function isInstalledByHand(root) {
  /** @type {Record<string, { version?: string, integrity?: string, optional?: boolean }>} */
  let wanted;
  /** @type {typeof wanted} */
  let present;
  try {
    wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    present = JSON.parse(
      readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
    ).packages;
  } catch {
    return false;
  }
  const pinned = pinnedNodePath(root);
  if (pinned && !existsSync(pinned)) return false;
  return Object.entries(wanted).every(([path, want]) => {
    if (path === '') return true;
    const have = present[path];
    return have
      ? have.version === want.version &&
          (have.integrity === want.integrity || want.integrity === undefined)
      : want.optional === true;
  });
}

/**
 * Leaves node_modules/.bin/node either right or absent. npm 10 removes the link together with the
 * packages of other platforms; and where the pinned Node cannot run (musl) it must not be in the way,
 * since npm puts that folder first in the PATH of its scripts.
 * @param {string} root
 */
function settlePinnedNode(root) {
  const pinned = pinnedNodePath(root);
  const bin = join(root, 'node_modules', '.bin');
  const link = join(bin, 'node');
  if (!pinned || !existsSync(pinned)) return;
  if (spawnSync(pinned, ['--version']).status !== 0) {
    rmSync(pinned, { force: true });
    rmSync(link, { force: true });
  } else if (!existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync(relative(bin, pinned), link);
  }
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.balcao-installed');
}

/**
 * The platform belongs to it: a folder shared with a container of another one needs other binaries.
 * @param {string} root
 */
function wantedStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
}

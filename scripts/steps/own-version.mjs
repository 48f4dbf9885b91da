import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BUNDLE_FILE, isBundle } from './bundle-folder.mjs';
import { ROOT } from './processes.mjs';

/** As git shortens it. */
const SHORT = 8;

/** The version and the commit, "0.3.0 (1a2b3c4d)": two bundles, or two days of a clone, may be of one version. */
export function ownVersion() {
  const { version } = JSON.parse(read(ROOT, 'package.json'));
  const commit = isBundle ? JSON.parse(read(ROOT, BUNDLE_FILE)).commit : commitOfClone(ROOT);
  return commit ? `${version} (${commit})` : version;
}

/**
 * The commit of a clone, read without git, which the machine or a container may lack; empty where no file of `.git`
 * says it. Files that differ from it are not seen.
 * @param {string} root
 */
export function commitOfClone(root) {
  try {
    const at = join(root, '.git');
    // A further worktree has a file there, which names its folder; what all have in common is in that of the clone.
    const folder = statSync(at).isFile() ? resolve(root, read(at).replace('gitdir: ', '')) : at;
    const isWorktree = existsSync(join(folder, 'commondir'));
    const common = isWorktree ? resolve(folder, read(folder, 'commondir')) : folder;
    const head = read(folder, 'HEAD');
    const ref = head.startsWith('ref: ') ? head.slice('ref: '.length) : '';
    return (ref ? commitOfRef(common, ref) : head).slice(0, SHORT);
  } catch {
    return '';
  }
}

/**
 * @param {string} folder
 * @param {string} ref
 */
function commitOfRef(folder, ref) {
  if (existsSync(join(folder, ref))) return read(folder, ref);
  const packed = read(folder, 'packed-refs').split('\n');
  return packed.find((line) => line.endsWith(` ${ref}`)) ?? '';
}

/** @param {string[]} names */
function read(...names) {
  return readFileSync(join(...names), 'utf8').trim();
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '../steps/operator-output.mjs';

const OPEN = '## [Unreleased]';
const DEVELOPMENT = '-dev';

/** @param {string} root @param {string} file */
const read = (root, file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const changelog = (/** @type {string} */ root) => readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

/**
 * Throws a Stop unless `next` is a version later than the one of the repository.
 * @param {string} root
 * @param {string} next
 */
export function refuseEarlier(root, next) {
  const { version } = read(root, 'package.json');
  const [released] = version.split(DEVELOPMENT);
  const order = next.localeCompare(released, 'en', { numeric: true });
  // What is developed as 0.4.0-dev may become 0.4.0.
  const isLater = order > 0 || (order === 0 && version !== released);
  if (!/^\d+\.\d+\.\d+$/.test(next) || !isLater) {
    throw new Stop(`Diga uma versão depois da ${version}: npm run release -- 1.2.3 [--dry-run]`);
  }
}

/**
 * What is developed after a release: "0.4.0-dev" after 0.3.0 and 0.3.1.
 * @param {string} version
 */
export function developedAfter(version) {
  const [major, minor] = version.split('.').map(Number);
  return `${major}.${Number(minor) + 1}.0${DEVELOPMENT}`;
}

/**
 * Writes the version into every package of ours, where they need each other, and into the lock. `npm version`
 * leaves out what packages say of each other.
 * @param {string} root
 * @param {string} next
 */
export function writeVersion(root, next) {
  const lock = read(root, 'package-lock.json');
  const folders = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'));
  const names = folders.map((folder) => read(root, join(folder, 'package.json')).name);
  /** @param {{ version: string, [field: string]: any }} manifest */
  const raise = (manifest) => {
    manifest.version = next;
    for (const list of [manifest.dependencies, manifest.devDependencies]) {
      for (const name of Object.keys(list ?? {})) if (names.includes(name)) list[name] = next;
    }
  };
  for (const folder of folders) {
    const file = join(folder, 'package.json');
    const manifest = read(root, file);
    raise(manifest);
    write(root, file, manifest);
    raise(lock.packages[folder]);
  }
  lock.version = next;
  write(root, 'package-lock.json', lock);
}

/** @param {string} root @param {string} file @param {object} content */
function write(root, file, content) {
  writeFileSync(join(root, file), `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * The changes of the next release, from CHANGELOG.md. Throws a Stop when nobody has written them.
 * @param {string} root
 */
export function unreleased(root) {
  const [, after = ''] = changelog(root).split(`${OPEN}\n`);
  const [entry = ''] = after.split(/^## \[/m);
  if (!entry.trim()) throw new Stop(`CHANGELOG.md não diz nada em “${OPEN}”.`);
  return entry.trim();
}

/**
 * Puts the version and the day above it.
 * @param {string} root
 * @param {string} version
 */
export function closeChangelog(root, version) {
  const day = new Date().toLocaleDateString('sv-SE');
  const text = changelog(root).replace(OPEN, `${OPEN}\n\n## [${version}] - ${day}`);
  writeFileSync(join(root, 'CHANGELOG.md'), text);
}

/**
 * Names the commit of a release, for a clone to which no tag has come.
 * @param {string} root
 * @param {string} version
 * @param {string} commit
 */
export function nameCommit(root, version, commit) {
  const lines = changelog(root).split('\n');
  const at = lines.findIndex((line) => line.startsWith(`## [${version}]`));
  lines.splice(at + 1, 0, '', `Of commit \`${commit}\`.`);
  writeFileSync(join(root, 'CHANGELOG.md'), lines.join('\n'));
}

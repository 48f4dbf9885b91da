import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '../steps/operator-output.mjs';

const OPEN = '## [Unreleased]';

/**
 * The changes of the next release, from CHANGELOG.md. Throws a Stop when nobody has written them.
 * @param {string} root
 */
export function unreleased(root) {
  const [, after = ''] = read(root).split(`${OPEN}\n`);
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
  const text = read(root).replace(OPEN, `${OPEN}\n\n## [${version}] - ${day}`);
  writeFileSync(join(root, 'CHANGELOG.md'), text);
}

/** @param {string} root */
function read(root) {
  return readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
}

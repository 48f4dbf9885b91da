import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFolder } from './compress.mjs';
import { runTool } from './processes.mjs';
import { Stop, withProgress } from './words.mjs';

/** What the built screens are made of. */
const INPUTS = [
  'apps/web',
  'packages',
  'package-lock.json',
  'tsconfig.json',
  'scripts/steps/compress.mjs',
];
const NOT_INPUTS = /^(node_modules|dist|\.dist-.*|.*\.test\.tsx?)$/;

/**
 * Whether apps/web/dist was built from the files as they are now.
 * @param {string} root
 */
export function isWebBuilt(root) {
  try {
    return readFileSync(join(root, 'apps/web/dist/.inputs'), 'utf8') === hashOfInputs(root);
  } catch {
    return false;
  }
}

/**
 * Builds beside the served folder and then swaps the two, so that an interrupted build is never served.
 * @param {string} root
 * @param {string} node
 */
export async function buildWeb(root, node) {
  const web = join(root, 'apps/web');
  const served = join(web, 'dist');
  const fresh = join(web, '.dist-new');
  const old = join(web, '.dist-old');
  // Taken before the build: a file saved meanwhile makes the next start build again.
  const inputs = hashOfInputs(root);
  for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true });
  await withProgress('Montando as telas', async () => {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
    const { code, output } = await runTool(node, args, { cwd: web, quiet: true, expendable: true });
    if (code !== 0) {
      rmSync(fresh, { recursive: true, force: true });
      throw new Stop(
        `As telas não puderam ser montadas (vite build, código ${code}):\n\n${output}`,
      );
    }
    compressFolder(fresh);
  });
  writeFileSync(join(fresh, '.inputs'), inputs);
  try {
    renameSync(served, old);
  } catch {
    // The first build has nothing to replace.
  }
  renameSync(fresh, served);
  rmSync(old, { recursive: true, force: true });
}

/** @param {string} root */
function hashOfInputs(root) {
  const hash = createHash('sha256');
  for (const input of INPUTS) addToHash(hash, root, input);
  return `${hash.digest('hex')}\n`;
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path relative to root
 */
function addToHash(hash, root, path) {
  if (statSync(join(root, path)).isFile()) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
    return;
  }
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (NOT_INPUTS.test(entry.name)) continue;
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory() || entry.isFile()) addToHash(hash, root, child);
  }
}

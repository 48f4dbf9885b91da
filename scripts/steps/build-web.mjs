import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Stop, withProgress } from './operator-output.mjs';
import { ROOT, runNode } from './processes.mjs';

const WEB = join(ROOT, 'apps/web');
const SERVED = join(WEB, 'dist');

/** Every file that affects the built screens. */
const INPUTS = [
  'apps/web',
  'docs/manual',
  'packages',
  'package-lock.json',
  'tsconfig.json',
  'scripts/steps/build-web.mjs',
];
const NOT_INPUTS = /^(node_modules|dist|\.dist-.*|.*\.test\.tsx?)$/;

const COMPRESSIBLE = /\.(js|css|svg)$/;
/** A smaller file fits into one packet as it is. */
const WORTHWHILE_BYTES = 1_000;

/** Whether apps/web/dist was built from the files as they are now. */
export function isWebBuilt() {
  try {
    return readFileSync(join(SERVED, '.inputs'), 'utf8') === hashOfInputs();
  } catch {
    return false;
  }
}

/** Builds beside the served folder and then swaps the two, so that an interrupted build is never served. */
export async function buildWeb() {
  const fresh = join(WEB, '.dist-new');
  const old = join(WEB, '.dist-old');
  // Computed before the build: a file that is saved meanwhile makes the next start build again.
  const inputs = hashOfInputs();
  for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true });
  await withProgress('Montando as telas', async () => {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
    const { code, output } = await runNode(args, { cwd: WEB, quiet: true, expendable: true });
    if (code !== 0) {
      rmSync(fresh, { recursive: true, force: true });
      throw new Stop(
        `As telas não puderam ser montadas (vite build, código ${code}):\n\n${output}`,
      );
    }
    compressFolder(fresh);
  });
  writeFileSync(join(fresh, '.inputs'), inputs);
  if (existsSync(SERVED)) renameSync(SERVED, old);
  renameSync(fresh, SERVED);
  rmSync(old, { recursive: true, force: true });
}

function hashOfInputs() {
  const hash = createHash('sha256');
  for (const input of INPUTS) addToHash(hash, input);
  return `${hash.digest('hex')}\n`;
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path relative to the repository
 */
function addToHash(hash, path) {
  const absolute = join(ROOT, path);
  if (statSync(absolute).isFile()) {
    hash.update(`${path}\0`).update(readFileSync(absolute));
    return;
  }
  const entries = readdirSync(absolute, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Editors leave sockets and broken links.
    if (NOT_INPUTS.test(entry.name) || !(entry.isDirectory() || entry.isFile())) continue;
    addToHash(hash, `${path}/${entry.name}`);
  }
}

/**
 * Puts a .br and a .gz beside each built file, so that no request waits for compression. Browsers accept
 * Brotli over HTTPS only; on a LAN without a certificate they get gzip.
 * @param {string} folder
 */
function compressFolder(folder) {
  // Node 18 has no recursive walk.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) compressFolder(file);
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const content = readFileSync(file);
    if (content.length < WORTHWHILE_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}

// npm run bundle: everything that a shop needs, in one file for a machine without network. -- --gz for one
// without zstd; -- --folder DIR leaves it unpacked in a new folder (deploy/Dockerfile). Runs on our own Node,
// since an older one has no zstd.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { Stop, withProgress } from '../steps/operator-output.mjs';
import { ROOT } from '../steps/processes.mjs';
import { addBuilt, copyOurs, git, NAME, PLATFORM } from './contents.mjs';

const OUTPUT = join(ROOT, 'bundle');
/** The highest that unpacks in little memory. */
const ZSTD_LEVEL = 19;

const { values } = parseArgs({ options: { gz: { type: 'boolean' }, folder: { type: 'string' } } });
try {
  if (values.folder) await fill(resolve(process.env.INIT_CWD ?? ROOT, values.folder));
  else await pack(values.gz ? 'gz' : 'zst');
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** @param {string} folder */
async function fill(folder) {
  mkdirSync(folder, { recursive: true });
  copyOurs(folder);
  await addBuilt(folder);
}

/** @param {'gz' | 'zst'} kind */
async function pack(kind) {
  mkdirSync(OUTPUT, { recursive: true });
  const scratch = mkdtempSync(join(OUTPUT, '.new-'));
  const file = join(OUTPUT, `${NAME}-${PLATFORM}.tar.${kind}`);
  try {
    await fill(join(scratch, NAME));
    const made = join(scratch, basename(file));
    const sum = await withProgress('Compactando', () => compress(scratch, made, kind));
    // Under its name only when it is whole.
    renameSync(made, file);
    writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`\n${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
}

/**
 * The same contents make the same bytes.
 * @param {string} folder
 * @param {string} file
 * @param {'gz' | 'zst'} kind
 * @returns {Promise<string>} the SHA-256 of the file
 */
async function compress(folder, file, kind) {
  const same = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner'];
  // Readable for the user of the shop under any umask.
  const args = [...same, '--mode=u=rwX,go=rX', `--mtime=@${time()}`, '-cf', '-', NAME];
  const tar = spawn('tar', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done, failed) => tar.once('close', done).once('error', failed));
  const hash = createHash('sha256');
  const compressor =
    kind === 'gz'
      ? createGzip({ level: constants.Z_BEST_COMPRESSION })
      : createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } });
  compressor.on('data', (chunk) => hash.update(chunk));
  await pipeline(tar.stdout, compressor, createWriteStream(file));
  const code = await ended;
  if (code !== 0) throw new Stop(`O tar terminou com o código ${code}.`);
  return hash.digest('hex');
}

/** Seconds since 1970 of the commit. */
function time() {
  return git('log', '-1', '--format=%ct') || '0';
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg)$/;
/** Below this a packet is a packet. */
const WORTHWHILE_BYTES = 1_000;

/**
 * Puts a .br and a .gz beside each built file, so that no request waits for compression. Browsers accept
 * Brotli over HTTPS only; on a LAN without a certificate they get gzip.
 * @param {string} folder
 */
export function compressFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    // Of its own ways to walk a tree Node 18 knows none.
    if (entry.isDirectory()) compressFolder(file);
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const content = readFileSync(file);
    if (content.length < WORTHWHILE_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}

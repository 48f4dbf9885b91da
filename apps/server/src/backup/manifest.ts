import { createHash } from 'node:crypto';
import { BadBackupFile } from './backup-file.ts';

/** A file as it came out of the copy. */
export type FoundFile = { size: number; sha256: string };

type Manifest = {
  Files: { Path: string; Size: number; Checksum: string }[];
};

/**
 * Checks a copied cluster against what PostgreSQL says that it sent: every file there, none besides, each
 * with its size and SHA-256. WAL is not in a manifest; the seal of the backup file covers it, and opening
 * the copy reads it. Throws BadBackupFile, naming the first file that differs.
 */
export function checkManifest(text: Buffer, found: ReadonlyMap<string, FoundFile>): void {
  // The manifest's own checksum is its last line, and is of all lines before that.
  const own = text.lastIndexOf('"Manifest-Checksum"');
  const sum = createHash('sha256').update(text.subarray(0, own)).digest('hex');
  if (own < 0 || !text.subarray(own).includes(`"${sum}"`)) {
    throw new BadBackupFile('A lista de arquivos do PostgreSQL está danificada.');
  }
  const manifest: Manifest = JSON.parse(text.toString('utf8'));
  const wanted = new Set<string>();
  for (const file of manifest.Files) {
    wanted.add(file.Path);
    const copy = found.get(file.Path);
    if (!copy) throw new BadBackupFile(`Falta no backup o arquivo ${file.Path} do banco.`);
    if (copy.size !== file.Size || copy.sha256 !== file.Checksum) {
      throw new BadBackupFile(`O arquivo ${file.Path} do banco chegou danificado ao backup.`);
    }
  }
  for (const name of found.keys()) {
    if (!wanted.has(name) && !name.startsWith('pg_wal/') && name !== 'backup_manifest') {
      throw new BadBackupFile(`O backup tem um arquivo que o banco não enviou: ${name}.`);
    }
  }
}

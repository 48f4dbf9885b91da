import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { readIfPresent } from '../../program/durable-file.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { auditedInstitution, auditedPix } from './audited-fields.ts';
import { findShopRow, insertLogo, lockShopRow, updateShopRow } from './institution.repository.ts';
import { type InstitutionFile, readInstitutionFile } from './institution-file.ts';

const CHANGED_IN = 'Os dados da escola mudam em Configurações';

/**
 * Puts what institution.json holds into a database that has no institution yet, and renames the file. In every
 * other case nothing of the file is kept. Returns what the operator should know.
 */
export async function takeOverInstitution(db: Db, dataDir: string): Promise<string[]> {
  const file = path.join(dataDir, 'institution.json');
  const ignored = async () => {
    const there = (await readIfPresent(file).catch(() => '')) !== undefined;
    return there ? [`${file} não é lido. ${CHANGED_IN}, e estão no banco.`] : [];
  };
  if ((await findShopRow(db)).institution) return ignored();
  let read: InstitutionFile | null = null;
  let trouble: string | undefined;
  try {
    read = await readInstitutionFile(dataDir);
  } catch (error) {
    trouble = `${file} não pôde ser lido: ${(error as Error).message}. ${CHANGED_IN}.`;
  }
  const outcome = await store(db, read);
  if (outcome === 'there already') return ignored();
  if (outcome === 'nothing' || !read) return trouble ? [trouble] : [];
  const renamed = path.join(dataDir, 'institution.no-banco.json');
  const where = await rename(file, renamed).then(
    () => `o arquivo agora se chama ${renamed}`,
    () => 'o arquivo não é mais lido e pode ser apagado',
  );
  return [`${file} foi passado para o banco; ${where}. ${CHANGED_IN}.`, ...read.notes];
}

function store(db: Db, read: InstitutionFile | null) {
  return inTransaction(db, async (tx) => {
    // The second of two servers waits here, and finds what the first has stored.
    const row = await lockShopRow(tx);
    if (row.institution) return 'there already';
    if (!read) return 'nothing';
    const { institution, logos } = read;
    // A school that was set in Configurações meanwhile stays.
    const pix = row.pix ? null : read.pix;
    for (const logo of logos) await insertLogo(tx, logo);
    await updateShopRow(tx, {
      institution: JSON.stringify(institution),
      ...(pix && { pix: JSON.stringify(pix) }),
    });
    await recordAudit(tx, {
      actor: null,
      action: 'institution.taken_over',
      subjectId: null,
      after: { ...(await auditedInstitution(tx, institution)), ...(pix && auditedPix(pix)) },
    });
    return 'taken over';
  });
}

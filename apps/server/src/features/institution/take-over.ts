import { lstat, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FICTITIOUS } from '@balcao/contract/shop/fictitious-school.ts';
import type { Institution } from '@balcao/contract/shop/institution.ts';
import { type Pix, PixInput } from '@balcao/contract/shop/pix.ts';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Db } from '../../database/connection.ts';
import { findSettings, lockSettings, updateSettings } from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { readIfPresent } from '../../program/durable-file.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { auditedInstitution, auditedPix } from './audited-fields.ts';
import { insertLogo, type Logo } from './institution.repository.ts';
import { logoOf } from './logo-picture.ts';

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
  if ((await findSettings(db)).institution) return ignored();
  let read: InstitutionFile | 'sample' | null = null;
  let trouble: string | undefined;
  try {
    read = await readInstitutionFile(dataDir);
  } catch (error) {
    trouble = `${file} não pôde ser lido: ${(error as Error).message}. ${CHANGED_IN}.`;
  }
  if (read === 'sample') {
    return [`${file} só tem o exemplo, como veio; ${await putAside(file)}. ${CHANGED_IN}.`];
  }
  const outcome = await store(db, read);
  if (outcome === 'there already') return ignored();
  if (outcome === 'nothing' || !read) return trouble ? [trouble] : [];
  const where = await putAside(file);
  return [`${file} foi passado para o banco; ${where}. ${CHANGED_IN}.`, ...read.notes];
}

/** Returns what became of the file, in words. */
function putAside(file: string): Promise<string> {
  const renamed = path.join(path.dirname(file), 'institution.no-banco.json');
  return rename(file, renamed).then(
    () => `o arquivo agora se chama ${renamed}`,
    () => 'o arquivo não é mais lido e pode ser apagado',
  );
}

function store(db: Db, read: InstitutionFile | null) {
  return inTransaction(db, async (tx) => {
    // The second of two servers waits here, and finds what the first has stored.
    const row = await lockSettings(tx);
    if (row.institution) return 'there already';
    if (!read) return 'nothing';
    const { institution, logos } = read;
    // A school that was set in Configurações meanwhile stays.
    const pix = row.pix ? null : read.pix;
    for (const logo of logos) await insertLogo(tx, logo);
    await updateSettings(tx, {
      institution: JSON.stringify(institution),
      ...(pix && { pix: JSON.stringify(pix) }),
    });
    await recordAudit(tx, null, 'institution.taken_over', {
      after: { ...(await auditedInstitution(tx, institution)), ...(pix && auditedPix(pix)) },
    });
    return 'taken over';
  });
}

/** What institution.json held, which earlier versions read with every page. */
type InstitutionFile = {
  institution: Institution;
  pix: Pix | null;
  logos: Logo[];
  /** The notes about what differs from the file. */
  notes: string[];
};

/** In the data folder a logo could be of any size. */
const LARGEST_LOGO = 4 * 1024 * 1024;

const Text = Type.String({ pattern: '^[^\\u0000]*$' });
const School = Type.Object({ name: Text, cnpj: Text, logo: Text });
const Content = Type.Object({
  company_name: Text,
  city: Text,
  graduation_unit: Text,
  institutions: Type.Tuple([School, School]),
  pix: Type.Optional(Type.Object(PixInput.properties)),
});

/** The names that earlier versions wrote into a new file. These CNPJs turned out to be a bank's. */
export const WRITTEN_SAMPLE: Institution = {
  ...FICTITIOUS,
  institutions: [
    { ...FICTITIOUS.institutions[0], cnpj: '00.000.000/0001-91' },
    { ...FICTITIOUS.institutions[1], cnpj: '00.000.000/0002-72' },
  ],
};

/**
 * Reads the file or, if that is broken, the copy that earlier versions kept of the last good one. The sample that they
 * wrote says nothing about this shop; null: nor does an empty file, or none. Throws an error with words in Portuguese
 * if neither can be understood.
 */
async function readInstitutionFile(dataDir: string): Promise<InstitutionFile | 'sample' | null> {
  const copy = await readIfPresent(path.join(dataDir, 'institution.last-good.json'));
  const text = (await readIfPresent(path.join(dataDir, 'institution.json'))) ?? copy ?? '';
  if (withoutComments(text).trim() === '' && !copy) return null;
  const content = parsed(text) ?? parsed(copy ?? '');
  if (!content) throw new Error('não é um JSON com todos os campos');
  const { pix = null, company_name, city, graduation_unit } = content;
  const notes = parsed(text) ? [] : ['O arquivo não pôde ser lido; vale o que ele dizia antes.'];
  const logos: Logo[] = [];
  const stored = async ({ name, cnpj, logo }: (typeof content.institutions)[0]) => {
    const picture = await readLogo(dataDir, logo).catch((error: Error) => {
      notes.push(`O logotipo "${logo}" não foi: ${error.message}. Envie outro em Configurações.`);
    });
    if (picture) logos.push(picture);
    return { name, cnpj, logo: picture?.hash ?? null };
  };
  const [college, school] = content.institutions;
  const owner = { company_name, city, graduation_unit };
  const isSample = isDeepStrictEqual({ ...owner, institutions: [college, school] }, WRITTEN_SAMPLE);
  if (isSample && !pix) return parsed(text) ? 'sample' : null;
  const institutions: Institution['institutions'] = [await stored(college), await stored(school)];
  return { institution: { ...owner, institutions }, pix, logos, notes };
}

const withoutComments = (text: string) => text.replace(/^\s*\/\/.*$/gm, '');

function parsed(text: string) {
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return Value.Check(Content, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A regular file directly in the data folder, no link; an address beginning with / was an example. */
async function readLogo(dataDir: string, name: string): Promise<Logo> {
  if (name.startsWith('/')) throw new Error('é um desenho de exemplo');
  const file = path.join(dataDir, name);
  const isHere = path.dirname(file) === dataDir;
  const found = isHere ? await lstat(file).catch(() => undefined) : undefined;
  if (!found?.isFile()) throw new Error('não é um arquivo desta pasta');
  if (found.size > LARGEST_LOGO) throw new Error('tem mais de 4 MB');
  try {
    return logoOf(await readFile(file), 'logo', LARGEST_LOGO);
  } catch (error) {
    const why = error instanceof Refusal ? error.context.detail?.replace(/\.$/, '') : undefined;
    throw new Error(why ?? 'não é uma imagem PNG, JPEG, WebP ou SVG');
  }
}

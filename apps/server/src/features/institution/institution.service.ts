import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Institution,
  Institution as InstitutionSchema,
} from '@balcao/contract/institution.ts';
import { Value } from 'typebox/value';
import { replaceFile } from '../../database/embedded/durable-folder.ts';

const FILE_NAME = 'institution.json';

/** A plainly fictitious school, until institution.json says whose shop it is. */
export const FICTITIOUS: Institution = {
  company_name: 'Balcão Demonstração Comércio Escolar',
  city: 'Cidade Exemplo',
  graduation_unit: 'Unidade de Graduação Exemplo',
  institutions: [
    {
      name: 'Faculdade Aurora do Vale',
      cnpj: '00.000.000/0001-91',
      logo: '/logos/faculdade.svg',
    },
    { name: 'Colégio Aurora do Vale', cnpj: '00.000.000/0002-72', logo: '/logos/colegio.svg' },
  ],
};

/** institution.json is there but cannot be used; the message names what is wrong. */
class BadInstitutionFile extends Error {}

export type ReadInstitution = {
  institution: Institution;
  /** Why institution.json could not be used, and what is shown instead. */
  trouble?: string;
};

/** Makes institution.json where there is none, or one that was cut short while it was made; then reads it. */
export async function openInstitution(dataDir: string): Promise<ReadInstitution> {
  const { file, lastGood } = filesIn(dataDir);
  const text = await textOf(file);
  if ((await textOf(lastGood)) === undefined && sampleFile().startsWith(text ?? '')) {
    await replaceFile(file, sampleFile());
  }
  return readInstitution(dataDir);
}

/**
 * Whose shop it is, read from the data folder. Lines that start with // are comments. A logo is the name
 * of an image file in the data folder and is served by this server; an address that starts with / is
 * taken as it is. What was read well is kept in a second file, which takes the place of a broken one.
 */
export async function readInstitution(dataDir: string): Promise<ReadInstitution> {
  const { file, lastGood } = filesIn(dataDir);
  const kept = await textOf(lastGood);
  try {
    const text = await textOf(file);
    if (text === undefined && kept === undefined) return { institution: FICTITIOUS };
    const institution = parseInstitution(text, file);
    // A full disk is no reason to have no letterhead.
    if (text !== undefined && text !== kept) await replaceFile(lastGood, text).catch(() => {});
    return { institution };
  } catch (error) {
    try {
      const institution = parseInstitution(kept, lastGood);
      return { institution, trouble: `${(error as Error).message} Vale o que foi lido antes.` };
    } catch {
      const trouble = `${(error as Error).message} Vale a escola de exemplo.`;
      return { institution: FICTITIOUS, trouble };
    }
  }
}

function filesIn(dataDir: string): { file: string; lastGood: string } {
  const file = path.join(dataDir, FILE_NAME);
  return { file, lastGood: path.join(dataDir, 'institution.last-good.json') };
}

function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function parseInstitution(text: string | undefined, file: string): Institution {
  if (!text?.trim()) throw new BadInstitutionFile(`${file} está vazio ou não existe.`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
  } catch (error) {
    throw new BadInstitutionFile(`${file} não é um JSON válido: ${(error as Error).message}.`);
  }
  if (!Value.Check(InstitutionSchema, value)) {
    const [problem] = Value.Errors(InstitutionSchema, value);
    throw new BadInstitutionFile(`${file}: ${problem?.instancePath} ${problem?.message}.`);
  }
  return value;
}

/** What is written into a new data folder, for the administrator to fill in. */
export function sampleFile(): string {
  return `// De quem é a loja: o que aparece no rodapé, no login e nos papéis impressos.
// As linhas que começam com // são comentários. Uma mudança vale na próxima página aberta.
//
// company_name     nome da empresa no rodapé (a palavra "ltda" vem depois dele)
// city             cidade no recibo
// graduation_unit  unidade de graduação no fechamento do caixa
// institutions     as duas instituições: nome, CNPJ e logotipo. O logotipo é o nome de um arquivo
//                  .png, .jpg, .webp ou .svg nesta mesma pasta, ou um dos desenhos de exemplo abaixo.
${JSON.stringify(FICTITIOUS, null, 2)}
`;
}

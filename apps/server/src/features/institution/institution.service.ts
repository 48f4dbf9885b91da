import path from 'node:path';
import { Institution } from '@balcao/contract/institution.ts';
import type { Pix } from '@balcao/contract/pix.ts';
import { Value } from 'typebox/value';
import type { Db } from '../../database/connection.ts';
import { readIfPresent, replaceFile } from '../../program/durable-file.ts';
import { hasPaymentMethod } from './institution.repository.ts';

/** An obviously fictitious school, used until institution.json is filled in. */
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

export type ReadInstitution = {
  institution: Institution;
  /** Why institution.json is not usable, and what is shown in its place. */
  trouble?: string;
};

/** Creates institution.json if it is missing or was only partly written, then reads it. */
export async function openInstitution(dataDir: string): Promise<ReadInstitution> {
  const { file, lastGood } = filesIn(dataDir);
  const text = await readIfPresent(file);
  if ((await readIfPresent(lastGood)) === undefined && sampleFile().startsWith(text ?? '')) {
    await replaceFile(file, sampleFile());
  }
  return readInstitution(dataDir);
}

/**
 * Reads institution.json, ignoring lines that start with //. A copy of the last good file replaces a broken
 * one. A logo is an image in the data folder, or an address that starts with /.
 */
export async function readInstitution(dataDir: string): Promise<ReadInstitution> {
  const { file, lastGood } = filesIn(dataDir);
  const copy = await readIfPresent(lastGood);
  try {
    const text = await readIfPresent(file);
    if (text === undefined && copy === undefined) return { institution: FICTITIOUS };
    const institution = parseInstitution(text, file);
    // On a full disk the letterhead still works, without a new copy.
    if (text !== undefined && text !== copy) await replaceFile(lastGood, text).catch(() => {});
    return { institution };
  } catch (error) {
    const { message } = error as Error;
    try {
      const institution = parseInstitution(copy, lastGood);
      return { institution, trouble: `${message} Vale o que foi lido antes.` };
    } catch {
      return { institution: FICTITIOUS, trouble: `${message} Vale a escola de exemplo.` };
    }
  }
}

/** Who receives Pix payments; null if the shop shows no QR codes. */
export async function readPix(dataDir: string): Promise<Pix | null> {
  return (await readInstitution(dataDir)).institution.pix ?? null;
}

/** The same, and whether its method was renamed or deleted, which ends the QR codes. */
export async function readPixAndMethod(db: Db, dataDir: string) {
  const pix = await readPix(dataDir);
  return { pix, unknown_method: pix !== null && !(await hasPaymentMethod(db, pix.method)) };
}

function filesIn(dataDir: string): { file: string; lastGood: string } {
  const file = path.join(dataDir, 'institution.json');
  return { file, lastGood: path.join(dataDir, 'institution.last-good.json') };
}

/** Throws an error whose message says, in Portuguese, what is wrong with the file. */
function parseInstitution(text: string | undefined, file: string): Institution {
  if (!text?.trim()) throw new Error(`${file} está vazio ou não existe.`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
  } catch (error) {
    throw new Error(`${file} não é um JSON válido: ${(error as Error).message}.`);
  }
  if (Value.Check(Institution, value)) return value;
  const [problem] = Value.Errors(Institution, value);
  const { instancePath = '', message } = problem ?? {};
  throw new Error(`${file}: ${instancePath} ${PIX_WORDS[instancePath] ?? message}.`);
}

/** What is wrong with a field whose pattern says nothing to people. */
const PIX_WORDS: Record<string, string> = {
  '/pix/key':
    'não é uma chave Pix: CPF ou CNPJ sem pontos, telefone como +5581987654321, e-mail em minúsculas ou chave aleatória',
  '/pix/name': 'precisa do nome de quem recebe, com até 100 letras',
  '/pix/city': 'precisa da cidade de quem recebe, com até 100 letras',
};

/** The institution.json of a new data folder, for the administrator to fill in. */
export function sampleFile(): string {
  return `// De quem é a loja: o que aparece no rodapé, no login e nos papéis impressos.
// As linhas que começam com // são comentários. Uma mudança vale na próxima página aberta.
//
// company_name     nome da empresa no rodapé (a palavra "ltda" vem depois dele)
// city             cidade no recibo
// graduation_unit  unidade de graduação no fechamento do caixa
// institutions     as duas instituições: nome, CNPJ e logotipo. O logotipo é o nome de um arquivo
//                  .png, .jpg, .webp ou .svg nesta mesma pasta, ou um dos desenhos de exemplo abaixo.
//
// Para o PDV mostrar o QR code do Pix, inclua a linha abaixo, antes de "institutions":
// method é a forma de pagamento que é Pix; key, a chave; name e city, o nome e a cidade de quem recebe.
//   "pix": { "method": "Pix", "key": "123e4567-e12b-12d1-a456-426655440000", "name": "Faculdade", "city": "Recife" },
${JSON.stringify(FICTITIOUS, null, 2)}
`;
}

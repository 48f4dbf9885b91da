import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Institution,
  Institution as InstitutionSchema,
} from '@balcao/contract/institution.ts';
import { Value } from 'typebox/value';

export const FILE_NAME = 'institution.json';

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

/**
 * Whose shop it is, read from the data folder. Lines that start with // are comments. A logo is the name
 * of an image file in the data folder and is served by this server; an address that starts with / is
 * taken as it is. Throws BadInstitutionFile.
 */
export async function readInstitution(dataDir: string): Promise<Institution> {
  const file = path.join(dataDir, FILE_NAME);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? FICTITIOUS : parseInstitution(text, file);
}

function parseInstitution(text: string, file: string): Institution {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
  } catch (error) {
    throw new BadInstitutionFile(`${file} não é um JSON válido: ${(error as Error).message}`);
  }
  if (!Value.Check(InstitutionSchema, value)) {
    const [problem] = Value.Errors(InstitutionSchema, value);
    throw new BadInstitutionFile(`${file}: ${problem?.instancePath} ${problem?.message}`);
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

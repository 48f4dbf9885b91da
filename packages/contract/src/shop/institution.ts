import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, name, orNull } from '../fields/values.ts';

const School = Type.Object({
  name: Type.String(),
  cnpj: Type.String(),
  logo: orNull(Type.String({ description: 'Endereço da imagem, neste mesmo servidor' })),
});

/** The owner of the shop, as the papers and the footer show it. Everybody may read it. */
export const Institution = Type.Object({
  company_name: Type.String(),
  city: Type.String(),
  graduation_unit: Type.String(),
  institutions: Type.Tuple([School, School], { description: 'A faculdade e o colégio' }),
});
export type Institution = Static<typeof Institution>;

/** The paper of receipts and slips, on devices that have chosen none of their own. */
const Paper = Type.Enum(['a4', '80', '58', 'ask'], {
  description: 'Folha A4, rolo de 80 ou 58 mm, ou perguntar a cada vez',
});
const PaperChoice = closed({ paper: Paper });
export type PaperChoice = Static<typeof PaperChoice>;

const SchoolInput = closed({
  name: name(MAX_LENGTH.institution),
  cnpj: Type.String({
    pattern: '^[0-9A-Za-z]{2}\\.?[0-9A-Za-z]{3}\\.?[0-9A-Za-z]{3}/?[0-9A-Za-z]{4}-?[0-9]{2}$',
  }),
  logo: Type.Optional(
    orNull(
      Type.String({
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        description: 'PNG, JPEG, WebP ou SVG em base64; null tira o logotipo, sem o campo ele fica',
      }),
    ),
  ),
});

export const InstitutionInput = closed({
  company_name: name(MAX_LENGTH.institution),
  city: name(MAX_LENGTH.city),
  graduation_unit: name(MAX_LENGTH.institution),
  college: SchoolInput,
  school: SchoolInput,
});
export type InstitutionInput = Static<typeof InstitutionInput>;

const ShownInstitution = Type.Object({
  ...Institution.properties,
  paper: Paper,
  sample: Type.Boolean({ description: 'Se é a loja de demonstração' }),
  example: Type.Boolean({ description: 'Se é a escola de exemplo: ninguém preencheu a da loja' }),
});
export type ShownInstitution = Static<typeof ShownInstitution>;

export const institutionEndpoints = {
  readInstitution: {
    summary: 'Empresa, as duas instituições, cidade, unidade de graduação e papel',
    answer: ShownInstitution,
  },
  editInstitution: {
    summary: 'Mudar a empresa e as duas instituições',
    headers: ShownRow,
    body: InstitutionInput,
    // Two logos of 512 kB in base64.
    bodyLimit: 1_500_000,
    answer: ShownInstitution,
    refusals: ['changed_meanwhile', 'unfit_text', 'wrong_cnpj', 'unfit_logo'],
  },
  editPaper: { summary: 'Mudar o papel da loja', body: PaperChoice, answer: PaperChoice },
} as const satisfies Record<string, Endpoint>;

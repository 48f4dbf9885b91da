import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { Pix } from './pix.ts';

const School = Type.Object({
  name: Type.String(),
  cnpj: Type.String(),
  logo: Type.String({ description: 'Endereço da imagem, neste mesmo servidor' }),
});

/** The owner of the shop, as the papers and the footer show it. */
const Owner = Type.Object({
  company_name: Type.String(),
  city: Type.String(),
  graduation_unit: Type.String(),
  institutions: Type.Tuple([School, School]),
});

/** The content of institution.json. Everybody may read the owner; who receives Pix is for signed-in users. */
export const Institution = Type.Object({ ...Owner.properties, pix: Type.Optional(Pix) });
export type Institution = Static<typeof Institution>;

export const institutionEndpoints = {
  readInstitution: {
    summary: 'Empresa, as duas instituições, cidade e unidade de graduação',
    answer: Type.Object({
      ...Owner.properties,
      sample: Type.Boolean({ description: 'Se é a loja de demonstração' }),
      stale: Type.Boolean({
        description: 'Se institution.json não pôde ser lido e vale o anterior',
      }),
    }),
  },
} as const satisfies Record<string, Endpoint>;

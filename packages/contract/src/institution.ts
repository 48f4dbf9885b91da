import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';

const School = Type.Object({
  name: Type.String(),
  cnpj: Type.String(),
  logo: Type.String({ description: 'Endereço da imagem, neste mesmo servidor' }),
});

/** The owner of the shop, as the papers and the footer show it. */
export const Institution = Type.Object({
  company_name: Type.String(),
  city: Type.String(),
  graduation_unit: Type.String(),
  institutions: Type.Tuple([School, School]),
});
export type Institution = Static<typeof Institution>;

export const institutionEndpoints = {
  readInstitution: {
    summary: 'Empresa, as duas instituições, cidade e unidade de graduação',
    answer: Type.Object({
      ...Institution.properties,
      sample: Type.Boolean({ description: 'Se é a loja de demonstração' }),
      stale: Type.Boolean({
        description: 'Se institution.json não pôde ser lido e vale o anterior',
      }),
    }),
  },
} as const satisfies Record<string, Endpoint>;

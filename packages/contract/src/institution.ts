import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';

const School = Type.Object({
  name: Type.String(),
  cnpj: Type.String(),
  logo: Type.String({ description: 'Endereço da imagem, neste mesmo servidor' }),
});

/** Whose shop it is: what papers and the footer show. */
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
    status: 200,
    answer: Type.Object({
      ...Institution.properties,
      sample: Type.Boolean({ description: 'Se é a loja de demonstração' }),
      stale: Type.Boolean({
        description: 'Se institution.json não pôde ser lido e vale o anterior',
      }),
    }),
    refusals: [],
  },
  readHealth: {
    summary: 'Se o banco de dados responde e seu esquema é o atual',
    status: 200,
    answer: Type.Object({ status: Type.Literal('ok') }),
    refusals: ['unavailable'],
  },
} as const satisfies Record<string, Endpoint>;

import { auditKinds } from '@balcao/domain/audit/actions.ts';
import { pixStates } from '@balcao/domain/bank/pix-states.ts';
import { STOCK_FILTERS } from '@balcao/domain/product/stock.ts';
import { type Static, Type } from 'typebox';
import { AuditAbout } from './audit.ts';
import type { Endpoint } from './endpoint-types.ts';
import { entriesQuery } from './fields/entries-query.ts';
import { MOST_PICKED } from './fields/list-limits.ts';
import { listedPeople } from './fields/listed-people.ts';
import { ofFoundSales, ProductsFilter } from './fields/sales-query.ts';
import { MAX_LENGTH } from './fields/text-lengths.ts';
import { closed, Day, Id, optionalName, SearchText } from './fields/values.ts';

const { kind: entryKind, ...ofEntries } = entriesQuery;

/** The filters of the screens. A list takes its own; another one is refused, so that none is ignored. */
const filters = {
  search: Type.Optional(SearchText),
  find: Type.Optional(SearchText),
  products: ProductsFilter,
  only: ofFoundSales.only,
  ...ofEntries,
  entryKind,
  user: Type.Optional(SearchText),
  class: Type.Optional(optionalName(MAX_LENGTH.class)),
  seller: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
  about: Type.Optional(AuditAbout),
  ...listedPeople,
  kind: Type.Optional(Type.Enum([...auditKinds])),
  stockOnly: Type.Optional(Type.Enum([...STOCK_FILTERS])),
  stockDay: Type.Optional(Day),
  quantities: Type.Optional(
    Type.Array(closed({ product: Id, quantity: Type.Integer({ minimum: 0, maximum: 99_999 }) }), {
      maxItems: MOST_PICKED,
      description: 'O que comprar, em vez da sugestão',
    }),
  ),
  state: Type.Optional(Type.Enum([...pixStates])),
};

export const ExportRequest = closed({
  list: Type.Enum([
    'sales',
    'sale_items',
    'report',
    'closings',
    'products',
    'product_sales',
    'material_lists',
    'clients',
    'students',
    'audit',
    'entries',
    'stock',
    'purchase',
    'bank_pix',
    'bank_returns',
    'bank_cards',
  ]),
  format: Type.Enum(['xlsx', 'csv']),
  ...filters,
});
export type ExportRequest = Static<typeof ExportRequest>;

export const exportEndpoints = {
  exportList: {
    summary:
      'Exportar uma lista inteira com o seu filtro; fica na auditoria. Os filtros vão no corpo, porque podem ter um CPF',
    body: ExportRequest,
    files: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    answer: Type.Unsafe<AsyncIterable<Uint8Array>>({ description: 'O arquivo' }),
    answerHeaders: {
      'content-disposition': Type.String({ description: 'O nome do arquivo' }),
      'export-rows': Type.Integer({
        description: 'Quantas linhas o arquivo terá, sem a dos títulos',
      }),
    },
    refusals: ['invalid_request', 'invalid_day', 'unfit_text', 'too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>;

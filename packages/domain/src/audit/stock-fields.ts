import { MOVEMENT_WORDS, type MovementKind } from '../product/stock.ts';
import { day } from './field-formats.ts';

/** Fields of the audit that speak of stock, as in fields.ts. */
export const stockFields = {
  movement_kind: ['Tipo', (kind: unknown) => MOVEMENT_WORDS[kind as MovementKind] ?? `${kind}`],
  pieces: 'Peças',
  product_count: 'Produtos',
  supplier: 'Fornecedor',
  document: 'Documento',
  minimum: ['Mínimo', (value: unknown) => (value === null ? 'nenhum' : `${value}`)],
  stockOnly: [
    'Só',
    (value: unknown) =>
      ({ missing: 'em falta', below: 'abaixo do mínimo', unsold: 'sem venda há um ano' })[
        `${value}`
      ] ?? `${value}`,
  ],
  stockDay: ['No fim de', day],
  quantities: 'Quantidades mudadas',
  blind: 'Às cegas',
  differing: 'Produtos com diferença',
  missing_as_zero: 'Não contados passaram a zero',
} as const;

import { Type } from 'typebox';

/** This header says that an earlier request with the same key made the sale. */
export const REPLAYED = 'idempotency-replayed';
export const replayedHeader = {
  [REPLAYED]: Type.String({
    description: '“true” quando a chave já tinha feito esta venda antes deste pedido',
  }),
};

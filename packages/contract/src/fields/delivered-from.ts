import { Type } from 'typebox';
import { MAX_LENGTH } from './text-lengths.ts';
import { optionalName, Uuid } from './values.ts';

export const StockKey = Type.Object({
  'idempotency-key': Type.String({
    ...Uuid,
    description: 'Um UUID por registro, o mesmo em cada nova tentativa',
  }),
});

/** Where a delivery came from; both may be empty. */
export const deliveredFrom = {
  supplier: Type.Optional(optionalName(MAX_LENGTH.supplier)),
  document: Type.Optional(optionalName(MAX_LENGTH.document)),
};

import { LEAST_HUNDREDTHS, MOST_HUNDREDTHS } from '@balcao/domain/product/price-rule.ts';
import { type Static, Type } from 'typebox';
import { MOST_PICKED } from '../fields/list-limits.ts';
import { closed, Id, orNull, Reais, SearchText } from '../fields/values.ts';

/** The products of a change in bulk, and the rule by which it changes prices. */

const Ids = Type.Array(Id, { maxItems: MOST_PICKED });

export const PickedProducts = Type.Union([
  closed({ ids: Type.Array(Id, { minItems: 1, maxItems: MOST_PICKED }) }),
  closed({
    search: Type.String({ ...SearchText, description: 'Todos os desta busca; vazia: todos' }),
    except: Type.Optional(Ids),
  }),
]);
export type PickedProducts = Static<typeof PickedProducts>;

export const PriceRule = Type.Union([
  closed({ price: Reais }),
  closed({
    percent: Type.Number({
      minimum: LEAST_HUNDREDTHS / 100,
      maximum: MOST_HUNDREDTHS / 100,
      multipleOf: 0.01,
      description: 'Ao centavo, meio centavo para cima',
    }),
    ending: orNull(Type.Enum([90, 50, 0])),
    rounding: Type.Enum(['nearest', 'up'], {
      description: 'Ao final mais próximo, no meio para cima; ou nunca abaixo',
    }),
  }),
]);
export type PriceRule = Static<typeof PriceRule>;

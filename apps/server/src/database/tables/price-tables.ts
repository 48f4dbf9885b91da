import type { PriceRule } from '@balcao/contract/products/price-changes.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { ColumnType } from 'kysely';
import type { Numbered } from './box-tables.ts';

/** Prices that were changed together: part of `Tables`. */
export type PriceTables = {
  price_changes: Numbered & {
    made_by: number;
    made_by_name: string;
    /** These three are null for an undoing. */
    idempotency_key: string | null;
    request_hash: Buffer | null;
    rule: ColumnType<PriceRule | null, string | null, never>;
    undoes: number | null;
  };
  price_change_products: {
    change_id: number;
    product_id: number;
    old_cents: Cents;
    new_cents: Cents;
  };
};

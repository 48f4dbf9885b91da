import type { MovementKind } from '@balcao/domain/product/stock.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A record that somebody made once, under a key. */
type MadeOnce = {
  id: GeneratedAlways<number>;
  created_at: Generated<Date>;
  made_by: number;
  made_by_name: string;
  idempotency_key: string;
  request_hash: Buffer;
};

/** What is known of pieces beside the sales: part of `Tables`. */
export type StockTables = {
  stock_movements: MadeOnce & {
    kind: MovementKind;
    reason: string;
    supplier: string;
    document: string;
  };
  /** `quantity` is below zero for what went. */
  stock_movement_lines: {
    movement_id: number;
    line: number;
    product_id: number;
    quantity: number;
    created_at: Generated<Date>;
    kind: MovementKind;
  };
  stock_counts: MadeOnce & {
    name: string;
    blind: boolean;
    /** Null: all. */
    products: number[] | null;
    ended_at: ColumnType<Date | null, never, Date>;
    ended_by: ColumnType<number | null, never, number>;
    ended_by_name: ColumnType<string | null, never, string>;
    outcome: ColumnType<'applied' | 'dropped' | null, never, 'applied' | 'dropped'>;
  };
  stock_count_lines: {
    id: GeneratedAlways<number>;
    count_id: number;
    key: string;
    product_id: number;
    quantity: number;
    counted_at: Date;
    made_by: number;
    made_by_name: string;
  };
  stock_count_results: {
    count_id: number;
    product_id: number;
    quantity: number;
    counted_at: Date;
    expected: number | null;
  };
  stock_minimums: { product_id: number; quantity: number };
};

import type { Cents } from '@balcao/domain/money.ts';
import type { Generated, GeneratedAlways } from 'kysely';

/** Months that were closed: part of `Tables`. */
export type MonthTables = {
  month_closings: {
    id: GeneratedAlways<number>;
    /** Its first day. */
    month: string;
    version: number;
    idempotency_key: string;
    request_hash: Buffer;
    closed_at: Date;
    closed_by: number;
    closed_by_name: string;
    total_cents: Cents;
    /** The canonical text of all figures, of which the fingerprint is the SHA-256. */
    figures: string;
    fingerprint: Buffer;
    /** What it knew of: sales, corrections of sales, closed boxes. */
    deleted_sales: number[];
    corrections: number[];
    closed_boxes: number[];
  };
  month_files: { closing_id: number; format: 'pdf' | 'xlsx'; content: Buffer; hash: Buffer };
  month_reopenings: {
    closing_id: number;
    reopened_at: Generated<Date>;
    reopened_by: number;
    reopened_by_name: string;
    approved_by: number;
    approved_by_name: string;
    reason: string;
  };
};

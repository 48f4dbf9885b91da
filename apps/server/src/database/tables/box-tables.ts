import type { Institution, PaperChoice } from '@balcao/contract/shop/institution.ts';
import type { Pix } from '@balcao/contract/shop/pix.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { LocalHoliday } from '@balcao/domain/dates/holidays.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PercentHundredths } from '@balcao/domain/sale-total.ts';
import type { StudentCard } from '@balcao/domain/student-card.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A row with a number of its own and the time when it was made. */
export type Numbered = { id: GeneratedAlways<number>; created_at: Generated<Date> };

export type Deletable = {
  deleted_at: ColumnType<Date | null, never, Date>;
  deleted_by: ColumnType<number | null, never, number>;
};

/** The administrator who approved it, if that was needed. */
type Approvable = { approved_by: number | null; approved_by_name: string | null };

/** Corrections, approvals, cash boxes, closings, months and the bank: part of `Tables`. */
export type BoxTables = ClosableTables & MonthTables & BankTables;

type ClosableTables = {
  corrections: Numbered &
    Approvable & {
      sale_id: number;
      kind: 'refund' | 'exchange' | 'payments';
      idempotency_key: string;
      request_hash: Buffer;
      business_day: GeneratedAlways<BusinessDay>;
      made_by: number;
      made_by_name: string;
      reason: string;
      /** The worth of what came back. */
      total_cents: Cents;
      exchange_sale_id: number | null;
      /** The maker's open box. */
      box_id: number | null;
    };
  correction_items: {
    correction_id: number;
    sale_id: number;
    sale_line: number;
    returned_before: number;
    quantity: number;
    worth_cents: Cents;
    damaged: Generated<boolean>;
  };
  /** What a correction adds to the box of its maker; below zero for what leaves it. */
  correction_payments: {
    correction_id: number;
    line: number;
    /** Null: the credit of an exchange. */
    payment_method_id: number | null;
    method_name: string;
    net_cents: Cents;
  };
  approvals: {
    token_hash: Buffer;
    approved_by: number;
    request_hash: Buffer;
    expires_at: Date;
    used_at: Generated<Date | null>;
  };
  /** One row. */
  settings: {
    single: Generated<boolean>;
    cash_box: Generated<'simple' | 'counted'>;
    count_every_method: Generated<boolean>;
    withdrawal_limit_cents: Generated<Cents>;
    difference_limit_cents: Generated<Cents>;
    /** Null: nobody has filled it in, and an example is shown. */
    institution: ColumnType<Institution | null, never, string>;
    pix: ColumnType<Pix | null, never, string | null>;
    paper: Generated<PaperChoice['paper']>;
    require_second_factor: Generated<boolean>;
    /** 0: screens are never covered. */
    idle_lock_minutes: Generated<number>;
    keep_sales: Generated<boolean>;
    first_steps_ended: Generated<boolean>;
    student_card: ColumnType<StudentCard | null, never, string | null>;
    local_holidays: Generated<LocalHoliday[]>;
  };
  logos: { hash: string; type: string; content: Buffer };
  cash_boxes: {
    id: GeneratedAlways<number>;
    seller_id: number;
    seller_name: string;
    opened_at: Generated<Date>;
    day: GeneratedAlways<BusinessDay>;
    float_cents: Cents;
    /** When a withdrawal was refused for want of cash. */
    short_at: ColumnType<Date | null, never, Date>;
    counted_at: ColumnType<Date | null, never, Date>;
    counted_by: ColumnType<number | null, never, number>;
    notes: ColumnType<{ value: Cents; count: number }[] | null, never, string | null>;
    closed_at: ColumnType<Date | null, never, Date>;
    reason: ColumnType<string | null, never, string>;
    approved_by: ColumnType<number | null, never, number>;
    approved_by_name: ColumnType<string | null, never, string>;
  };
  cash_movements: Numbered &
    Approvable & {
      box_id: number;
      kind: 'supply' | 'withdrawal';
      idempotency_key: string;
      request_hash: Buffer;
      amount_cents: Cents;
      reason: string;
      made_by: number;
      made_by_name: string;
    };
  /** Line 1 is the cash of the drawer. */
  box_counts: {
    box_id: number;
    line: number;
    method_name: string;
    expected_cents: Cents;
    counted_cents: Cents;
  };
  closings: {
    id: GeneratedAlways<number>;
    seller_id: number;
    day: BusinessDay;
    version: number;
    seller_name: string;
    sales_count: number;
    total_cents: Cents;
    closed_at: Generated<Date>;
    closed_by: number;
    /** Null: the closing of a day. */
    box_id: Generated<number | null>;
    corrections_count: Generated<number>;
    refunds_count: Generated<number>;
    returned_cents: Generated<Cents>;
    /** Null: before this was kept. */
    change_not_cash_cents: Cents | null;
    change_not_cash_sales: number | null;
  };
};

type MonthTables = {
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

type BankTables = {
  bank_statements: {
    id: GeneratedAlways<number>;
    created_at: Generated<Date>;
    made_by: number;
    made_by_name: string;
    first_day: BusinessDay;
    last_day: BusinessDay;
    account: string;
    account_in_file: string;
    digest: string;
    /** Whether it has what went out, and so all Pix that went. */
    shows_sent: Generated<boolean>;
  };
  bank_statement_lines: {
    statement_id: number;
    line_id: number;
  };
  bank_lines: {
    id: GeneratedAlways<number>;
    account: string;
    kind: 'pix' | 'card' | 'reversal' | 'sent';
    day: BusinessDay;
    time: string | null;
    amount_cents: Cents;
    txid: string | null;
    end_to_end: string | null;
    memo: string;
    /** The Pix payment that it is, or of a sent one the return; these are null for none. */
    sale_id: Generated<number | null>;
    correction_id: Generated<number | null>;
    payment_line: Generated<number | null>;
    how: Generated<'txid' | 'amount' | 'hand' | null>;
    apart: Generated<boolean>;
    /** What it is, if it is not the shop's. */
    not_ours: Generated<string | null>;
  };
  card_terms: {
    payment_method_id: number;
    days: number;
    business_days: boolean;
    fee_hundredths: PercentHundredths;
  };
};

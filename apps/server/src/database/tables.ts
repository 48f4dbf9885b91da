import type { BusinessDay } from '@balcao/domain/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PercentHundredths } from '@balcao/domain/sale-total.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A row with a number of its own and the time when it was made. */
type Numbered = { id: GeneratedAlways<number>; created_at: Generated<Date> };

type Deletable = {
  deleted_at: ColumnType<Date | null, never, Date>;
  deleted_by: ColumnType<number | null, never, number>;
};

/** With the administrator who approved it, if that was needed. */
type Approvable = { approved_by: number | null; approved_by_name: string | null };

/** The price is the one at the time of parking. */
export type ParkedItem = { product: number; quantity: number; price_cents: Cents };

/** The tables, as schema.sql has them. Money is whole centavos; days are 'YYYY-MM-DD' text. */
export type Tables = {
  users: Numbered &
    Deletable & {
      name: string;
      login: string;
      login_key: GeneratedAlways<string>;
      search_text: GeneratedAlways<string>;
      password_hash: string;
      must_change_password: Generated<boolean>;
      provisional_until: Generated<Date | null>;
      admin: boolean;
      active: boolean;
      image: Generated<string | null>;
    };
  sessions: {
    id: Generated<string>;
    user_id: number;
    address: string;
    started_at: Generated<Date>;
    expires_at: Date;
    ended_at: Generated<Date | null>;
    end_reason: Generated<string | null>;
  };
  session_tokens: {
    token_hash: Buffer;
    session_id: string;
    kind: 'access' | 'refresh';
    expires_at: Date;
    used_at: Generated<Date | null>;
    used_attempt_hash: Generated<Buffer | null>;
  };
  sign_in_failures: {
    subject: string;
    strangers_at: Generated<string | null>;
    failures: number;
    last_at: Date;
    blocked_until: Date | null;
  };
  products: Numbered &
    Deletable & {
      code: string;
      name: string;
      price_cents: Cents;
      active: boolean;
      pinned: Generated<boolean>;
      search_text: GeneratedAlways<string>;
    };
  payment_methods: Numbered &
    Deletable & {
      name: string;
      search_text: GeneratedAlways<string>;
    };
  clients: Numbered & {
    /** Eleven digits, or `anonimo-` and the id. */
    cpf: string;
    name: string;
    anonymised_at: Generated<Date | null>;
  };
  students: Numbered & {
    registration: string;
    name: string;
  };
  /** Of a client or a student. The event in the audit has the author and the time. */
  name_corrections: {
    audit_event_id: number;
    client_id: number | null;
    student_id: number | null;
    old_name: string;
    new_name: string;
  };
  sales: Numbered &
    Deletable & {
      idempotency_key: string;
      request_hash: Buffer;
      business_day: GeneratedAlways<BusinessDay>;
      seller_id: number;
      seller_name: string;
      client_id: number;
      client_name: string;
      client_cpf: string;
      student_id: number | null;
      student_registration: string | null;
      student_name: string | null;
      search_text: GeneratedAlways<string>;
      subtotal_cents: Cents;
      total_cents: Cents;
      general_discount_cents: Cents;
      total_general_cents: Cents;
      paid_cents: Cents;
      change_cents: Cents;
      /** Set by the database: the seller's open box. */
      box_id: GeneratedAlways<number | null>;
    };
  sale_items: {
    sale_id: number;
    line: number;
    product_id: number;
    product_code: string;
    product_name: string;
    unit_price_cents: Cents;
    quantity: number;
    subtotal_cents: Cents;
    discount_hundredths: PercentHundredths;
    discount_cents: Cents;
    total_cents: Cents;
  };
  sale_payments: {
    sale_id: number;
    line: number;
    /** Null: the credit of an exchange. */
    payment_method_id: number | null;
    method_name: string;
    amount_cents: Cents;
    net_cents: Cents;
  };
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
      /** Set by the database: the maker's open box. */
      box_id: GeneratedAlways<number | null>;
    };
  correction_items: {
    correction_id: number;
    sale_id: number;
    sale_line: number;
    returned_before: number;
    quantity: number;
    worth_cents: Cents;
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
    requested_by: number;
    approved_by: number;
    action: 'refund' | 'exchange' | 'payments' | 'withdrawal' | 'difference';
    /** The sale or the box. */
    subject_id: number;
    amount_cents: Cents;
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
  };
  cash_boxes: {
    id: GeneratedAlways<number>;
    seller_id: number;
    seller_name: string;
    opened_at: Generated<Date>;
    day: GeneratedAlways<BusinessDay>;
    float_cents: Cents;
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
  /** Sales of a day that are not deleted: of one seller or, with nulls, of the whole shop. */
  sales_counts: {
    day: BusinessDay;
    seller_id: number | null;
    seller_name: string | null;
    live: number;
  };
  /** One row. The counts hold the sales up to this id. */
  sales_counts_progress: { last_sale_id: number; single: Generated<boolean> };
  parked_sales: {
    id: GeneratedAlways<number>;
    seller_id: number;
    order_key: string;
    parked_at: Generated<Date>;
    /** The texts are empty when nothing was typed, and once the row is erased. */
    client_cpf: string;
    client_name: string;
    student_registration: string;
    student_name: string;
    items: ColumnType<ParkedItem[], string, string>;
    /** Of the counter that has taken the order up. A dropped order has none. */
    claim: Generated<string | null>;
    ended_at: ColumnType<Date | null, never, Date>;
    erased: Generated<boolean>;
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
  };
  closing_payments: {
    closing_id: number;
    line: number;
    method_name: string;
    net_cents: Cents;
  };
  closing_sales: { closing_id: number; sale_id: number };
  closing_corrections: { closing_id: number; correction_id: number };
  audit_events: {
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    actor_id: number | null;
    actor_name: string | null;
    action: string;
    subject_id: number | null;
    before: ColumnType<unknown, string | null, never>;
    after: ColumnType<unknown, string | null, never>;
  };
  audit_seals: {
    position: number;
    event_id: number;
    mac: Buffer;
    key_id: string;
  };
  /** One row. */
  shop: { id: string; sample: boolean; single: Generated<boolean> };
};

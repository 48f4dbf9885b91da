import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Income } from '@balcao/domain/income.ts';
import type { KeptReason } from '@balcao/domain/kept-sale.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BoxTables, Deletable, Numbered } from './tables/box-tables.ts';
import type { StockTables } from './tables/stock-tables.ts';

/** The price is the one at the time of parking. */
export type ParkedItem = { product: number; quantity: number; price_cents: Cents };
/** An item of a kept sale that was not recorded, as its paper says. */
export type KeptItem = { code: string; name: string; price_cents: Cents; quantity: number };
/** null is an amount that was not typed. */
export type ParkedPayment = { method: string; amount_cents: Cents | null };

type Person = Numbered & {
  name: string;
  anonymised_at: Generated<Date | null>;
  /** The record of the same person that stays. */
  merged_into: Generated<number | null>;
  search_text: GeneratedAlways<string>;
  /** Equal for names that are alike; not exact as a number of JavaScript. */
  name_key: GeneratedAlways<number | null>;
};

/**
 * The tables that Kysely writes statements for, with all their columns (schema.test.ts compares them with the
 * database); schema.sql has all tables. Money is whole centavos; days are 'YYYY-MM-DD' text.
 */
export type Tables = BoxTables &
  StockTables & {
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
      /** The browser and its system, in words. */
      device: Generated<string>;
      /** The time of the sign-in or the newest renewal. */
      seen_at: Generated<Date>;
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
    second_factors: {
      user_id: number;
      /** Encrypted: docs/decisions/0041-second-factor.md. */
      secret: Buffer;
      begun_at: Generated<Date>;
      confirmed_at: Generated<Date | null>;
      /** The 30 seconds of the newest code that was used. */
      last_step: Generated<number>;
    };
    recovery_codes: { user_id: number; code_hash: Buffer };
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
        income: Generated<Income | null>;
        search_text: GeneratedAlways<string>;
      };
    payment_methods: Numbered &
      Deletable & {
        name: string;
        search_text: GeneratedAlways<string>;
      };
    sales: Numbered &
      Deletable & {
        /** May name people: anonymising erases it. */
        deletion_reason: ColumnType<string | null, never, string | null>;
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
        subtotal_cents: Cents;
        total_cents: Cents;
        general_discount_cents: Cents;
        total_general_cents: Cents;
        paid_cents: Cents;
        change_cents: Cents;
        /** The seller's open box. */
        box_id: number | null;
        /** Names. */
        material_lists: string[] | null;
        parked_by_name: string | null;
      };
    parked_sales: {
      id: GeneratedAlways<number>;
      seller_id: number;
      order_key: string;
      parked_at: Generated<Date>;
      /** The texts are empty when nothing was typed, and once the row is erased. */
      client_cpf: string;
      client_name: string;
      /** The client was offered, so that nobody has said this CPF. */
      client_offered: Generated<boolean>;
      student_registration: string;
      student_name: string;
      items: ColumnType<ParkedItem[], string, string>;
      payments: ColumnType<ParkedPayment[], string, string>;
      /** The key of the counter that has taken the order up. A dropped order has none. */
      claim: Generated<string | null>;
      ended_at: ColumnType<Date | null, never, Date>;
      erased: Generated<boolean>;
      material_lists: Generated<string[]>;
      /** Any seller may take it up. */
      for_anyone: Generated<boolean>;
      taken_by: Generated<number | null>;
    };
    /** A sale that a counter kept while the server did not answer; without one it is the paper alone. */
    kept_sales: {
      id: GeneratedAlways<number>;
      idempotency_key: string;
      request_hash: Buffer;
      sale_id: number | null;
      seller_id: number;
      made_at: Date;
      received_at: Generated<Date>;
      device: string;
      waiting: number;
      reasons: KeptReason[];
      total_cents: Cents;
      paper: ColumnType<KeptItem[] | null, string | null, never>;
      accepted_at: ColumnType<Date | null, never, Date>;
      accepted_by: ColumnType<number | null, never, number>;
      note: ColumnType<string | null, never, string>;
      open: GeneratedAlways<boolean>;
    };
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
    /** The CPF is eleven digits, a registration digits; `anonimo-` and the id when anonymised. */
    clients: Person & { cpf: string };
    students: Person & { registration: string; class: Generated<string> };
    sale_payments: {
      sale_id: number;
      line: number;
      /** Null: the credit of an exchange. */
      payment_method_id: number | null;
      method_name: string;
      amount_cents: Cents;
      net_cents: Cents;
      business_day: BusinessDay;
    };
    /** Clients and students whom an administrator has linked. */
    client_students: Numbered & { client_id: number; student_id: number };
    /** Sales whose client does not buy for their student. */
    unlinked_sales: { sale_id: number };
    bulk_changes: Numbered & {
      made_by: number;
      made_by_name: string;
      kind: string;
      events: number[];
      details: ColumnType<object, string, never>;
      undone_at: ColumnType<Date | null, never, Date>;
      undone_by: ColumnType<number | null, never, number>;
      undone_by_name: ColumnType<string | null, never, string>;
      undone: ColumnType<unknown, never, string>;
      idempotency_key: string | null;
      request_hash: Buffer | null;
    };
  };

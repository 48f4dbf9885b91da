import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PercentHundredths } from '@balcao/domain/sale-total.ts';
import type { Generated, GeneratedAlways } from 'kysely';

/** What the bank received: part of `Tables`. */
export type BankTables = {
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

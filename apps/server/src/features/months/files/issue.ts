import type { OpenMatter } from '@balcao/contract/cash-boxes/months.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { Month } from '@balcao/domain/month/month.ts';
import type { MonthFigures } from '@balcao/domain/month/month-figures.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';

/** A correction that counts in the month. Its reason may name people, and what is kept for ever names none. */
export type CorrectionLine = {
  number: number;
  sale: number;
  at: string;
  by: string;
  approved_by: string | null;
  total: Cents;
  payments: PaymentLine[];
};

export type DeletionLine = {
  sale: number;
  day: BusinessDay;
  seller: string;
  total: Cents;
  at: string;
  by: string;
  approved_by: string | null;
  reason: string | null;
};

export type DifferenceLine = {
  box: number;
  day: BusinessDay;
  seller: string;
  method: string;
  expected: Cents;
  counted: Cents;
  reason: string | null;
  approved_by: string | null;
};

/** All that the files of a month say. */
export type MonthContents = {
  month: Month;
  figures: MonthFigures;
  returns: CorrectionLine[];
  corrections: CorrectionLine[];
  deletions: DeletionLine[];
  differences: DifferenceLine[];
  open: OpenMatter[];
};

/** What both files of a closing are made of. */
export type Issue = {
  contents: MonthContents;
  version: number;
  closedAt: Date;
  closedBy: string;
  /** The fingerprint of the contents. */
  code: string;
};

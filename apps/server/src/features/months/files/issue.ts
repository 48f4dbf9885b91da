import type { OpenMatter } from '@balcao/contract/cash-boxes/months.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { Month } from '@balcao/domain/month/month.ts';
import type { MonthFigures } from '@balcao/domain/month/month-figures.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';

/** A correction that counts in the month. Reasons may name people, and what is kept for ever names none. */
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
};

export type DifferenceLine = {
  box: number;
  day: BusinessDay;
  seller: string;
  method: string;
  expected: Cents;
  counted: Cents;
  approved_by: string | null;
};

/** Numbers from `first` to `last` that are no sale of the month. */
export type NumberGap = {
  first: number;
  last: number;
  /** `refused`: nothing was recorded under them. */
  why: 'deleted' | 'refused' | 'other_month';
};

export type SaleNumbers = {
  /** Of a sale of the month that was not deleted; null when there is none. */
  first: number | null;
  last: number | null;
  /** From the number after that of the last sale of before. */
  gaps: NumberGap[];
};

/** What the products of one institution brought in, or those of both together. */
export type IncomeLine = {
  name: string;
  cnpj: string;
  total: Cents;
};

/** All that the files of a month say. */
export type MonthContents = {
  month: Month;
  figures: MonthFigures;
  numbers: SaleNumbers;
  income: IncomeLine[];
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

import type { Closing } from '@balcao/contract/closings.ts';
import {
  type BusinessDay,
  businessDayOf,
  formatDay,
  parseBusinessDay,
} from '@balcao/domain/business-day.ts';
import { formatReais } from './reais.ts';

/** The words of a closing slip, ready for the paper. */
export type ClosingSlip = {
  today: string;
  /** What the date of the paper leaves open: which day's box it is, and which closing of that day. */
  notes: string[];
  seller: string | undefined;
  total: string | undefined;
  methods: { name: string; amount: string }[];
};

/** Reads what was stored for printing; undefined when that is not a closing. */
export function closingSlipOf(stored: unknown, now = new Date()): ClosingSlip | undefined {
  try {
    return slipOfClosing(stored as Partial<Closing>, businessDayOf(now));
  } catch {
    // Anything may lie in the browser's storage: a sale, an older form, somebody's experiment.
    return undefined;
  }
}

function slipOfClosing(closing: Partial<Closing>, today: BusinessDay): ClosingSlip | undefined {
  const { payment_methods, seller_name, total_final } = closing;
  if (typeof payment_methods !== 'object') return undefined;
  return {
    today: formatDay(today),
    notes: notesOf(closing, today),
    seller: seller_name || undefined,
    total: typeof total_final === 'number' ? formatReais(total_final) : undefined,
    methods: Object.entries(payment_methods).map(([name, amount]) => ({
      name,
      amount: formatReais(amount),
    })),
  };
}

function notesOf({ date, version }: Partial<Closing>, today: BusinessDay): string[] {
  const day = parseBusinessDay(date ?? '');
  return [
    ...(day && day !== today ? [`Caixa do dia ${formatDay(day)}`] : []),
    ...(version && version > 1 ? [`${version}º fechamento do dia`] : []),
  ];
}

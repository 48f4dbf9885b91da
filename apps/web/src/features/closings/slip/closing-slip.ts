import type { Closing } from '@balcao/contract/closings.ts';
import {
  type BusinessDay,
  businessDayOf,
  formatDay,
  formatMoment,
  formatTime,
  parseBusinessDay,
} from '@balcao/domain/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';

export type ClosingSlip = {
  /** undefined in closings of older versions. */
  id: number | undefined;
  today: string;
  /** The day of the box if it is not today, and the number of a repeated closing. */
  notes: string[];
  seller: string | undefined;
  total: string | undefined;
  methods: { name: string; amount: string }[];
  /** The number of sales, their ids and the time; closings of older versions lack some of these. */
  counted: string;
};

/** Returns undefined if `stored` is not a closing. */
export function closingSlipOf(stored: unknown, now = new Date()): ClosingSlip | undefined {
  try {
    return slipOfClosing(stored as Partial<Closing>, businessDayOf(now));
  } catch {
    // The browser's storage may hold anything: a sale, an older format.
    return undefined;
  }
}

function slipOfClosing(closing: Partial<Closing>, today: BusinessDay): ClosingSlip | undefined {
  const { id, payment_methods, seller_name, total_final } = closing;
  if (typeof payment_methods !== 'object') return undefined;
  return {
    id,
    today: formatDay(today),
    notes: notesOf(closing, today),
    seller: seller_name || undefined,
    total: formatTotal(total_final) || undefined,
    methods: Object.entries(payment_methods).map(([name, amount]) => ({
      name,
      amount: formatReais(amount),
    })),
    counted: countedBy(closing),
  };
}

/** Formats the total of a closing; a value that is no number stays as it is. */
export function formatTotal(total: unknown): string {
  return typeof total === 'number' ? formatReais(total) : String(total ?? '');
}

function notesOf(closing: Partial<Closing>, today: BusinessDay): string[] {
  const { date, version } = closing;
  const day = parseBusinessDay(date ?? '');
  return [
    ...(day && day !== today ? [`Caixa do dia ${formatDay(day)}`] : []),
    ...(version && version > 1 ? [`${version}º fechamento do dia${replacedBy(closing)}`] : []),
  ];
}

function replacedBy({ replaces, closed_at }: Partial<Closing>): string {
  if (!replaces || !closed_at) return '';
  const [at, now] = [new Date(replaces.closed_at), new Date(closed_at)];
  const sameDay = businessDayOf(at) === businessDayOf(now);
  const when = sameDay ? `das ${formatTime(at)}` : `de ${formatDay(at)}, ${formatTime(at)}`;
  return `, substitui o fechamento ${when} (${formatReais(replaces.total_final)})`;
}

function countedBy({ sales_count, first_sale, last_sale, closed_at }: Partial<Closing>): string {
  const sales = sales_count === 1 ? '1 venda' : `${sales_count} vendas`;
  const numbers =
    first_sale === last_sale ? `nº ${first_sale}` : `da nº ${first_sale} à nº ${last_sale}`;
  const closed = closed_at && new Date(closed_at);
  return [
    sales_count && [sales, first_sale && numbers].filter(Boolean).join(', '),
    closed && `Fechado em ${formatMoment(closed)}`,
  ]
    .filter(Boolean)
    .join('. ');
}

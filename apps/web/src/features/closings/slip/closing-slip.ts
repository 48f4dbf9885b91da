import type { BoxOfClosing, Closing } from '@balcao/contract/cash-boxes/closings.ts';
import {
  type BusinessDay,
  businessDayOf,
  formatDay,
  formatMoment,
  formatTime,
  parseBusinessDay,
} from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { numberOf, sumOf, textOf } from '../../../api/answers/values.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { counted } from '../../../ui/counts.ts';
import type { Sum } from '../../../ui/paper/paper-table.tsx';

export type ClosingSlip = {
  /** undefined in closings of older versions. */
  id: number | undefined;
  closedAt: string | undefined;
  today: string;
  /** The day of the box if it is not today, and the number of a repeated closing. */
  notes: string[];
  seller: string | undefined;
  /** What was sold and what came back, of which `total` is the rest. */
  parts: Sum[];
  total: string | undefined;
  methods: Sum[];
  /** What was given back although it was not paid in cash. */
  change: string | undefined;
  /** How many of the sales were kept on other days without the server. */
  kept: string | undefined;
  /** The number of sales, their ids and the time; closings of older versions lack some of these. */
  counted: string;
  /** Of a counted box. */
  box: (BoxOfClosing & Pick<Closing, 'payment_methods'>) | undefined;
};

type ReprintedClosing = Closing & { reprinted_at: string };

/** Returns undefined if `stored` is not a closing. */
export function closingSlipOf(stored: unknown, now = timeNow()): ClosingSlip | undefined {
  try {
    return slipOfClosing(stored as Partial<ReprintedClosing>, businessDayOf(now));
  } catch {
    // The browser's storage may hold anything: a sale, an older format.
    return undefined;
  }
}

function slipOfClosing(
  closing: Partial<ReprintedClosing>,
  today: BusinessDay,
): ClosingSlip | undefined {
  const { id, date, payment_methods, seller_name, total_final } = closing;
  const hasSums = total_final !== undefined || payment_methods !== undefined;
  // A closing of the specification needs no sums; other papers with a seller have a number.
  const isBare = id === undefined && (date !== undefined || seller_name !== undefined);
  if (!hasSums && !isBare) return undefined;
  const methods = Object.entries(fieldsOf(payment_methods));
  return {
    id,
    closedAt: closing.closed_at || undefined,
    today: formatDay(today),
    notes: notesOf(closing, today),
    seller: seller_name || undefined,
    parts: partsOf(closing),
    total: formatTotal(total_final) || undefined,
    methods: methods.map(([name, amount]) => [name, formatTotal(amount)]),
    change: changeOf(closing),
    kept: keptOf(closing),
    counted: countedBy(closing),
    box: closing.box && { ...closing.box, payment_methods: payment_methods ?? {} },
  };
}

/** Nothing on a day without returns, as the specification has it. */
function partsOf({ sold_total, returned_total }: Partial<Closing>): ClosingSlip['parts'] {
  if (!returned_total || sold_total === undefined) return [];
  return [
    ['Vendido', formatReais(sold_total)],
    ['Devolvido', formatReais(-returned_total)],
  ];
}

/** Nothing on a day without such change, as the specification has it. */
function changeOf({ change_not_cash }: Partial<Closing>): string | undefined {
  const { amount, sales } = fieldsOf(change_not_cash);
  const [given, count] = [sumOf(amount), numberOf(sales, 0)];
  if (given <= 0 || count <= 0) return undefined;
  const of = counted(count, 'venda', 'vendas');
  return `Troco que não saiu de dinheiro: ${formatReais(given)} em ${of}`;
}

/** Nothing when there are none, as the specification has it. */
function keptOf({ kept }: Partial<Closing>): string | undefined {
  if (!kept?.count) return undefined;
  const sales = counted(kept.count, 'venda guardada', 'vendas guardadas');
  return `${sales} de dias anteriores, ${formatTotal(kept.total)}`;
}

/** Formats a sum of a closing; a value that is no number stays as it is. */
export function formatTotal(total: unknown): string {
  const sum = sumOf(total, Number.NaN);
  return Number.isNaN(sum) ? textOf(total) : formatReais(sum);
}

function notesOf(closing: Partial<ReprintedClosing>, today: BusinessDay): string[] {
  const { date, version, box, reprinted_at } = closing;
  const day = parseBusinessDay(date ?? '');
  return [
    ...(reprinted_at ? [`2ª via, impressa em ${formatMoment(new Date(reprinted_at))}`] : []),
    ...(box ? [`Caixa nº ${box.number}, aberto em ${formatMoment(new Date(box.opened_at))}`] : []),
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

function countedBy(closing: Partial<Closing>): string {
  const { sales_count, refunds_count, first_sale, last_sale, closed_at } = closing;
  const sales = sales_count === 1 ? '1 venda' : `${sales_count} vendas`;
  const numbers =
    first_sale === last_sale ? `nº ${first_sale}` : `da nº ${first_sale} à nº ${last_sale}`;
  const closed = closed_at && new Date(closed_at);
  return [
    sales_count && [sales, first_sale && numbers].filter(Boolean).join(', '),
    refunds_count && `Devoluções e trocas: ${refunds_count}`,
    closed && `Fechado em ${formatMoment(closed)}`,
  ]
    .filter(Boolean)
    .join('. ');
}

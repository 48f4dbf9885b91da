import type { Correction } from '@balcao/contract/sales/corrections.ts';
import type { ReprintedSale, Sale } from '@balcao/contract/sales/sales.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { recordedDay, recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { keptCode } from '@balcao/domain/kept-sale.ts';
import { formatCents, formatReais, sumCents } from '@balcao/domain/money.ts';
import { saleCode } from '@balcao/domain/sale-code.ts';
import { receivedSale } from '../../../api/answers/sale.ts';
import { textOf } from '../../../api/answers/values.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { whole } from '../../../ui/counts.ts';
import { currentPaymentsOfSale } from '../payments-of-sale.ts';

/** A sale, with what it was the exchange of. `kept`: the server does not have it yet. */
export type MadeSale = Sale & { readonly exchange?: Correction; readonly kept?: KeptMark };

/** `key`: its Idempotency-Key. `pixUnchecked`: nobody has found its Pix at the bank. */
type KeptMark = { readonly key: string; readonly pixUnchecked: boolean };

export type Receipt = {
  /** undefined for a sale of a server that gives it none. */
  number: number | undefined;
  client: string;
  /** undefined for an anonymised client. */
  cpf: string | undefined;
  amount: string;
  products: string;
  /** undefined when nothing was paid. */
  payments: string | undefined;
  /** The sum of the payments, and their change; undefined without change. */
  change: { paid: string; given: string } | undefined;
  day: string;
  items: ReceiptItem[];
  /** The discounts of the items and of the sale; undefined when there are none. */
  discount: string | undefined;
  /** When, by whom, after whom, and for which student. */
  details: string[];
  /** When a copy was printed; undefined on the first paper. */
  reprinted: string | undefined;
  /** Of a sale that the server does not have yet. */
  kept: KeptMark | undefined;
};

/** `total` is before discounts; amounts that are not known are ''. */
export type ReceiptItem = { name: string; quantity: string; unitPrice: string; total: string };

/** Returns undefined if `stored` is not a sale: the browser's storage may hold anything. */
export function receiptOf(stored: unknown): Receipt | undefined {
  const { total_general, client_data, reprinted_at } = fieldsOf(stored);
  if (total_general === undefined && client_data === undefined) return undefined;
  const sale = receivedSale(stored);
  return receiptOfSale(typeof reprinted_at === 'string' ? { ...sale, reprinted_at } : sale);
}

/** The content of a recorded sale. */
function receiptOfSale(sale: Sale | ReprintedSale): Receipt {
  const { lines, change } = currentPaymentsOfSale(sale);
  const given = change > 0 && {
    paid: formatCents(sumCents(lines.map(({ amount }) => amount))),
    given: formatCents(change),
  };
  return {
    number: sale.id > 0 ? sale.id : undefined,
    client: sale.client_data.name,
    cpf: formatCpf(sale.client_data.cpf) || undefined,
    amount: formatReais(sale.total_general),
    products: sale.products_data
      .map(({ product_info, quantity }) => `${product_info.name}: x${quantity}`)
      .join(', '),
    payments:
      lines.map(({ method, amount }) => `${method} ${formatCents(amount)}`).join('; ') || undefined,
    change: given || undefined,
    day: recordedDay(sale.created_at),
    items: sale.products_data.map(({ product_info, quantity, subtotal }) => ({
      name: product_info.name,
      quantity: whole(quantity),
      unitPrice: knownAmount(product_info.price),
      total: knownAmount(subtotal),
    })),
    discount:
      sale.subtotal > sale.total_general
        ? formatReais(sale.subtotal - sale.total_general)
        : undefined,
    details: detailsOf(sale),
    reprinted: 'reprinted_at' in sale ? recordedMoment(sale.reprinted_at) : undefined,
    kept: keptMark(sale),
  };
}

function keptMark({ kept }: MadeSale): KeptMark | undefined {
  const { key, pixUnchecked } = fieldsOf<KeptMark>(kept);
  return key ? { key, pixUnchecked: pixUnchecked === true } : undefined;
}

function detailsOf({ created_at, seller_data, student_data, parked_by }: Sale): string[] {
  const seller = seller_data.name && `Vendedor: ${seller_data.name}`;
  const parker = textOf(parked_by) && `Guardado por: ${textOf(parked_by)}`;
  const details = [recordedMoment(created_at), seller, parker].filter(Boolean);
  if (student_data) {
    const { name, registration } = student_data;
    details.push(
      `Aluno: ${[name, registration && `matrícula ${registration}`].filter(Boolean).join(', ')}`,
    );
  }
  return details;
}

/** '' for UNKNOWN_AMOUNT. */
const knownAmount = (reais: number) => (Number.isNaN(reais) ? '' : formatReais(reais));

/** `noWrap`: the words stay on one line. */
export type Words = { readonly text: string; readonly bold?: true; readonly noWrap?: true };

export const NO_FISCAL_DOCUMENT = 'Não é documento fiscal';
export const COLUMNS = ['Item', 'Qtd.', 'Unitário', 'Total'] as const;

/** The receipt's sentence, for the paper and the PDF file. */
export function sentenceOf({ client, cpf, amount, products, payments }: Receipt): Words[] {
  return [
    { text: 'Recebemos de ' },
    { text: client, bold: true },
    ...(cpf
      ? [
          { text: ', inscrito(a) no CPF sob o nº ' },
          { text: cpf, bold: true, noWrap: true } as const,
        ]
      : []),
    { text: ', a importância de ' },
    { text: amount, bold: true },
    ...(products ? [{ text: `, referente a ${products}` }] : []),
    { text: `${payments ? `, pago por ${payments}` : ''}, estando assim quitado.` },
  ];
}

/** Of the tab and the file. */
export const titleOf = ({ number }: Receipt) => ['Recibo', number].filter(Boolean).join(' ');

/** What its bar code says: the number of the sale, or the key of a kept one. */
export const codeOf = ({ number, kept }: Receipt): string | undefined =>
  kept ? keptCode(kept.key) : number ? saleCode(number) : undefined;

/** The line under the title. */
export function numberOf({ number, reprinted, kept }: Receipt): Words[] {
  if (kept) {
    const words = ['VENDA GUARDADA — número depois', kept.pixUnchecked && 'Pix não conferido'];
    return [{ text: words.filter(Boolean).join(' · '), bold: true }];
  }
  const words: Words[] = number ? [{ text: `Nº ${number}` }] : [];
  if (!reprinted) return words;
  return [
    ...words,
    ...(number ? [{ text: ' · ' }] : []),
    { text: '2ª via', bold: true },
    { text: `, impressa em ${reprinted}` },
  ];
}

/** More items than these stand in two tables side by side, so that they fit one page. */
const MANY = 12;

export function tablesOf({ items }: Receipt): (readonly ReceiptItem[])[] {
  if (items.length <= MANY) return [items];
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}

/** The rows under the items. */
export function sumsOf({ amount, discount }: Receipt): [string, string][] {
  return [
    ...(discount ? [['Desconto', `−${discount}`] as [string, string]] : []),
    ['Total', amount],
  ];
}

/** The rows under those: the sentence names what was paid line by line, and no change. */
export function changeOf({ change }: Receipt): [string, string][] {
  return change
    ? [
        ['Pago', change.paid],
        ['Troco', change.given],
      ]
    : [];
}

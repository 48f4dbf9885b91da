import type { Receipt, ReceiptItem } from './receipt.ts';

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

/** The line under the title. */
export function numberOf({ number, reprinted }: Receipt): Words[] {
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

import type { Institution } from '@balcao/contract/shop/institution.ts';
import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { moduleMm } from '../../../ui/paper/barcode/barcode.tsx';
import { code128 } from '../../../ui/paper/barcode/code-128.ts';
import type { Receipt, ReceiptItem } from './receipt.ts';
import {
  COLUMNS,
  changeOf,
  codeOf,
  NO_FISCAL_DOCUMENT,
  numberOf,
  sentenceOf,
  sumsOf,
  tablesOf,
  titleOf,
} from './receipt.ts';

/** In points. */
export const MM = 72 / 25.4;
const PAGE_WIDTH = 210 * MM;
const BARS_HEIGHT = 8 * MM;

/** The largest letters of the receipt's sentence, in points. */
export const LARGEST = 12;

/** What is around the text. Below a size of its letters, less, so that they can be larger. */
type Frame = {
  side: number;
  top: number;
  bottom: number;
  logo: number;
  title: number;
  gap: number;
};
const USUAL: Frame = { side: 20, top: 18, bottom: 14, logo: 17, title: 22, gap: 10 };
const CROWDED: Frame = { side: 14, top: 10, bottom: 10, logo: 11, title: 16, gap: 5 };
const CROWDED_BELOW = 9;

/** One page with letters of this size: what the paper says, in the same order. */
export function documentOf(
  receipt: Receipt,
  institution: Institution,
  logos: readonly (string | undefined)[],
  size: number,
): TDocumentDefinitions {
  const frame = size < CROWDED_BELOW ? CROWDED : USUAL;
  const [top, side, bottom] = [frame.top * MM, frame.side * MM, frame.bottom * MM];
  return {
    pageSize: 'A4',
    pageMargins: [side, top, side, bottom],
    info: { title: titleOf(receipt) },
    defaultStyle: { font: 'Roboto', fontSize: size, lineHeight: 1.3 },
    content: contentOf(receipt, institution, logos, size, frame),
  };
}

function contentOf(
  receipt: Receipt,
  institution: Institution,
  logos: readonly (string | undefined)[],
  size: number,
  frame: Frame,
): Content[] {
  const width = PAGE_WIDTH - 2 * frame.side * MM;
  const [college, school] = institution.institutions;
  const [left, right] = logos.map((logo, index): Content => {
    if (logo) return { image: logo, fit: [76 * MM, frame.logo * MM] };
    return { text: institution.institutions[index]?.name ?? '', bold: true, fontSize: 14 };
  });
  /** A height beside a text of the largest size. */
  const height = (mm: number) => (mm * MM * size) / LARGEST;
  return [
    { columns: [left ?? '', { stack: [right ?? ''], alignment: 'right' }] },
    line(width, 0.6 * MM, (frame.gap * MM) / 2.5),
    {
      text: 'RECIBO',
      bold: true,
      fontSize: frame.title,
      alignment: 'center',
      margin: [0, height(frame.gap), 0, 0],
    },
    {
      text: numberOf(receipt),
      fontSize: 10,
      alignment: 'center',
      margin: [0, 0, 0, height(frame.gap - 1)],
    },
    { text: sentenceOf(receipt) },
    {
      text: [institution.city, receipt.day].filter(Boolean).join(', '),
      alignment: 'right',
      margin: [0, height(frame.gap), 0, height(18)],
    },
    {
      canvas: [
        {
          type: 'line',
          x1: width / 2 - 45 * MM,
          y1: 0,
          x2: width / 2 + 45 * MM,
          y2: 0,
          lineWidth: 0.6,
        },
      ],
    },
    { text: 'Assinatura', fontSize: 9.5, alignment: 'center', margin: [0, 2, 0, height(8)] },
    { stack: details(receipt, size), color: '#55606a' },
    line(width, 0.2 * MM, height(4)),
    {
      columns: [
        { text: [{ text: college.name, bold: true }, `\nCNPJ ${college.cnpj}`] },
        { text: [{ text: school.name, bold: true }, `\nCNPJ ${school.cnpj}`], alignment: 'right' },
      ],
      fontSize: 9,
    },
  ];
}

function details(receipt: Receipt, size: number): Content[] {
  const code = codeOf(receipt);
  const tables = tablesOf(receipt);
  const many = tables.length > 1;
  const fontSize = size * (many ? 0.8 : 0.7);
  return [
    { columns: tables.map((items) => table(items, many ? 0 : 2)), columnGap: 8 * MM, fontSize },
    ...[...sumsOf(receipt), ...changeOf(receipt)].map(([label, amount]) => ({
      columns: [label, { text: amount, alignment: 'right' as const }],
      bold: true,
      fontSize,
      margin: [0, 2, 0, 0] as [number, number, number, number],
    })),
    {
      columns: [
        { stack: [{ text: receipt.details.join(' · ') }, NO_FISCAL_DOCUMENT], fontSize },
        code ? barcode(code) : '',
      ],
      columnGap: 6 * MM,
      margin: [0, 6, 0, 0],
    },
  ];
}

const table = (items: readonly ReceiptItem[], padding: number): Content => ({
  table: {
    headerRows: 1,
    widths: ['*', 'auto', 'auto', 'auto'],
    body: [
      [...COLUMNS],
      ...items.map(({ name, quantity, unitPrice, total }) => [name, quantity, unitPrice, total]),
    ].map((row) => row.map(cell)),
  },
  layout: {
    hLineWidth: (row) => (row === 0 ? 0 : 0.2 * MM),
    vLineWidth: () => 0,
    hLineColor: () => '#d5dbe0',
    paddingLeft: (column) => (column === 0 ? 0 : 10),
    paddingRight: () => 0,
    paddingTop: () => padding,
    paddingBottom: () => padding,
  },
});

const cell = (text: string, column: number) => ({
  text,
  alignment: column === 0 ? ('left' as const) : ('right' as const),
});

const line = (width: number, lineWidth: number, space: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth }],
  margin: [0, space, 0, space],
});

/** Code 128 with its text below. */
function barcode(text: string): Column {
  const { width, bars } = code128(text);
  const module = moduleMm(width) * MM;
  return {
    stack: [
      {
        canvas: bars.map((bar) => ({
          type: 'rect',
          x: bar.x * module,
          y: 0,
          w: bar.width * module,
          h: BARS_HEIGHT,
          color: 'black',
        })),
      },
      { text, fontSize: 8, color: 'black', alignment: 'center' },
    ],
    width: width * module,
    // Empty space for the scanner.
    margin: [0, 0, 10 * module, 0],
  };
}

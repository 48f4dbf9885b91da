import type { Institution } from '@balcao/contract/shop/institution.ts';
import { saleCode } from '@balcao/domain/sale-code.ts';
import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url';
import normal from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url';
import * as pdfmakeModule from 'pdfmake/build/pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { Receipt, ReceiptItem } from './receipt.ts';
import { barcode } from './receipt-pdf-barcode.ts';
import {
  COLUMNS,
  changeOf,
  NO_FISCAL_DOCUMENT,
  numberOf,
  sentenceOf,
  sumsOf,
  tablesOf,
  titleOf,
} from './receipt-text.ts';

/** Its browser build is a CommonJS module; the types have no default. */
const pdfmake = (pdfmakeModule as unknown as { default: typeof pdfmakeModule }).default;

const MM = 72 / 25.4;
const LOGO_HEIGHT = 17 * MM;
const INNER_WIDTH = 170 * MM;
/** A logo's picture has three times the points of its place on the paper. */
const SHARPNESS = 3;

/** The sizes of the receipt's sentence, in points; the other letters follow it. */
const LARGEST = 12;
const SMALLEST = 5;
const STEP = 0.5;
/** For a receipt that fits one page at no size: it takes several pages and stays readable. */
const OVERLONG = 10;

/** The receipt as a PDF file: one A4 page with the content of the paper, in the largest letters that fit. */
export async function receiptPdf(receipt: Receipt, institution: Institution): Promise<Blob> {
  pdfmake.setFonts({ Roboto: { normal: absolute(normal), bold: absolute(bold) } });
  const logos = await Promise.all(
    institution.institutions.map(({ logo }) => (logo === null ? undefined : pictureOf(logo))),
  );
  const make = async (size: number) => {
    let pages = 0;
    const footer = (_page: number, count: number) => {
      pages = count;
      return '';
    };
    const content = contentOf(receipt, institution, logos, size);
    const file = await pdfmake
      .createPdf({ ...documentOf(receipt, size), content, footer })
      .getBlob();
    return { file, fits: pages === 1 };
  };
  const large = await make(LARGEST);
  if (large.fits) return large.file;
  let best = await make(SMALLEST);
  if (!best.fits) return (await make(OVERLONG)).file;
  let [fitting, tooLarge] = [SMALLEST, LARGEST];
  while (tooLarge - fitting > STEP) {
    const size = (fitting + tooLarge) / 2;
    const tried = await make(size);
    if (tried.fits) [best, fitting] = [tried, size];
    else tooLarge = size;
  }
  return best.file;
}

const absolute = (path: string) => new URL(path, window.location.href).href;

const documentOf = (receipt: Receipt, size: number): Omit<TDocumentDefinitions, 'content'> => ({
  pageSize: 'A4',
  pageMargins: [20 * MM, 18 * MM, 20 * MM, 14 * MM],
  info: { title: titleOf(receipt) },
  defaultStyle: { font: 'Roboto', fontSize: size, lineHeight: 1.3 },
});

function contentOf(
  receipt: Receipt,
  institution: Institution,
  logos: readonly (string | undefined)[],
  size: number,
): Content[] {
  const [college, school] = institution.institutions;
  const [left, right] = logos.map((logo, index): Content => {
    if (logo) return { image: logo, fit: [76 * MM, LOGO_HEIGHT] };
    return { text: institution.institutions[index]?.name ?? '', bold: true, fontSize: 14 };
  });
  /** A height beside a text of the largest size. */
  const height = (mm: number) => (mm * MM * size) / LARGEST;
  return [
    { columns: [left ?? '', { stack: [right ?? ''], alignment: 'right' }] },
    line(0.6 * MM, 4 * MM),
    {
      text: 'RECIBO',
      bold: true,
      fontSize: 22,
      alignment: 'center',
      margin: [0, height(10), 0, 0],
    },
    { text: numberOf(receipt), fontSize: 10, alignment: 'center', margin: [0, 0, 0, height(9)] },
    { text: sentenceOf(receipt) },
    {
      text: [institution.city, receipt.day].filter(Boolean).join(', '),
      alignment: 'right',
      margin: [0, height(10), 0, height(18)],
    },
    {
      canvas: [{ type: 'line', x1: 40 * MM, y1: 0, x2: 130 * MM, y2: 0, lineWidth: 0.6 }],
    },
    { text: 'Assinatura', fontSize: 9.5, alignment: 'center', margin: [0, 2, 0, height(8)] },
    { stack: details(receipt, size), color: '#55606a' },
    line(0.2 * MM, height(4)),
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
        receipt.number ? barcode(saleCode(receipt.number)) : '',
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

const line = (width: number, space: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER_WIDTH, y2: 0, lineWidth: width }],
  margin: [0, space, 0, space],
});

/** A logo as PNG, whatever its format; undefined if it does not load. */
async function pictureOf(address: string): Promise<string | undefined> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  const canvas = document.createElement('canvas');
  const ratio = image.naturalWidth / image.naturalHeight || 1;
  canvas.height = Math.round(LOGO_HEIGHT * SHARPNESS);
  canvas.width = Math.round(canvas.height * ratio);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

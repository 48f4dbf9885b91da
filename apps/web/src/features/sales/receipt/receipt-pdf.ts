import type { Institution } from '@balcao/contract/institution.ts';
import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url';
import normal from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url';
import * as pdfmakeModule from 'pdfmake/build/pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { Receipt } from './receipt.ts';
import { COLUMNS, NO_FISCAL_DOCUMENT, numberOf, sentenceOf, sumsOf } from './receipt-text.ts';

/** Its browser build is a CommonJS module; the types have no default. */
const pdfmake = (pdfmakeModule as unknown as { default: typeof pdfmakeModule }).default;

const MM = 72 / 25.4;
const LOGO_HEIGHT = 17 * MM;
const INNER_WIDTH = 170 * MM;
/** A logo's picture has three times the points of its place on the paper. */
const SHARPNESS = 3;

/** The receipt as a PDF file: an A4 page with the content of the paper. */
export async function receiptPdf(receipt: Receipt, institution: Institution): Promise<Blob> {
  pdfmake.setFonts({ Roboto: { normal: absolute(normal), bold: absolute(bold) } });
  const logos = await Promise.all(institution.institutions.map(({ logo }) => pictureOf(logo)));
  return pdfmake.createPdf(definition(receipt, institution, logos)).getBlob();
}

const absolute = (path: string) => new URL(path, window.location.href).href;

function definition(
  receipt: Receipt,
  institution: Institution,
  logos: readonly (string | undefined)[],
): TDocumentDefinitions {
  const [college, school] = institution.institutions;
  const [left, right] = logos.map(
    (logo): Content => (logo ? { image: logo, fit: [76 * MM, LOGO_HEIGHT] } : ''),
  );
  return {
    pageSize: 'A4',
    pageMargins: [20 * MM, 18 * MM, 20 * MM, 14 * MM],
    info: { title: `Recibo ${receipt.number}` },
    defaultStyle: { font: 'Roboto', fontSize: 12, lineHeight: 1.3 },
    content: [
      { columns: [left ?? '', { stack: [right ?? ''], alignment: 'right' }] },
      line(0.6 * MM),
      { text: 'RECIBO', bold: true, fontSize: 22, alignment: 'center', margin: [0, 10 * MM, 0, 0] },
      { text: numberOf(receipt), fontSize: 10, alignment: 'center', margin: [0, 0, 0, 9 * MM] },
      { text: sentenceOf(receipt) },
      {
        text: `${institution.city}, ${receipt.day}`,
        alignment: 'right',
        margin: [0, 10 * MM, 0, 18 * MM],
      },
      {
        canvas: [{ type: 'line', x1: 40 * MM, y1: 0, x2: 130 * MM, y2: 0, lineWidth: 0.6 }],
      },
      { text: 'Assinatura', fontSize: 9.5, alignment: 'center', margin: [0, 2, 0, 8 * MM] },
      { stack: details(receipt), fontSize: 8.5, color: '#55606a' },
      line(0.2 * MM),
      {
        columns: [
          { text: [{ text: college.name, bold: true }, `\nCNPJ ${college.cnpj}`] },
          {
            text: [{ text: school.name, bold: true }, `\nCNPJ ${school.cnpj}`],
            alignment: 'right',
          },
        ],
        fontSize: 9,
      },
    ],
  };
}

function details(receipt: Receipt): Content[] {
  return [
    {
      table: {
        headerRows: 1,
        widths: ['*', 'auto', 'auto', 'auto'],
        body: [
          COLUMNS.map((text, index) => cell(text, index)),
          ...receipt.items.map(({ name, quantity, unitPrice, total }) =>
            [name, quantity, unitPrice, total].map(cell),
          ),
          ...sumsOf(receipt).map(([label, amount]) => [
            { text: label, bold: true, colSpan: 3 },
            '',
            '',
            { text: amount, bold: true, alignment: 'right' as const },
          ]),
        ],
      },
      layout: {
        hLineWidth: (row) => (row === 0 ? 0 : 0.2 * MM),
        vLineWidth: () => 0,
        hLineColor: () => '#d5dbe0',
        paddingLeft: (column) => (column === 0 ? 0 : 10),
        paddingRight: () => 0,
      },
    },
    { text: receipt.details.join(' · '), margin: [0, 6, 0, 0] },
    { text: NO_FISCAL_DOCUMENT, margin: [0, 0, 0, 4 * MM] },
  ];
}

const cell = (text: string, column: number) => ({
  text,
  alignment: column === 0 ? ('left' as const) : ('right' as const),
});

const line = (width: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER_WIDTH, y2: 0, lineWidth: width }],
  margin: [0, 4 * MM, 0, 4 * MM],
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

import type { Institution } from '@balcao/contract/shop/institution.ts';
import { pdfOf } from '../../../ui/paper/pdf.ts';
import type { Receipt } from './receipt.ts';
import { documentOf, LARGEST, MM } from './receipt-pdf-content.ts';

/** Of the largest. */
const LOGO_HEIGHT = 17 * MM;
/** A logo's picture has three times the points of its place on the paper. */
const SHARPNESS = 3;

/** The sizes of the receipt's sentence, in points; the other letters follow it. */
const SMALLEST = 5;
const STEP = 0.25;
/** For a receipt that fits one page at no size: it takes several pages and stays readable. */
const OVERLONG = 10;

/** The receipt as a PDF file: one A4 page with the content of the paper, in the largest letters that fit. */
export async function receiptPdf(receipt: Receipt, institution: Institution): Promise<Blob> {
  const logos = await Promise.all(
    institution.institutions.map(({ logo }) => (logo === null ? undefined : pictureOf(logo))),
  );
  const make = async (size: number) => {
    let pages = 0;
    const footer = (_page: number, count: number) => {
      pages = count;
      return '';
    };
    const made = documentOf(receipt, institution, logos, size);
    const file = await pdfOf({ ...made, footer });
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

/** A logo of any format as PNG; undefined if it does not load. */
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

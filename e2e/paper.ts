import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

/** A4 in points, the unit of PDF. */
export const A4 = { width: 595, height: 842 };

/** Prints a page. Returns the size of each sheet and the texts, with single spaces. */
export async function printed(page: Page) {
  const file = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { text } = await extractText(pdf, { mergePages: false });
  const sheets = text.map((each) => each.replace(/\s+/g, ' '));
  const sizes = [];
  for (let sheet = 1; sheet <= pdf.numPages; sheet++) {
    const { width, height } = (await pdf.getPage(sheet)).getViewport({ scale: 1 });
    sizes.push({ width: Math.round(width), height: Math.round(height) });
  }
  return { sheets, sizes, text: sheets.join(' ') };
}

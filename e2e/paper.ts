import { expect, type Locator, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

/** A4 in points, the unit of PDF. */
export const A4 = { width: 595, height: 842 };

/** The settings of rolls, with their widths in mm. */
export const ROLLS = [
  ['80', 80],
  ['58', 58],
] as const;

/** Prints a page. Returns the file, the size of each sheet and the texts, with single spaces. */
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
  return { sheets, sizes, text: sheets.join(' '), pdf };
}

/** From points. */
export const mm = (points: number) => (points / 72) * 25.4;

export const paperOf = (page: Page) => page.getByLabel('Papel deste aparelho');

/** Stores what a paper shows, as the lists do, and opens it. */
export async function show(page: Page, path: string, stored: unknown): Promise<Locator> {
  await page.evaluate((data) => sessionStorage.setItem('data', data), JSON.stringify(stored));
  await page.goto(path);
  const paper = page.getByRole('article');
  await expect(paper).toBeVisible();
  return paper;
}

/** Expects one piece of this width, cut right below its content, which is all there and black. */
export async function expectPiece(
  page: Page,
  width: number,
  parts: readonly string[],
): Promise<void> {
  const paper = page.getByRole('article');
  const { sizes, text } = await printed(page);
  expect(sizes).toHaveLength(1);
  expect(Math.abs(mm(sizes[0]?.width ?? 0) - width)).toBeLessThan(0.5);
  const box = await paper.boundingBox();
  const onScreen = ((box?.height ?? 0) / 96) * 25.4;
  expect(Math.abs(mm(sizes[0]?.height ?? 0) - onScreen)).toBeLessThan(1.5);
  for (const part of parts) expect(text).toContain(part);
  const odd = await paper.evaluate((article) => {
    const edge = article.getBoundingClientRect();
    const shown = [...article.querySelectorAll('*')].filter((each) => each.checkVisibility());
    return shown
      .filter((each) => {
        const { right, left } = each.getBoundingClientRect();
        const { color } = getComputedStyle(each);
        const cut = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
        return right > edge.right || left < edge.left || cut || color !== 'rgb(0, 0, 0)';
      })
      .map((each) => each.outerHTML.slice(0, 80));
  });
  expect(odd).toEqual([]);
  await expect(paper.locator('img').filter({ visible: true })).toHaveCount(0);
}

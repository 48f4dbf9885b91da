import { isEan } from './ean.ts';

/** Which symbology was read, put before the code by scanners that are set so: ]E0 (EAN), ]C1 (GS1-128), ]d2, ]Q3. */
const AIM = /^\][A-Za-z]\d/;
export const withoutAim = (read: string): string => read.trim().replace(AIM, '');

/** The article of a GS1 code, alone or before further facts such as a lot. GS ends those without a fixed length. */
const GS = '\u001d';
const ARTICLE = new RegExp(`^${GS}?(?:\\(01\\)|01)(\\d{14})(.*)$`, 's');
/** A GTIN in the number of digits of a GTIN-14. */
const WIDEST = 14;
/** The same number as EAN-13, as GTIN-14 and as UPC-A: only leading zeros tell them apart. */
const WIDTHS = [13, WIDEST, 12];

/**
 * The codes that a product may have if this text was read, the likeliest first. The text as it is comes first: a
 * product may have any. A GTIN-14 with an indicator other than 0 names a case of pieces. It is no other code, because
 * the case would be sold at the price of one piece.
 */
export function codesOfRead(read: string): readonly string[] {
  const text = read.trim();
  const bare = withoutAim(text);
  const [, article = '', more = ''] = ARTICLE.exec(bare) ?? [];
  // 01 may also begin a code of trade or of the shop: an article has its check digit, and more begins with a number.
  const goesOn = more === '' || more.startsWith(GS) || /^\(?\d{2}/.test(more);
  const gtin = isEan(article) && goesOn ? article : bare;
  return [...new Set([text, bare, gtin, ...sameNumbers(gtin)])].filter((code) => code !== '');
}

function sameNumbers(gtin: string): string[] {
  if (!isEan(gtin)) return [];
  const wide = gtin.padStart(WIDEST, '0');
  // Eight digits are an EAN-8, which is never written with more.
  const short = wide.startsWith('000000') ? [wide.slice(-8)] : [];
  const others = WIDTHS.filter((width) => /^0*$/.test(wide.slice(0, WIDEST - width)));
  return [...others.map((width) => wide.slice(-width)), ...short];
}

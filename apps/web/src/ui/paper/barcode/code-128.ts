/*
 * A receipt carries `V` and the sale's number as Code 128, which every scanner reads without being set up; QR needs a
 * camera, and EAN-13 has no letter. The letter keeps sales apart from products, whose codes are often digits alone.
 * The narrowest bar is 0.375 mm, three dots of a thermal printer of 203 dpi, and the largest number is then 42 mm
 * wide, which a roll of 58 mm holds. `jsbarcode` only says where the bars are; bwip-js weighs ten times as much.
 */
import JsBarcode from 'jsbarcode';

export type Bars = {
  /** In modules: the width of the narrowest bar. */
  readonly width: number;
  readonly bars: readonly { readonly x: number; readonly width: number }[];
};

/** The bars of a Code 128, without the empty space that it needs on both sides. */
export function code128(text: string): Bars {
  const target: { encodings?: { data: string }[] } = {};
  // With a plain object the library only encodes.
  JsBarcode(target, text, { format: 'CODE128' });
  const modules = target.encodings?.map(({ data }) => data).join('') ?? '';
  const bars = [...modules.matchAll(/1+/g)].map(({ index, 0: dark }) => ({
    x: index,
    width: dark.length,
  }));
  return { width: modules.length, bars };
}

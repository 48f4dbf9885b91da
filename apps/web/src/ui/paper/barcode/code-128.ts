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

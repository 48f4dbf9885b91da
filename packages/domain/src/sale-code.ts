/** The text of a receipt's barcode: the sale with its number, 'V4987'. */
export function saleCode(sale: number): string {
  return `V${sale}`;
}

/** The number of the sale whose code was scanned or typed. */
export function saleOfCode(text: string): number | undefined {
  const [, digits] = /^v([1-9]\d{0,8})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether a text is the number of a bar code of trade (EAN-8, UPC, EAN-13, GTIN-14), with its check digit. */
export function isEan(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  // From the right the check digit counts once, and then the digits three times and once in turn.
  const sum = [...text].reduceRight(
    (total, digit, at) => total + Number(digit) * ((text.length - at) % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}

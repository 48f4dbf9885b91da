import type { Cents } from '../money.ts';

/** The receiver of a Pix. The bank shows the payer the name that belongs to the key, not this one. */
export type PixReceiver = { readonly key: string; readonly name: string; readonly city: string };

/** The limits of the EMV fields 59 and 60. */
const MAX_NAME = 25;
const MAX_CITY = 15;

/**
 * The text of a static BR Code, for the QR code and for "copia e cola". Without an amount the payer types it.
 * The fields are those of the central bank's "Manual do BR Code". A txid has at most 25 letters and digits.
 */
export function brCode(
  { key, name, city }: PixReceiver,
  { amount, txid }: { amount?: Cents; txid: string },
): string {
  const payload = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    amount === undefined ? '' : field('54', (amount / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', plainLetters(name, MAX_NAME)),
    field('60', plainLetters(city, MAX_CITY)),
    field('62', field('05', txid)),
    // The checksum covers its own tag and length.
    '6304',
  ].join('');
  return payload + crc16(payload);
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** Some banks' apps refuse a BR Code with accents, `&`, `@`, quotes or brackets. */
function plainLetters(text: string, maxLength: number): string {
  const plain = text
    .replaceAll('&', ' e ')
    .normalize('NFD')
    .replace(/[^ -~]|['"`]/g, '')
    .replace(/[^\w .-]|_/g, ' ')
    .replace(/ +/g, ' ');
  return plain.trim().slice(0, maxLength).trim();
}

/** CRC-16/CCITT-FALSE of an ASCII text: four hexadecimal digits in capitals. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

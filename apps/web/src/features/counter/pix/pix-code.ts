import type { Cents } from '@balcao/domain/money.ts';
import { brCode, type PixReceiver } from '@balcao/domain/pix/br-code.ts';
import encodeQR from 'qr';

export type PixCode = {
  /** "Copia e cola". */
  readonly text: string;
  /** The modules along one side, with an empty edge of one. Scanners need three more around them. */
  readonly size: number;
  /** The dark modules as an SVG path, one module being 1 × 1. */
  readonly path: string;
};

/** The BR Code of a payment and its QR code. */
export function pixCode(pix: PixReceiver, payment: { amount: Cents; txid: string }): PixCode {
  const text = brCode(pix, payment);
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const dark = modules.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return { text, size: modules.length, path: dark.join('') };
}

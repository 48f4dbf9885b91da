import { brCode, type PixReceiver } from '@balcao/domain/br-code.ts';
import type { Cents } from '@balcao/domain/money.ts';
import encodeQR from 'qr';

/** Scanners need an empty edge of four modules. */
const QUIET_ZONE = 4;

export type PixCode = {
  /** "Copia e cola". */
  readonly text: string;
  /** The modules along one side, with the quiet zone. */
  readonly size: number;
  /** The dark modules as an SVG path, one module being 1 × 1. */
  readonly path: string;
};

/** The BR Code of a payment and its QR code. */
export function pixCode(pix: PixReceiver, payment: { amount: Cents; txid: string }): PixCode {
  const text = brCode(pix, payment);
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const dark = modules.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return { text, size: modules.length, path: dark.join('') };
}

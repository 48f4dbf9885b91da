import type { Column } from 'pdfmake/interfaces';
import { MODULE_MM } from '../../../ui/paper/barcode/barcode.tsx';
import { code128 } from '../../../ui/paper/barcode/code-128.ts';

const MM = 72 / 25.4;
const BARS_HEIGHT = 8 * MM;

/** Code 128 with its text below. */
export function barcode(text: string): Column {
  const { width, bars } = code128(text);
  const module = MODULE_MM * MM;
  return {
    stack: [
      {
        canvas: bars.map((bar) => ({
          type: 'rect',
          x: bar.x * module,
          y: 0,
          w: bar.width * module,
          h: BARS_HEIGHT,
          color: 'black',
        })),
      },
      { text, fontSize: 8, color: 'black', alignment: 'center' },
    ],
    width: width * module,
    // Empty space for the scanner.
    margin: [0, 0, 10 * module, 0],
  };
}

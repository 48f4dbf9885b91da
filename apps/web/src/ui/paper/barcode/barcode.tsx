import { useMemo } from 'react';
import classes from './barcode.module.css';
import { code128 } from './code-128.ts';

/** The longest code of a sale's number, in modules. */
const LONG = 112;

/** The width of the narrowest bar: three dots of a thermal printer, or two of a code that a roll would not hold. */
export const moduleMm = (width: number): number => (width > LONG ? 0.25 : 0.375);

/** A Code 128 with its text below, for people whose scanner is broken. */
export function Barcode({ text }: { text: string }) {
  const { width, bars } = useMemo(() => code128(text), [text]);
  return (
    <figure className={classes.barcode} data-long={width > LONG || undefined}>
      <svg
        role="img"
        aria-label={`Código de barras ${text}`}
        viewBox={`0 0 ${width} 1`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        style={{ width: `${width * moduleMm(width)}mm` }}
      >
        <path d={bars.map((bar) => `M${bar.x} 0h${bar.width}v1h-${bar.width}z`).join('')} />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}

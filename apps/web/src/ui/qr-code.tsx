import encodeQR from 'qr';
import { useMemo } from 'react';

type Props = {
  text: string;
  /** Dark on light in every theme, and its size: classes of who shows it. */
  className: string | undefined;
  label: string;
};

/** A QR code with an empty edge of one module. Scanners need three more around it. */
export function QrCode({ text, className, label }: Props) {
  const modules = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 1 }), [text]);
  const dark = modules.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      className={className}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={dark.join('')} />
    </svg>
  );
}

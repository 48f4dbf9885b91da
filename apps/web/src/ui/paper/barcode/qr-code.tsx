import { useMemo } from 'react';
import { LoadNotice } from '../../messages/load-notice.tsx';
import { useCode } from '../../use-code.ts';

type Props = {
  text: string;
  /** Dark on light in every theme, and its size: classes of the part that shows it. */
  className: string | undefined;
  label: string;
};

/** A QR code with an empty edge of one module. Scanners need three more around it. */
export function QrCode(props: Props) {
  const code = useCode('qr', () => import('qr'));
  if (code.isError) return <LoadNotice query={code} failed="O QR code não pôde ser montado." />;
  if (!code.data) return <div className={props.className} />;
  return <Drawn {...props} encode={code.data.default} />;
}

function Drawn({
  text,
  className,
  label,
  encode,
}: Props & { encode: typeof import('qr').default }) {
  const modules = useMemo(() => encode(text, 'raw', { ecc: 'medium', border: 1 }), [text, encode]);
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

import { Box } from '@mantine/core';
import { type Ref, useMemo } from 'react';
import { LoadNotice } from '../../messages/load-notice.tsx';
import { useCode } from '../../use-code.ts';

/** The code that draws it. */
export const loadQr = () => import('qr');

type Props = {
  text: string;
  /** Of its white square, in pixels or as a length; the space is kept while the code loads. */
  size: number | string;
  /** The part that is an edge around the code, where the space around is not empty. */
  edge?: number;
  label: string;
  /** Of the code itself: there once it has loaded. */
  drawn?: Ref<SVGSVGElement>;
};

/**
 * A QR code: dark on light in every theme, for scanners, which also need an empty edge of four modules. One is drawn
 * with the code, 12px are three.
 */
export function QrCode({ text, size, edge = 12, label, drawn }: Props) {
  const code = useCode('qr', loadQr);
  if (code.isError) return <LoadNotice query={code} failed="O QR code não pôde ser montado." />;
  return (
    <Box flex="none" w={size} h={size} p={edge} bg="white">
      {code.data && <Drawn text={text} label={label} drawn={drawn} encode={code.data.default} />}
    </Box>
  );
}

type DrawnProps = Pick<Props, 'text' | 'label'> & { drawn: Ref<SVGSVGElement> | undefined } & {
  encode: typeof import('qr').default;
};

function Drawn({ text, label, drawn, encode }: DrawnProps) {
  const modules = useMemo(() => encode(text, 'raw', { ecc: 'medium', border: 1 }), [text, encode]);
  const dark = modules.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      ref={drawn}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={dark.join('')} fill="black" />
    </svg>
  );
}

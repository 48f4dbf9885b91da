import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useCode } from '../../../api/use-code.ts';
import { ownBoxQuery } from '../../cash-box/cash-box.queries.ts';

/** The open box on the counter's bar; its code is loaded with the first one. */
export const BoxTools = memo(function BoxTools({ seller }: { seller: number }) {
  const { data: own } = useQuery(ownBoxQuery(seller));
  const box = own?.box;
  const open = box?.counts === null;
  const { data } = useCode('open-box', () => import('./open-box-tools.tsx'), open);
  if (!own || !box || !open || !data) return null;
  return <data.OpenBoxTools own={own} box={box} />;
});

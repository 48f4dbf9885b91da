import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { ownBoxQuery } from '../../cash-box/cash-box.queries.ts';
import { OpenBoxTools } from './open-box-tools.tsx';

/** The open box on the counter's bar. */
export const BoxTools = memo(function BoxTools({ seller }: { seller: number }) {
  const { data: own } = useQuery(ownBoxQuery(seller));
  const box = own?.box;
  const open = box?.counts === null;
  if (!own || !box || !open) return null;
  return <OpenBoxTools own={own} box={box} />;
});

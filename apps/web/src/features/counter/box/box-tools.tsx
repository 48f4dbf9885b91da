import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useCode } from '../../../api/use-code.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { ownBoxQuery } from '../../cash-box/cash-box.queries.ts';

/** The open box on the counter's bar; its code is loaded with the first one. */
export const BoxTools = memo(function BoxTools({ seller }: { seller: number }) {
  const { data: own } = useQuery(ownBoxQuery(seller));
  const box = own?.box;
  const open = box?.counts === null;
  const code = useCode('open-box', () => import('./open-box-tools.tsx'), open);
  if (!own || !box || !open) return null;
  return code.data ? (
    <code.data.OpenBoxTools own={own} box={box} />
  ) : (
    <LoadNotice query={code} failed="Não foi possível mostrar o caixa." />
  );
});

import { type ReactNode, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useCode } from '../../ui/use-code.ts';
import type { KeptFirst } from './kept-first-dialog.tsx';
import { useKeptSales } from './kept-sales.ts';

/** Has what ends a seller's day wait until the server has what this computer keeps. `dialog` has to be rendered. */
export function useKeptFirst(words: KeptFirst): {
  first: (act: () => void) => void;
  dialog: ReactNode;
} {
  const { own } = useKeptSales();
  const [act, setAct] = useState<() => void>();
  // Before the server is away.
  const needed = useSession()?.keeps_sales === true || own.length > 0;
  const { data: code } = useCode('kept-first', () => import('./kept-first-dialog.tsx'), needed);
  return {
    first: (wanted) => (own.length > 0 ? setAct(() => wanted) : wanted()),
    dialog: code && act && (
      <code.KeptFirstDialog {...words} onConfirm={act} onClose={() => setAct(undefined)} />
    ),
  };
}

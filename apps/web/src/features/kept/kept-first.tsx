import { type ReactNode, useState } from 'react';
import { useCode } from '../../ui/use-code.ts';
import type { KeptFirst } from './kept-first-dialog.tsx';
import { useKeeps, useKeptSales } from './kept-sales.ts';

/** Has what ends a seller's day wait until the server has what this computer keeps. `dialog` has to be rendered. */
export function useKeptFirst(words: KeptFirst): {
  first: (act: () => void) => void;
  dialog: ReactNode;
} {
  const { own } = useKeptSales();
  const [act, setAct] = useState<() => void>();
  // Before the server is away.
  const { data: code } = useCode('kept-first', () => import('./kept-first-dialog.tsx'), useKeeps());
  return {
    first: (wanted) => (own.length > 0 ? setAct(() => wanted) : wanted()),
    dialog: code && act && (
      <code.KeptFirstDialog {...words} onConfirm={act} onClose={() => setAct(undefined)} />
    ),
  };
}

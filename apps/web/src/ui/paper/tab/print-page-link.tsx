import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PrintPath } from './print-tab.ts';

type Props = { to: PrintPath; children: ReactNode };

/** Opens a print page whose pop-up the browser has blocked. */
export function PrintPageLink({ to, children }: Props) {
  return (
    // A new tab is noopener by default, and such a tab gets no copy of sessionStorage.
    <Anchor href={to} target="_blank" rel="opener" fw={600} style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Anchor>
  );
}

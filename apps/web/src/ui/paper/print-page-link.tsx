import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { paths } from '../../navigation/paths.ts';

type Props = { to: typeof paths.receipt | typeof paths.closingSlip; children: ReactNode };

/** What takes the place of a print page whose pop-up was blocked. */
export function PrintPageLink({ to, children }: Props) {
  return (
    // A link to a new tab is noopener by default, and such a tab gets no copy of sessionStorage.
    <Anchor href={to} target="_blank" rel="opener" fw={600}>
      {children}
    </Anchor>
  );
}

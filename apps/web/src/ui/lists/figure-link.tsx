import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { entriesLink } from '../../navigation/entries-link.ts';

/** `of`: what adds up to the figure; undefined for who may not see that, and where nobody knows. */
type Props = { of: EntriesFilter | undefined; children: ReactNode };

/** A figure that leads to what adds up to it. On paper it is the figure alone. */
export function FigureLink({ of, children }: Props) {
  if (!of) return children;
  return (
    <Anchor
      inherit
      c="inherit"
      title="Ver os lançamentos"
      // A row that opens something must not do so as well.
      onClick={(event) => event.stopPropagation()}
      renderRoot={(props) => <Link {...props} {...entriesLink(of)} />}
    >
      {children}
    </Anchor>
  );
}

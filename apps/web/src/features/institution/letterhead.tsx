import type { Institution } from '@balcao/contract/shop/institution.ts';
import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { NothingToPrint, PaperOnItsWay } from '../../ui/paper/nothing-to-print.tsx';
import { ShopPaperContext } from '../../ui/paper/paper-size.ts';
import { readStoredForPrinting } from '../../ui/paper/tab/print-tab.ts';
import { useInstitution } from './use-institution.ts';

type Props = { children: (institution: Institution) => ReactNode };

/** Renders a paper once the names and logos of the institutions, and the shop's paper, are loaded. */
export function Letterhead({ children }: Props) {
  const institution = useInstitution();
  if (!institution) return <PaperOnItsWay />;
  return (
    <ShopPaperContext value={institution.paper}>
      {institution.example && !institution.sample && (
        <Box
          component="aside"
          className="screen-only"
          p="8px sm"
          ta="center"
          bg="var(--warning-surface)"
          style={{ borderBottom: '1px solid var(--warning-edge)' }}
        >
          Este papel mostra uma escola de exemplo. Um administrador põe os dados da sua em
          Configurações.
        </Box>
      )}
      {children(institution)}
    </ShopPaperContext>
  );
}

type StoredProps<Paper> = {
  /** What the paper shows of what was stored for this tab, which may be anything; undefined for another paper. */
  read: (stored: object) => Paper | undefined;
  /** What is missing, and where to open it. */
  nothing: readonly [title: string, hint: string];
  children: (paper: Paper, institution: Institution) => ReactNode;
};

/** A paper whose data another page has stored for this tab. */
export function StoredPaper<Paper>({ read, nothing, children }: StoredProps<Paper>) {
  const [paper] = useState(() => read(readStoredForPrinting()));
  const [title, hint] = nothing;
  if (!paper) return <NothingToPrint title={title}>{hint}</NothingToPrint>;
  return <Letterhead>{(institution) => children(paper, institution)}</Letterhead>;
}

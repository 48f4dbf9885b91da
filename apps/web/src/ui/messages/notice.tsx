import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { paths } from '../../navigation/paths.ts';
import classes from './notice.module.css';
import { Say } from './say.tsx';

export function Notice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <Say rank="look" quiet className={classes.notice}>
        {children}
      </Say>
    </section>
  );
}

type WayProps = {
  to: typeof paths.profile | typeof paths.settings | typeof paths.audit | typeof paths.keptSales;
  search?: { kind?: string } | { open: boolean };
  children: string;
};

export const Way = ({ to, search = {}, children }: WayProps) => (
  <Anchor
    inherit
    fw={600}
    underline="always"
    renderRoot={(props) => <Link {...props} to={to} search={search} />}
  >
    {children}
  </Anchor>
);

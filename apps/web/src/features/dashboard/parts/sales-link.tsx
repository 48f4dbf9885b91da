import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../navigation/paths.ts';
import type { DashboardPeriod } from '../period/dashboard-address.ts';

type Props = {
  period: DashboardPeriod;
  /** The seller's name. */
  search?: string;
  /** The id of a product. */
  products?: string;
  children: ReactNode;
};

export const salesSearch = ({ startDate, endDate }: DashboardPeriod) => ({ startDate, endDate });

/** Leads to the list of the sales of a period, which may be filtered by the seller’s name or a product. */
export function SalesLink({ period, search, products, children }: Props) {
  const filter = {
    ...salesSearch(period),
    ...(search && { search }),
    ...(products && { products }),
  };
  return (
    <Anchor
      inherit
      c="inherit"
      renderRoot={(props) => <Link {...props} to={paths.sales} search={filter} />}
    >
      {children}
    </Anchor>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';

/** Leads to the list, in a shop whose counters keep sales. */
export function KeptSalesLink() {
  if (!useSession()?.keeps_sales) return null;
  return (
    <Button component={Link} to={paths.keptSales} variant="default">
      Vendas guardadas
    </Button>
  );
}

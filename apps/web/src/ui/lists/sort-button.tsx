import { UnstyledButton } from '@mantine/core';
import classes from './sort-button.module.css';

export type Orders = readonly [first: string, then: string];

type Props = {
  orders: Orders;
  /** Of all rows: by this column or another. */
  order: string | undefined;
  onOrder: (order: string) => void;
  children: string;
};

/** The head of a column that sorts the rows, the other way round at each press. */
export function SortButton({ orders: [first, then], order, onOrder, children }: Props) {
  return (
    <UnstyledButton
      className={classes.sort}
      data-sorts={sortOf([first, then], order) ?? 'other'}
      onClick={() => onOrder(order === first ? then : first)}
    >
      {children}
    </UnstyledButton>
  );
}

/** undefined when the rows are in another column's order. */
export function sortOf(orders: Orders | undefined, order: string | undefined) {
  if (!order || !orders?.includes(order)) return undefined;
  return order.startsWith('-') ? 'descending' : 'ascending';
}

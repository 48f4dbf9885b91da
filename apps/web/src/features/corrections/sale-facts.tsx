import { Text } from '@mantine/core';
import classes from './sale-facts.module.css';

/** When a sale was made, and for whom. */
export function SalePeople({
  rows,
}: {
  rows: readonly (readonly [label: string, value: string])[];
}) {
  return (
    <dl className={classes.people}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type AmountRow = { label: string; value: string; strong?: boolean };

/** The sums of a sale and how it is paid. */
export function SaleAmounts({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <dl className={`${classes.amounts} money`}>
      {rows.map(({ label, value, strong }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
        <div key={index}>
          <dt>{label}</dt>
          <Text component="dd" inherit m={0} fw={strong ? 650 : 400}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}

/** The look of a table of items. */
export const saleItems = classes.items;

import { Text } from '@mantine/core';
import classes from './sale-facts.module.css';

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

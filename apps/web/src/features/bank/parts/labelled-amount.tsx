import { formatReais } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import classes from './bank.module.css';

/** An amount with the heading of its column where a phone shows no headings. */
export function LabelledAmount({ label, reais }: { label: string; reais: number }) {
  return (
    <>
      <Text span fz="xs" fw={400} c="dimmed" className={classes.onPhone}>
        {label}{' '}
      </Text>
      {formatReais(reais)}
    </>
  );
}

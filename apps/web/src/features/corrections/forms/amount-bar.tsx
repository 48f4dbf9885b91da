import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Group, Text } from '@mantine/core';

/** The amount that a correction is about, large enough to be read across the counter. */
export function AmountBar({ label, amount }: { label: string; amount: Cents }) {
  return (
    <Group
      justify="space-between"
      align="baseline"
      bg="var(--surface-accent)"
      px="sm"
      py={6}
      bdrs="sm"
    >
      <Text fw={600}>{label}</Text>
      <Text className="money" fz={32} fw={650} lh={1.2}>
        {formatCents(amount)}
      </Text>
    </Group>
  );
}

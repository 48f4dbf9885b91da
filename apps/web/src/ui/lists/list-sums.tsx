import { Group, type GroupProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = GroupProps & {
  of: readonly (readonly [name: string, amount: ReactNode])[];
  /** Something typed in the filter is not applied: these are the sums of before. */
  isWaiting?: boolean;
};

/** What the rows of a list add up to, in one line. */
export function ListSums({ of, isWaiting = false, ...place }: Props) {
  return (
    <Group component="dl" className="money" gap="4px 24px" m={0} {...place}>
      {of.map(([name, amount]) => (
        <Group key={name} gap={8} wrap="nowrap">
          <Text component="dt" inherit c="dimmed">
            {name}
          </Text>
          <Text component="dd" inherit m={0} {...(isWaiting ? { c: 'dimmed' } : { fw: 650 })}>
            {amount}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

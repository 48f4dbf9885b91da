import { Group, Stack, Text } from '@mantine/core';

type AmountRow = { label: string; value: string; strong?: boolean };

/** The sums of a sale and how it is paid. */
export function SaleAmounts({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <Stack component="dl" className="money" gap={4} mt={12} mb={0}>
      {rows.map(({ label, value, strong }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
        <Group key={index} justify="flex-end" align="stretch" wrap="nowrap" gap={12}>
          <Text component="dt" inherit c="dimmed" ta="right">
            {label}
          </Text>
          <Text component="dd" inherit m={0} miw="8rem" ta="right" fw={strong ? 650 : 400}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

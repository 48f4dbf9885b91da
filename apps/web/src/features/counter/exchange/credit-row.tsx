import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Group, TextInput } from '@mantine/core';
import { memo } from 'react';

type Props = { method: string; amount: Cents };

/** The first payment of an exchange: what comes back. It follows the total by itself. */
export const CreditRow = memo(function CreditRow({ method, amount }: Props) {
  return (
    <Group gap={8} wrap="nowrap">
      <TextInput
        flex={1}
        variant="filled"
        aria-label="Forma de recebimento 1"
        value={method}
        readOnly
        tabIndex={-1}
      />
      <TextInput
        w="9rem"
        variant="filled"
        styles={{ input: { textAlign: 'right' } }}
        aria-label="Valor recebido 1"
        value={formatCents(amount)}
        readOnly
        tabIndex={-1}
      />
    </Group>
  );
});

import type { Cents } from '@balcao/domain/money.ts';
import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { MOST_ROWS, type MoneyRow, missingOf, rowsProblem } from './money-rows.ts';

type Props = {
  legend: string;
  /** The id of the first field. */
  firstId?: string;
  rows: readonly MoneyRow[];
  methods: readonly string[];
  /** What the rows have to add up to. */
  total: Cents;
  onChange: (rows: readonly MoneyRow[]) => void;
};

const RIGHT_ALIGNED = { input: { textAlign: 'right' } } as const;

/** Up to five methods with their amounts. */
export function MoneyRowsFields({ legend, firstId, rows, methods, total, onChange }: Props) {
  const change = (index: number, changed: Partial<MoneyRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...changed } : row)));
  const missing = missingOf(rows, total);
  // The first without a method, or else the last: the sum is wrong.
  const open = rows.findIndex(({ method, amount }) => method === '' && amount !== null);
  const fault = open < 0 ? `amount-${rows.length - 1}` : `method-${open}`;
  const nameOf = (field: string) => (field === fault ? 'rows' : undefined);
  const choices = [{ value: '', label: 'Selecione', disabled: true }, ...methods];
  return (
    <Stack component="fieldset" gap={6} miw={0} m={0} p={0} bd={0}>
      <Text component="legend" size="sm" fw={500} c="dimmed" p={0} mb={4}>
        {legend}
      </Text>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name
        <Group key={index} gap={8} wrap="nowrap">
          <NativeSelect
            flex={1}
            {...(index === 0 && firstId && { id: firstId })}
            name={nameOf(`method-${index}`)}
            aria-label={`Forma de pagamento ${index + 1}`}
            data-autofocus={index === 0 || undefined}
            data={choices}
            value={row.method}
            onChange={(event) => change(index, { method: event.currentTarget.value })}
          />
          <MoneyField
            w="8.5rem"
            styles={RIGHT_ALIGNED}
            name={nameOf(`amount-${index}`)}
            aria-label={`Valor ${index + 1}`}
            value={row.amount}
            onChange={(amount) => change(index, { amount })}
            onFocus={(event) => event.currentTarget.select()}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remover forma de pagamento ${index + 1}`}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="xs" mih={26}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.length === MOST_ROWS}
          onClick={() => onChange([...rows, { method: '', amount: missing > 0 ? missing : null }])}
        >
          Outra forma
        </Button>
        <Say rank="refusal" place="field" role="status" className="money">
          {rowsProblem(rows, total)}
        </Say>
      </Group>
    </Stack>
  );
}

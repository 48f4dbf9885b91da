import type { AddedStatement, StatementLine } from '@balcao/contract/bank.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Box, Checkbox, Text } from '@mantine/core';
import { useId } from 'react';
import { counted } from '../../../ui/counts.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { bankMoment } from '../pix/pix-words.ts';

type Props = {
  inDoubt: AddedStatement['in_doubt'];
  lines: readonly StatementLine[];
  /** The lines of `inDoubt` that are another movement. */
  others: ReadonlySet<number>;
  onChange: (others: ReadonlySet<number>) => void;
};

const words = ({ day, time, memo }: Pick<StatementLine, 'day' | 'time' | 'memo'>) =>
  [bankMoment({ day, time }), memo].filter(Boolean).join(', ');

/** Lines that may be here already from another file, of which a person decides. */
export function Doubts({ inDoubt, lines, others, onChange }: Props) {
  const headingId = useId();
  const rows = inDoubt.map(({ line, known }) => ({ id: line, known, read: lines[line] }));
  const change = (line: number, isAnother: boolean) =>
    onChange(new Set(isAnother ? [...others, line] : [...others].filter((each) => each !== line)));
  return (
    <Box role="group" aria-labelledby={headingId}>
      <Text inherit id={headingId} c="var(--warning-text)" mb={4}>
        {counted(rows.length, 'linha pode ser', 'linhas podem ser')} de um pagamento que já está
        aqui, de outro arquivo: dia e valor são iguais, e a hora ou o texto não. Marque só o que é
        outro pagamento.
      </Text>
      <Box mah="40vh" style={{ overflowY: 'auto' }}>
        <DataTable
          labelledBy={headingId}
          rows={rows}
          columns={[
            {
              header: 'Outro pagamento',
              place: 'title',
              cell: ({ id, read }) => (
                <Checkbox
                  label={read && words(read)}
                  checked={others.has(id)}
                  onChange={(event) => change(id, event.currentTarget.checked)}
                />
              ),
            },
            { header: 'Já está aqui', place: 'line', cell: ({ known }) => words(known) },
            {
              header: 'Valor',
              width: '8rem',
              place: 'amount',
              cell: ({ known }) => formatReais(known.amount),
            },
          ]}
        />
      </Box>
    </Box>
  );
}

import type { AddedStatement, StatementLine } from '@balcao/contract/bank.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Box, Button, Group, Radio, Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { counted } from '../../../ui/counts.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { bankMoment } from '../pix/pix-words.ts';

/** By the places of lines that may be here already: whether they are another payment. */
export type Decisions = ReadonlyMap<number, boolean>;

type Props = {
  inDoubt: AddedStatement['in_doubt'];
  lines: readonly StatementLine[];
  decisions: Decisions;
  onChange: (decisions: Decisions) => void;
};

/** From this number on, one answer for all of them saves work. */
const MANY = 4;
const ANSWERS = [
  { isAnother: false, label: 'É o mesmo', all: 'Todas são o mesmo pagamento' },
  { isAnother: true, label: 'É outro', all: 'Todas são outro pagamento' },
];

const bankLineWords = ({ day, time, memo }: Pick<StatementLine, 'day' | 'time' | 'memo'>) =>
  [bankMoment({ day, time }), memo].filter(Boolean).join(', ');

/** Lines that may be here already from another file, of which a person decides one by one: nothing is chosen before. */
export function Doubts({ inDoubt, lines, decisions, onChange }: Props) {
  const headingId = useId();
  const rows = inDoubt.map(({ line, known }) => ({ id: line, known, read: lines[line] }));
  return (
    <Box role="group" aria-labelledby={headingId}>
      <Text inherit id={headingId} c="var(--warning-text)" mb={4}>
        {counted(rows.length, 'linha pode ser', 'linhas podem ser')} de um pagamento que já está
        aqui, de outro arquivo: dia e valor são iguais, e a hora ou o texto não.
      </Text>
      {rows.length >= MANY && (
        <Group gap={6} mb={8}>
          {ANSWERS.map(({ isAnother, all }) => (
            <Button
              key={all}
              size="compact-sm"
              variant="default"
              onClick={() => onChange(new Map(rows.map(({ id }) => [id, isAnother])))}
            >
              {all}
            </Button>
          ))}
        </Group>
      )}
      <Box mah="40vh" style={{ overflowY: 'auto' }}>
        <DataTable
          labelledBy={headingId}
          rows={rows}
          columns={[
            {
              header: 'No arquivo',
              place: 'title',
              cell: ({ read }) => read && bankLineWords(read),
            },
            { header: 'Já está aqui', place: 'line', cell: ({ known }) => bankLineWords(known) },
            {
              header: 'Valor',
              width: '7rem',
              place: 'amount',
              cell: ({ known }) => formatReais(known.amount),
            },
            {
              header: 'O mesmo ou outro',
              width: '13rem',
              place: 'line',
              cell: ({ id, read }) => (
                <Radio.Group
                  label={<VisuallyHidden>{read && bankLineWords(read)}</VisuallyHidden>}
                  pos="relative"
                  value={`${decisions.get(id) ?? ''}`}
                  onChange={(value) => onChange(new Map([...decisions, [id, value === 'true']]))}
                >
                  <Group gap="4px 12px">
                    {ANSWERS.map(({ isAnother, label }) => (
                      <Radio key={label} required value={`${isAnother}`} label={label} />
                    ))}
                  </Group>
                </Radio.Group>
              ),
            },
          ]}
        />
      </Box>
    </Box>
  );
}

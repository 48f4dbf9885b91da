import type { StatementLine } from '@balcao/contract/bank.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Box, Text } from '@mantine/core';
import { useId } from 'react';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { bankMoment } from '../pix/pix-words.ts';

const SHOWN = 5;
const KINDS = { pix: 'Pix', card: 'Cartão', reversal: 'Estorno', sent: 'Saída' } as const;

/** The first lines as they were understood, so that a wrong column is seen. */
export function Entries({ lines, areSure }: { lines: readonly StatementLine[]; areSure: boolean }) {
  const headingId = useId();
  const rows = lines.slice(0, SHOWN).map((line, id) => ({ ...line, id }));
  return (
    <Box>
      <Text id={headingId} fz="xs" c="dimmed" mb={4}>
        {lines.length > SHOWN ? `As ${SHOWN} primeiras ` : 'As '}
        {areSure ? 'linhas' : 'linhas que não dizem se entraram'}
      </Text>
      <DataTable
        labelledBy={headingId}
        rows={rows}
        columns={[
          { header: 'Quando', width: '11rem', place: 'title', cell: bankMoment },
          { header: 'O que é', width: '6rem', cell: ({ kind }) => KINDS[kind] },
          { header: 'Histórico guardado', cell: ({ memo }) => memo },
          {
            header: 'Valor',
            width: '8rem',
            place: 'amount',
            cell: (row) => formatReais(row.amount),
          },
        ]}
      />
    </Box>
  );
}

import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { ActionIcon, Anchor, Text } from '@mantine/core';
import { IconLink, IconUnlink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../navigation/paths.ts';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import type { PixRow } from '../parts/bank.queries.ts';
import { LabelledAmount } from '../parts/labelled-amount.tsx';
import { bankMoment, HOW, lineWords } from './pix-words.ts';
import { StateMark } from './state-mark.tsx';

type Actions = {
  onJoin: (line: NonNullable<PixRow['line']>) => void;
  onTakeApart: (row: PixRow) => void;
};

export const pixColumns = (actions: Actions): DataColumn<PixRow>[] => [
  {
    header: 'Situação',
    width: '11rem',
    place: 'title',
    cell: ({ state }) => <StateMark of={state} />,
  },
  { header: 'Venda', place: 'line', cell: (row) => <Sale row={row} /> },
  {
    header: 'Loja',
    width: '8rem',
    place: 'amount',
    cell: ({ payment }) => payment && <LabelledAmount label="Loja" reais={payment.amount} />,
  },
  { header: 'No extrato', place: 'line', cell: (row) => <BankSide row={row} /> },
  {
    header: 'Banco',
    width: '8rem',
    place: 'amount',
    cell: ({ line }) => line && <LabelledAmount label="Banco" reais={line.amount} />,
  },
  {
    header: 'Ligação',
    width: '6rem',
    place: 'action',
    cell: (row) => <Action row={row} {...actions} />,
  },
];

function Sale({ row: { payment } }: { row: PixRow }) {
  if (!payment) return null;
  return (
    <>
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to={paths.sales} search={{ sale: payment.sale }} />}
      >
        nº {payment.sale}
      </Anchor>{' '}
      {formatMoment(new Date(payment.at))}
      {payment.undone && (
        <Text span display="block" fz="xs" c="var(--warning-text)">
          {payment.undone === 'deleted'
            ? 'Esta venda foi excluída.'
            : 'O pagamento foi corrigido para outra forma.'}
        </Text>
      )}
    </>
  );
}

function BankSide({ row: { line } }: { row: PixRow }) {
  if (!line) return null;
  const how = line.how && `ligada ${HOW[line.how]}`;
  return (
    <>
      {bankMoment(line)}
      <Text span display="block" fz="xs" c="dimmed">
        {[line.memo, how].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

function Action({ row, onJoin, onTakeApart }: Actions & { row: PixRow }) {
  const { line, payment, state } = row;
  if (!line || state === 'reversal') return null;
  return payment ? (
    <ActionIcon
      variant="subtle"
      aria-label={`Desligar da venda nº ${payment.sale}`}
      title="Desligar da venda"
      onClick={() => onTakeApart(row)}
    >
      <IconUnlink size={18} aria-hidden />
    </ActionIcon>
  ) : (
    <ActionIcon
      variant="subtle"
      aria-label={`Ligar a uma venda: ${lineWords(line)}`}
      title="Ligar a uma venda"
      onClick={() => onJoin(line)}
    >
      <IconLink size={18} aria-hidden />
    </ActionIcon>
  );
}

import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { ActionIcon, Anchor, Group, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconLink, IconUnlink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../navigation/paths.ts';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import type { PixPart, PixRow } from '../parts/bank.queries.ts';
import { LabelledAmount } from '../parts/labelled-amount.tsx';
import { bankMoment, joinedWords, lineWords, PIX_PARTS } from './pix-words.ts';
import { StateMark } from './state-mark.tsx';

type Line = NonNullable<PixRow['line']>;
type Actions = {
  onJoin: (line: Line) => void;
  onTakeApart: (row: PixRow) => void;
  onPutAway: (line: Line) => void;
  onPutBack: (row: PixRow) => void;
};

export const pixColumns = (part: PixPart, actions: Actions): DataColumn<PixRow>[] => [
  {
    header: 'Situação',
    width: '11rem',
    place: 'title',
    cell: ({ state }) => <StateMark of={state} part={part} />,
  },
  { header: PIX_PARTS[part].made, place: 'line', cell: (row) => <Sale row={row} /> },
  {
    header: 'Loja',
    width: '8rem',
    place: 'amount',
    cell: ({ payment }) => payment && <LabelledAmount label="Loja" reais={payment.amount} />,
  },
  { header: 'No extrato', place: 'line', cell: (row) => <BankSide row={row} part={part} /> },
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
    cell: (row) => <Action row={row} part={part} {...actions} />,
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

function BankSide({ row: { line }, part }: { row: PixRow; part: PixPart }) {
  if (!line) return null;
  const own = line.not_ours && `não é da loja: ${line.not_ours}`;
  return (
    <>
      {bankMoment(line)}
      <Text span display="block" fz="xs" c="dimmed">
        {[line.memo, joinedWords(part, line), own].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

function Action({ row, part, ...actions }: Actions & { row: PixRow; part: PixPart }) {
  const { line, payment, state } = row;
  if (!line || state === 'reversal') return null;
  const { to, from } = PIX_PARTS[part];
  if (payment) {
    return (
      <ActionIcon
        variant="subtle"
        aria-label={`Desligar ${from} nº ${payment.sale}`}
        title={`Desligar ${from}`}
        onClick={() => actions.onTakeApart(row)}
      >
        <IconUnlink size={18} aria-hidden />
      </ActionIcon>
    );
  }
  const words = lineWords(line);
  if (line.not_ours !== null) {
    return (
      <ActionIcon
        variant="subtle"
        aria-label={`É da loja: ${words}`}
        title="É da loja"
        onClick={() => actions.onPutBack(row)}
      >
        <IconArrowBackUp size={18} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        variant="subtle"
        aria-label={`Não é da loja: ${words}`}
        title="Não é da loja"
        onClick={() => actions.onPutAway(line)}
      >
        <IconArchive size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={`Ligar ${to}: ${words}`}
        title={`Ligar ${to}`}
        onClick={() => actions.onJoin(line)}
      >
        <IconLink size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

import type { CardDay } from '@balcao/contract/bank.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { type DataColumn, DataTable } from '../../ui/lists/data-table.tsx';
import { ListFrame, NothingInPeriod, NothingListed } from '../../ui/lists/list-frame.tsx';
import { useList } from '../../ui/lists/use-list.ts';
import { BANK_KEY, compareCards, type Period } from './parts/bank.queries.ts';
import { LabelledAmount } from './parts/labelled-amount.tsx';

type Row = CardDay & { id: number };

const columns: readonly DataColumn<Row>[] = [
  { header: 'Dia', width: '8rem', place: 'title', cell: ({ day }) => dayText(day) },
  { header: 'Esperado de', place: 'line', cell: (row) => <Parts row={row} /> },
  {
    header: 'Esperado',
    width: '9rem',
    place: 'amount',
    cell: ({ expected }) => <LabelledAmount label="Esperado" reais={expected} />,
  },
  {
    header: 'Recebido',
    width: '9rem',
    place: 'amount',
    cell: ({ covered, received }) =>
      covered ? <LabelledAmount label="Recebido" reais={received} /> : '—',
  },
  { header: 'Diferença', width: '12rem', cell: (row) => <Difference row={row} /> },
];

const dayText = (day: string) => formatDay(day as BusinessDay);

function Parts({ row: { parts } }: { row: Row }) {
  return parts.map(({ method, sold, net }) => (
    <Text span display="block" key={`${method} ${sold.day}`} fz="xs">
      {method} de {dayText(sold.day)}: {formatReais(sold.gross)}
      {sold.fee !== 0 && ` − ${formatReais(sold.fee)} de taxa = ${formatReais(net)}`}
    </Text>
  ));
}

function Difference({ row: { covered, difference } }: { row: Row }) {
  if (!covered) {
    return (
      <Text span inherit c="dimmed">
        sem extrato
      </Text>
    );
  }
  if (difference === 0) return 'confere';
  const words = difference < 0 ? 'faltam' : 'sobram';
  return (
    <Text span inherit fw={600} c="var(--warning-text)">
      {words} {formatReais(Math.abs(difference))}
    </Text>
  );
}

const settings = (
  <Anchor
    inherit
    underline="always"
    renderRoot={(props) => <Link {...props} to={paths.settings} />}
  >
    Configurações, em Cartões
  </Anchor>
);

/** What cards should have paid on each day, and what the bank received from them. */
export function CardsComparison({ period, labelledBy }: { period: Period; labelledBy: string }) {
  const list = useList('CONFERÊNCIA', [...BANK_KEY, 'cards'], period, compareCards);
  const { data } = list;
  const rows = data?.days.map((day, id) => ({ ...day, id }));
  return (
    <>
      <Text my="sm" size="sm" c="dimmed">
        O esperado é o que cada forma vendeu no dia, menos a taxa (ao centavo, meio centavo para
        cima), no dia em que cai na conta pelo prazo em {settings}. Sábados e domingos passam para
        segunda-feira. Feriados não são conhecidos: o que cairia em um deles aparece como falta, e
        como sobra no dia seguinte.
      </Text>
      <ListFrame
        list={list}
        empty={
          data && !data.has_terms ? (
            <NothingListed title="Nenhuma forma de pagamento é cartão ainda">
              <p>Diga o prazo e a taxa de cada uma em {settings}.</p>
            </NothingListed>
          ) : rows?.length === 0 ? (
            <NothingInPeriod
              title="Nenhum cartão cai na conta neste período"
              period={period}
              hint="Mude o período."
            />
          ) : undefined
        }
      >
        <DataTable labelledBy={labelledBy} columns={columns} rows={rows} />
      </ListFrame>
    </>
  );
}

import type { CardDay } from '@balcao/contract/bank.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { centsOfSum, formatCents, formatReais, sumCents } from '@balcao/domain/money.ts';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { counted } from '../../ui/counts.ts';
import { Toggle } from '../../ui/fields/chips.tsx';
import { type DataColumn, DataTable } from '../../ui/lists/data-table.tsx';
import { ListFrame, NothingInPeriod, NothingListed } from '../../ui/lists/list-frame.tsx';
import { useList } from '../../ui/lists/use-list.ts';
import { BANK_KEY, compareCards, type Period } from './parts/bank.queries.ts';
import type { BankFilter } from './parts/bank-filter.ts';
import { LabelledAmount } from './parts/labelled-amount.tsx';

type CardDayRow = CardDay & { id: number };

const cardColumns: readonly DataColumn<CardDayRow>[] = [
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
    cell: ({ state, received }) =>
      state === 'uncovered' ? '—' : <LabelledAmount label="Recebido" reais={received} />,
  },
  { header: 'Diferença', width: '12rem', cell: (row) => <Difference row={row} /> },
];

/** '3 dias: faltam R$ 2,00, sobram R$ 0,50, ao todo −R$ 1,50'; the whole is what the month says. */
function sumsInWords(days: readonly CardDay[]): string {
  const all = days.map(({ difference }) => centsOfSum(difference));
  const short = sumCents(all.filter((of) => of < 0));
  const over = sumCents(all.filter((of) => of > 0));
  const words = [
    short < 0 && `faltam ${formatReais(-short / 100)}`,
    over > 0 && `sobram ${formatReais(over / 100)}`,
  ].filter(Boolean);
  if (words.length > 1) words.push(`ao todo ${formatCents(sumCents(all))}`);
  return `${counted(days.length, 'dia', 'dias')}: ${words.join(', ')}`;
}

const dayText = (day: string) => formatDay(day as BusinessDay);

function Parts({ row: { parts } }: { row: CardDayRow }) {
  return parts.map(({ method, sold, net }) => (
    <Text span display="block" key={`${method} ${sold.day}`} fz="xs">
      {method} de {dayText(sold.day)}: {formatReais(sold.gross)}
      {sold.fee !== 0 && ` − ${formatReais(sold.fee)} de taxa = ${formatReais(net)}`}
    </Text>
  ));
}

function Difference({ row: { state, difference, sales } }: { row: CardDayRow }) {
  if (state === 'uncovered') {
    return (
      <Text span inherit c="dimmed">
        sem extrato
      </Text>
    );
  }
  if (state === 'equal') return 'confere';
  const words = `${difference < 0 ? 'faltam' : 'sobram'} ${formatReais(Math.abs(difference))}`;
  if (state === 'differs') {
    return (
      <Text span inherit fw={600} c="var(--warning-text)">
        {words}
      </Text>
    );
  }
  return (
    <>
      confere
      <Text span display="block" fz="xs" c="dimmed">
        {words}: até {formatReais(sales / 100)} é arredondamento
      </Text>
    </>
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

type Props = {
  period: Period;
  state: BankFilter['state'];
  onState: (state: BankFilter['state']) => void;
};

/** What cards should have paid on each day, and what the bank received from them. */
export function CardsComparison({ period, state, onState }: Props) {
  const list = useList('CONFERÊNCIA', [...BANK_KEY, 'cards'], period, compareCards);
  const { data } = list;
  const all = data?.days.map((day, id) => ({ ...day, id }));
  const open = all?.filter((day) => day.state === 'differs') ?? [];
  const onlyOpen = state === 'differs';
  const rows = onlyOpen ? all && open : all;
  return (
    <>
      <Text my="sm" size="sm" c="dimmed">
        O esperado é o que cada forma vendeu no dia, menos a taxa (ao centavo, meio centavo para
        cima), no dia em que cai na conta pelo prazo em {settings}: o que cairia em um sábado,
        domingo ou feriado cai no dia útil seguinte. Até um centavo por venda com taxa é
        arredondamento da maquininha, e confere.
      </Text>
      {(onlyOpen || open.length > 0) && (
        <Group gap="6px 16px" mb="sm">
          <Toggle on={onlyOpen} onClick={() => onState(onlyOpen ? '' : 'differs')}>
            Só o que não confere
          </Toggle>
          {open.length > 0 && (
            <Text span size="sm">
              {sumsInWords(open)}
            </Text>
          )}
        </Group>
      )}
      <ListFrame
        list={list}
        empty={
          data && !data.has_terms ? (
            <NothingListed title="Nenhuma forma de pagamento é cartão ainda">
              <p>Diga o prazo e a taxa de cada uma em {settings}.</p>
            </NothingListed>
          ) : onlyOpen && all && all.length > 0 && open.length === 0 ? (
            <NothingListed title="Todos os dias com extrato conferem">
              <p>Os que estão sem extrato aparecem entre todos os dias.</p>
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
        <DataTable columns={cardColumns} rows={rows} />
      </ListFrame>
    </>
  );
}

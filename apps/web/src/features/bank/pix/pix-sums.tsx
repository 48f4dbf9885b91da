import type { PixSum } from '@balcao/contract/bank.ts';
import { sumReais } from '@balcao/domain/money.ts';
import { Button, Flex, Paper, Text, Title, UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import { sum, whole } from '../../../ui/counts.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import classes from '../parts/bank.module.css';
import type { PixPart } from '../parts/bank.queries.ts';
import type { BankFilter } from '../parts/bank-filter.ts';
import { LabelledAmount } from '../parts/labelled-amount.tsx';
import { PIX_PARTS } from './pix-words.ts';
import { StateMark } from './state-mark.tsx';

type Props = {
  part: PixPart;
  /** undefined while loading. */
  sums: readonly PixSum[] | undefined;
  state: BankFilter['state'];
  onState: (state: BankFilter['state']) => void;
};

type PixSumRow = Omit<PixSum, 'state'> & { id: number; state: PixSum['state'] | undefined };

/** How much there is of each state; pressed, one filters the list below. */
export function PixSums({ part, sums, state, onState }: Props) {
  const headingId = useId();
  const some = sums?.filter(({ count }) => count > 0);
  if (some?.length === 0) return null;
  const rows: PixSumRow[] | undefined = some && [
    ...some.map((sum, id) => ({ ...sum, id })),
    {
      ...{ id: some.length, state: undefined, count: sum(some.map(({ count }) => count)) },
      shop: sumReais(some.map(({ shop }) => shop)),
      bank: sumReais(some.map(({ bank }) => bank)),
    },
  ];
  return (
    <section aria-labelledby={headingId}>
      <Title order={2} size="h5" id={headingId} mt="md" mb={8}>
        Resumo
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        {PIX_PARTS[part].sumsOf}
      </Text>
      <Paper withBorder className={classes.sums}>
        <DataTable<PixSumRow>
          labelledBy={headingId}
          rows={rows}
          waitingFor={3}
          columns={[
            {
              header: 'Situação',
              place: 'title',
              cell: (row) => <State of={row.state} part={part} shown={state} onState={onState} />,
            },
            {
              header: 'Quantos',
              width: '7rem',
              cell: ({ count }) => <Count of={count} />,
            },
            {
              header: 'Loja',
              width: '9rem',
              place: 'amount',
              cell: ({ shop }) => <LabelledAmount label="Loja" reais={shop} />,
            },
            {
              header: 'Banco',
              width: '9rem',
              place: 'amount',
              cell: ({ bank }) => <LabelledAmount label="Banco" reais={bank} />,
            },
          ]}
        />
      </Paper>
    </section>
  );
}

function Count({ of }: { of: number }) {
  return (
    <>
      {whole(of)}
      <span className={classes.onPhone}> Pix</span>
    </>
  );
}

type StateProps = Pick<Props, 'part' | 'onState'> & {
  of: PixSumRow['state'];
  shown: Props['state'];
};

function State({ of, part, shown, onState }: StateProps) {
  if (!of) {
    return shown === '' ? (
      'Total'
    ) : (
      <>
        Total{' '}
        <Button size="compact-xs" variant="default" ml={8} onClick={() => onState('')}>
          Todas as situações
        </Button>
      </>
    );
  }
  return (
    <UnstyledButton
      className={classes.state}
      fz="inherit"
      aria-pressed={of === shown}
      onClick={() => onState(of === shown ? '' : of)}
    >
      <Flex component="span" wrap="wrap" align="baseline" gap="0 8px">
        <StateMark of={of} part={part} />
        <Text span fz="xs" fw={400} c="dimmed">
          {PIX_PARTS[part].meanings[of]}
        </Text>
      </Flex>
    </UnstyledButton>
  );
}

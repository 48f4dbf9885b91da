import { Button, Group, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { useRemoval } from '../../../ui/dialogs/use-removal.tsx';
import { NothingInPeriod } from '../../../ui/lists/list-frame.tsx';
import { PagedList } from '../../../ui/lists/paged-list.tsx';
import { useList, useListAddress } from '../../../ui/lists/use-list.ts';
import {
  BANK_KEY,
  comparePix,
  type Period,
  type PixRow,
  setPayment,
} from '../parts/bank.queries.ts';
import type { BankFilter } from '../parts/bank-address.ts';
import { JoinDialog } from './join-dialog.tsx';
import { pixColumns } from './pix-columns.tsx';
import { PixSums } from './pix-sums.tsx';
import { lineWords } from './pix-words.ts';

type Props = {
  period: Period;
  state: BankFilter['state'];
  onState: (state: BankFilter['state']) => void;
};

const words = { done: 'Linha desligada da venda.', failed: 'Não foi possível desligar.' };

export function PixComparison({ period, state, onState }: Props) {
  const headingId = useId();
  const address = useListAddress();
  const { page, page_size } = address.slice;
  const query = { ...period, state, page, page_size };
  const list = useList('CONFERÊNCIA', BANK_KEY, query, comparePix);
  const [joining, setJoining] = useState<PixRow['line']>();
  const apart = useRemoval<PixRow>({
    queryKey: BANK_KEY,
    remove: ({ line }) => setPayment(line?.id ?? 0, null),
    words,
    describe: ({ line }) => (line ? lineWords(line) : ''),
    confirmLabel: 'Desligar',
  });
  const { data } = list;
  return (
    <>
      <PixSums sums={data?.sums} state={state} onState={onState} />
      <Title order={2} size="h5" id={headingId} mt="lg" mb={8}>
        Pix do período
      </Title>
      <PagedList
        list={list}
        address={address}
        labelledBy={headingId}
        columns={pixColumns({
          onJoin: setJoining,
          onTakeApart: (row) =>
            apart.ask(row, `Desligar esta linha do extrato da venda nº ${row.payment?.sale}?`),
        })}
        empty={
          <NothingInPeriod
            title={state ? 'Nenhum Pix com esta situação' : 'Nenhum Pix neste período'}
            period={period}
            hint={state ? 'Veja todas as situações, ou mude o período.' : 'Mude o período.'}
          >
            {state && (
              <Group>
                <Button variant="default" onClick={() => onState('')}>
                  Mostrar todos
                </Button>
              </Group>
            )}
          </NothingInPeriod>
        }
      />
      {joining && <JoinDialog line={joining} onClose={() => setJoining(undefined)} />}
      {apart.dialogs}
    </>
  );
}

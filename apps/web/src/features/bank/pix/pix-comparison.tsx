import type { BankLine } from '@balcao/contract/bank.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { useRemoval } from '../../../ui/dialogs/use-removal.tsx';
import { NothingInPeriod } from '../../../ui/lists/list-frame.tsx';
import { PagedList } from '../../../ui/lists/paged-list.tsx';
import { useList, useListAddress } from '../../../ui/lists/use-list.ts';
import { useChange } from '../../../ui/messages/use-change.ts';
import { Modal } from '../../../ui/modal.tsx';
import {
  BANK_KEY,
  comparePix,
  type Period,
  type PixPart,
  type PixRow,
  setNotOurs,
  setPayment,
} from '../parts/bank.queries.ts';
import type { BankFilter } from '../parts/bank-filter.ts';
import { JoinDialog } from './join-dialog.tsx';
import { pixColumns } from './pix-columns.tsx';
import { PixSums } from './pix-sums.tsx';
import { lineWords, PIX_PARTS } from './pix-words.ts';

type Props = {
  part: PixPart;
  period: Period;
  state: BankFilter['state'];
  onState: (state: BankFilter['state']) => void;
};

const APART = 'Não foi possível desligar.';
const BACK = { done: 'A linha é da loja de novo.', failed: 'Não foi possível desfazer.' };

export function PixComparison({ part, period, state, onState }: Props) {
  const words = PIX_PARTS[part];
  const headingId = useId();
  const address = useListAddress();
  const { page, page_size } = address.slice;
  const query = { ...period, of: part, state, page, page_size };
  const list = useList('CONFERÊNCIA', BANK_KEY, query, comparePix);
  const [joining, setJoining] = useState<PixRow['line']>();
  const apart = useRemoval<PixRow>({
    queryKey: BANK_KEY,
    remove: ({ line }) => setPayment(line?.id ?? 0, null),
    words: { done: words.tookApart, failed: APART },
    describe: ({ line }) => (line ? lineWords(line) : ''),
    confirmLabel: 'Desligar',
  });
  const [away, setAway] = useState<PixRow['line']>();
  const back = useRemoval<PixRow>({
    queryKey: BANK_KEY,
    remove: ({ line }) => setNotOurs(line?.id ?? 0, null),
    words: BACK,
    describe: ({ line }) => (line ? [lineWords(line), line.not_ours].join(': ') : ''),
    confirmLabel: 'Desfazer',
  });
  const { data } = list;
  return (
    <>
      <PixSums {...{ part, state, onState }} sums={data?.sums} />
      <Title order={2} size="h5" id={headingId} mt="lg" mb={8}>
        {words.title}
      </Title>
      <PagedList
        list={list}
        address={address}
        labelledBy={headingId}
        columns={pixColumns(part, {
          onJoin: setJoining,
          onTakeApart: (row) =>
            apart.ask(row, `Desligar esta linha do extrato ${words.from} nº ${row.payment?.sale}?`),
          onPutAway: setAway,
          onPutBack: (row) => back.ask(row, 'Desfazer “Não é da loja” desta linha?'),
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
      {joining && <JoinDialog part={part} line={joining} onClose={() => setJoining(undefined)} />}
      {away && <NotOursDialog line={away} onClose={() => setAway(undefined)} />}
      {apart.dialogs}
      {back.dialogs}
    </>
  );
}

const putAside = { done: 'Linha posta de lado.', failed: 'Não foi possível pôr de lado.' };

/** Asks what a line is that is not the shop's. */
function NotOursDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const [word, setWord] = useState('');
  const change = useChange({ reloads: BANK_KEY });
  return (
    <Modal opened onClose={() => !change.isPending && onClose()} title="Não é da loja">
      <DialogForm
        submitLabel="Guardar"
        busy={change.isPending}
        problem={change.outcome?.tone === 'error' && (change.reason ?? change.outcome.message)}
        fault={change.fault?.name}
        onCancel={onClose}
        cancelWaits
        onSubmit={(form) =>
          void change.run(() => setNotOurs(line.id, word), putAside, { form, onDone: onClose })
        }
      >
        <Text inherit>
          No extrato: <b>{lineWords(line)}</b>
        </Text>
        <TextInput
          label="O que é"
          name="word"
          description="Conta à parte, sai de Em aberto do mês, e pode ser desfeito."
          placeholder="Aluguel da quadra"
          data-autofocus
          required
          withAsterisk={false}
          pattern=".*\S.*"
          autoComplete="off"
          maxLength={MAX_LENGTH.bankWord}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}

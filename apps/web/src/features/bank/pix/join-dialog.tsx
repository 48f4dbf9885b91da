import type { BankLine } from '@balcao/contract/bank.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { useChange } from '../../../ui/messages/use-change.ts';
import { Modal } from '../../../ui/modal.tsx';
import { BANK_KEY, listJoinable, type PixPart, setPayment } from '../parts/bank.queries.ts';
import { lineWords, PIX_PARTS, paymentWords } from './pix-words.ts';

type Props = { part: PixPart; line: BankLine; onClose: () => void };

/** Joins a line of the statement to a payment, or a return, that has none, which a person chooses. */
export function JoinDialog({ part, line, onClose }: Props) {
  const [chosen, setChosen] = useState('');
  const change = useChange({ reloads: BANK_KEY });
  const { to, joined, none, joinable } = PIX_PARTS[part];
  const query = useQuery({
    queryKey: [...BANK_KEY, 'joinable', line.id],
    queryFn: ({ signal }) => listJoinable(line.id, signal),
    gcTime: 0,
    staleTime: 0,
    meta: { failure: 'The payments could not be loaded' },
  });
  const payments = query.data;
  const payment = payments?.[Number(chosen)];
  return (
    <Modal opened onClose={() => !change.isPending && onClose()} title={`Ligar ${to}`} size="lg">
      <DialogForm
        submitLabel="Ligar"
        busy={change.isPending}
        problem={change.outcome?.tone === 'error' && (change.reason ?? change.outcome.message)}
        onCancel={onClose}
        cancelWaits
        onSubmit={() => {
          if (chosen === '' || !payment) return;
          const { sale, correction, line: place } = payment;
          const words = { done: joined, failed: 'Não foi possível ligar.' };
          void change.run(() => setPayment(line.id, { sale, correction, line: place }), words, {
            onDone: onClose,
          });
        }}
      >
        <Text inherit>
          No extrato: <b>{lineWords(line)}</b>
        </Text>
        {query.isLoading && <Loader size="sm" aria-label="Carregando" />}
        <LoadNotice query={query} failed="As vendas não puderam ser carregadas." />
        {payments?.length === 0 && (
          <Text inherit c="dimmed">
            {none}
          </Text>
        )}
        {payments && payments.length > 0 && (
          <Radio.Group label={joinable} value={chosen} onChange={setChosen}>
            <Stack gap="xs" mt={6} mah="40vh" style={{ overflowY: 'auto' }}>
              {payments.map((each, place) => (
                <Radio
                  key={`${each.sale} ${each.correction} ${each.line}`}
                  value={`${place}`}
                  label={paymentWords(each)}
                  description={differenceOf(part, each.amount, line.amount)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </DialogForm>
    </Modal>
  );
}

function differenceOf(part: PixPart, shop: number, bank: number): string | undefined {
  if (shop === bank) return undefined;
  const off = formatReais(Math.abs(Math.round((bank - shop) * 100)) / 100);
  const did = part === 'returns' ? 'enviou' : 'recebeu';
  return `O banco ${did} ${off} a ${bank > shop ? 'mais' : 'menos'}.`;
}

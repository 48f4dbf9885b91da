import type { BankLine } from '@balcao/contract/bank.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { useChange } from '../../../ui/messages/use-change.ts';
import { Modal } from '../../../ui/modal.tsx';
import { BANK_KEY, comparePix, setPayment } from '../parts/bank.queries.ts';
import { lineWords, paymentWords } from './pix-words.ts';

const DAYS_BEFORE = 7;
const MOST_OFFERED = 30;
const words = { done: 'Linha ligada à venda.', failed: 'Não foi possível ligar.' };

/** Joins a line of the statement to a payment that has none, which a person chooses. */
export function JoinDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const [chosen, setChosen] = useState('');
  const change = useChange({ reloads: BANK_KEY });
  const day = line.day as BusinessDay;
  const query = useQuery({
    queryKey: [...BANK_KEY, 'joinable', line.id],
    queryFn: async ({ signal }) => {
      const days = { startDate: addDays(day, -DAYS_BEFORE), endDate: addDays(day, 1) };
      const all = { ...days, state: '' as const, page: 1, page_size: 1000 };
      const { results } = await comparePix(all, signal);
      const off = (amount: number) => Math.abs(amount - line.amount);
      return results
        .flatMap(({ payment, line }) => (payment && !line ? payment : []))
        .sort((a, b) => off(a.amount) - off(b.amount))
        .slice(0, MOST_OFFERED);
    },
    gcTime: 0,
    staleTime: 0,
    meta: { failure: 'The payments could not be loaded' },
  });
  const payments = query.data;
  const payment = payments?.[Number(chosen)];
  return (
    <Modal
      opened
      onClose={() => !change.isPending && onClose()}
      title="Ligar a uma venda"
      size="lg"
    >
      <DialogForm
        submitLabel="Ligar"
        busy={change.isPending}
        problem={change.outcome?.tone === 'error' && (change.reason ?? change.outcome.message)}
        onCancel={onClose}
        cancelWaits
        onSubmit={() => {
          if (chosen === '' || !payment) return;
          const { sale, correction, line: place } = payment;
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
            Nos {DAYS_BEFORE} dias antes não há Pix da loja que falte no banco.
          </Text>
        )}
        {payments && payments.length > 0 && (
          <Radio.Group
            label="Pix da loja sem linha no extrato, o valor mais parecido primeiro"
            value={chosen}
            onChange={setChosen}
          >
            <Stack gap="xs" mt={6} mah="40vh" style={{ overflowY: 'auto' }}>
              {payments.map((each, place) => (
                <Radio
                  key={`${each.sale} ${each.correction} ${each.line}`}
                  value={`${place}`}
                  label={paymentWords(each)}
                  description={differenceOf(each.amount, line.amount)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </DialogForm>
    </Modal>
  );
}

function differenceOf(shop: number, bank: number): string | undefined {
  if (shop === bank) return undefined;
  const off = formatReais(Math.abs(Math.round((bank - shop) * 100)) / 100);
  return bank > shop ? `O banco recebeu ${off} a mais.` : `O banco recebeu ${off} a menos.`;
}

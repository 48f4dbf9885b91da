import type { ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { type Month, monthInWords } from '@balcao/domain/month/month.ts';
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { wordsOf } from '../../ui/messages/outcome.ts';
import { Modal } from '../../ui/modal.tsx';
import { useApproval } from '../approvals/use-approval.tsx';
import { ReasonField } from '../corrections/forms/reason-field.tsx';
import { MONTHS_KEY, reopenMonth } from './months.queries.ts';

const USUAL = ['Faltou um fechamento', 'Venda lançada errado'];

/** Reopens the month of a closing, with a reason and an approval. */
export function ReopenMonth({ month: { month }, id }: { month: ShownMonth; id: number }) {
  const queries = useQueryClient();
  const approval = useApproval();
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const words = monthInWords(month as Month);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (text: string) =>
      approval.withApproval(
        {
          ...{ action: 'reopening', subject: id, request: { reason: text } },
          words: `Reabrir ${words}`,
          details: [`Motivo: ${text}`],
        },
        (approved) => reopenMonth(id, text, approved),
      ),
    onSuccess: async (reopened) => {
      if (!reopened) return;
      close();
      await queries.invalidateQueries({ queryKey: MONTHS_KEY });
    },
    onError: (failure) => console.error('The month was not reopened', failure),
  });
  const close = () => {
    setOpened(false);
    setReason('');
    setPressed(false);
    reset();
  };
  const submit = () => {
    setPressed(true);
    if (reason.trim() !== '') mutate(reason.trim());
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Reabrir o mês
      </Button>
      <Modal opened={opened} onClose={close} title={`Reabrir ${words}`} closeOnEscape={!isPending}>
        <Text>
          As vendas do mês voltam a poder ser mudadas. Os arquivos deste fechamento ficam guardados,
          e fechar de novo faz outra versão.
        </Text>
        <DialogForm
          mt="md"
          noValidate
          onSubmit={submit}
          submitLabel="Reabrir"
          busy={isPending && !approval.isAsking}
          problem={wordsOf(error)}
          onCancel={close}
          cancelWaits
        >
          <ReasonField
            usual={USUAL}
            value={reason}
            onChange={setReason}
            data-autofocus
            error={pressed && reason.trim() === '' && 'Diga o motivo.'}
          />
        </DialogForm>
      </Modal>
      {approval.dialog}
    </>
  );
}

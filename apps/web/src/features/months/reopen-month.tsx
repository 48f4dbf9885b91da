import type { ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { type Month, monthInWords } from '@balcao/domain/month/month.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../api/use-send.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { needsReason, ReasonField } from '../../ui/fields/reason-field.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { type Approved, useApproval } from '../approvals/use-approval.tsx';
import { MONTHS_KEY, reopenMonth } from './months.queries.ts';

const USUAL = ['Faltou um fechamento', 'Venda lançada errado'];

/** Reopens the month of a closing, with a reason and an approval. */
export function ReopenMonth({ month: { month }, id }: { month: ShownMonth; id: number }) {
  const approval = useApproval();
  const [opened, setOpened] = useState(false);
  const fields = useFields({ reason: '' }, { reason: needsReason });
  const words = monthInWords(month as Month);
  const sending = useSend<string, object, Approved>({
    once: undefined,
    send: (text, _key, approved) => reopenMonth(id, text, approved),
    through: (text, _isAgain, go) =>
      approval.withApproval(
        {
          ...{ action: 'reopening', subject: id, request: { reason: text } },
          words: `Reabrir ${words}`,
          details: [`Motivo: ${text}`],
        },
        go,
      ),
    reloads: [MONTHS_KEY],
    onDone: () => close(),
    failure: 'The month was not reopened',
  });
  const close = () => {
    setOpened(false);
    fields.forget();
    sending.reset();
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Reabrir o mês
      </Button>
      {opened && (
        <FormDialog
          title={`Reabrir ${words}`}
          onClose={close}
          submitLabel="Reabrir"
          fields={fields}
          sending={sending}
          bodyOf={({ reason }) => reason.trim()}
        >
          <Text>
            As vendas do mês voltam a poder ser mudadas. Os arquivos deste fechamento ficam
            guardados, e fechar de novo faz outra versão.
          </Text>
          <ReasonField {...fields.input('reason')} usual={USUAL} data-autofocus />
        </FormDialog>
      )}
      {approval.dialog}
    </>
  );
}

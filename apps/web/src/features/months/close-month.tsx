import type { ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { type Month, monthInWords } from '@balcao/domain/month/month.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../api/use-send.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { needsReason, ReasonField } from '../../ui/fields/reason-field.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { Say } from '../../ui/messages/say.tsx';
import { type Approved, useApproval } from '../approvals/use-approval.tsx';
import { closeMonth, MONTHS_KEY, reopenMonth } from './months.queries.ts';

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

/** Asks, and closes the month exactly once, also after a lost answer and a reload. */
export function CloseMonth({ month: { month, open } }: { month: ShownMonth }) {
  const [asked, setAsked] = useState(false);
  const { send, isSending, problem } = useSend({
    once: `month:${month}`,
    send: (sent: string, key) => closeMonth(sent as Month, key),
    reloads: [MONTHS_KEY],
    failure: 'The month was not closed',
  });
  const words = monthInWords(month as Month);
  return (
    <div>
      <Button loading={isSending} onClick={() => setAsked(true)}>
        Fechar o mês
      </Button>
      {isSending && (
        <Say rank="fact" mt={4}>
          Fechando: os arquivos estão sendo feitos…
        </Say>
      )}
      <Say rank="refusal" place="field" lines={1}>
        {problem}
      </Say>
      <ConfirmDialog
        opened={asked}
        confirmLabel="Fechar"
        onConfirm={() => send(month)}
        onClose={() => setAsked(false)}
      >
        <Text fw={600}>Fechar {words}?</Text>
        <Text>
          O mês fica guardado em um PDF e um XLSX, com um código. Depois disso, mudar uma venda dele
          pede um motivo e a senha de um administrador.
        </Text>
        {open.length > 0 && (
          <Text mt="xs" fw={600} c="var(--warning-text)">
            {open.length === 1
              ? 'Há 1 assunto em aberto.'
              : `Há ${open.length} assuntos em aberto.`}{' '}
            O mês pode ser fechado assim mesmo, e isso fica escrito no papel e na auditoria.
          </Text>
        )}
      </ConfirmDialog>
    </div>
  );
}

import type { ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { type Month, monthInWords } from '@balcao/domain/month/month.ts';
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useOnce } from '../../api/use-once.ts';
import { UserIdContext } from '../../storage/unsaved-input.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { wordsOf } from '../../ui/messages/outcome.ts';
import { ProblemLine } from '../../ui/messages/problem-line.tsx';
import { closeMonth, MONTHS_KEY } from './months.queries.ts';

/** Asks, and closes the month exactly once, also after a lost answer and a reload. */
export function CloseMonth({ month: { month, open } }: { month: ShownMonth }) {
  const user = useContext(UserIdContext);
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const once = useOnce({
    ...{ user, form: `month:${month}` },
    asSent: (stored) => (stored === month ? month : undefined),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => once.send(month, ({ key }) => closeMonth(month as Month, key)),
    onError: (failure) => console.error('The month was not closed', failure),
    onSettled: () => queries.invalidateQueries({ queryKey: MONTHS_KEY }),
  });
  const words = monthInWords(month as Month);
  return (
    <div>
      <Button loading={isPending} onClick={() => setAsked(true)}>
        Fechar o mês
      </Button>
      {isPending && (
        <Text role="status" size="sm" c="dimmed" mt={4}>
          Fechando: os arquivos estão sendo feitos…
        </Text>
      )}
      <ProblemLine>{wordsOf(error)}</ProblemLine>
      <ConfirmDialog
        opened={asked}
        confirmLabel="Fechar"
        onConfirm={mutate}
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

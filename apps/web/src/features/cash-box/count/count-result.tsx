import type { CountedBox, OpenBox } from '@balcao/contract/cash-boxes.ts';
import type { BoxCount } from '@balcao/contract/closings.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { withRetries } from '../../../api/retries.ts';
import type { useApproval } from '../../approvals/use-approval.tsx';
import { differenceWords } from '../box-words.ts';
import { settleBox } from '../cash-box.queries.ts';
import classes from './count-dialog.module.css';
import { problemOf } from './use-count.ts';

/** What was expected, now that the count is saved. */
export function CountResult({ counts }: { counts: readonly BoxCount[] }) {
  return (
    <table className={classes.result} aria-label="Conferência">
      <thead>
        <tr>
          <th scope="col">Forma</th>
          <th scope="col">Esperado</th>
          <th scope="col">Contado</th>
          <th scope="col">Diferença</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ method, expected, counted, difference }) => (
          <tr key={method} data-off={difference !== 0 || undefined}>
            <th scope="row">{method}</th>
            <td>{formatReais(expected)}</td>
            <td>{formatReais(counted)}</td>
            <td>{differenceWords(difference)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Props = {
  box: OpenBox;
  counts: readonly BoxCount[];
  withApproval: ReturnType<typeof useApproval>['withApproval'];
  onSettled: (counted: CountedBox) => void;
  onClose: () => void;
};

/** The reason of a difference above the limit, without which the box stays open. */
export function SettleForm({ box, counts, withApproval, onSettled, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: string) => {
      const wanted = {
        action: 'difference',
        subject: box.id,
        request: { reason: text },
        words: `Diferença do caixa nº ${box.id}, de ${box.seller_name}`,
        details: [
          ...counts
            .filter(({ difference }) => difference !== 0)
            .map(({ method, difference }) => `${method}: ${differenceWords(difference)}`),
          `Motivo: ${text}`,
        ],
      } as const;
      const { signal } = new AbortController();
      return withApproval(wanted, (approved) =>
        withRetries(() => settleBox(box.id, { reason: text, ...approved }, signal), { signal }),
      );
    },
    onSuccess: (settled) => settled && onSettled(settled),
    onError: (failure) => console.error('The difference was not settled', failure),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (isPending) return;
    if (reason.trim() === '') field.current?.focus();
    else mutate(reason.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" mt="md">
        <TextInput
          ref={field}
          label="Motivo da diferença"
          description="A diferença passa do limite: o caixa só fecha com um motivo e um administrador."
          autoComplete="off"
          maxLength={MAX_LENGTH.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={pressed && reason.trim() === '' && 'Preencha este campo.'}
        />
        {/* Reserves the space of the message. */}
        <Text role="alert" size="sm" fw={600} c="red.7" mih="1.5em">
          {!isPending && error && problemOf(error)}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Deixar para depois
          </Button>
          <Button type="submit" loading={isPending}>
            Fechar o caixa
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

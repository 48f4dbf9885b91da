import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { Text, TextInput } from '@mantine/core';
import {
  type QueryKey,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { headingIfFocusIsLost } from '../fields/focus.ts';
import { type ChangeWords, type Outcome, outcomeOf } from '../messages/outcome.ts';
import { CornerMessage } from '../messages/timed.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export const CALLED_OFF = Symbol('called off');

type RemovalOptions<Row> = {
  /** Every query with this key is refetched after a removal. */
  queryKey: QueryKey;
  /** CALLED_OFF: the row stays, and nothing is said. */
  remove: (row: Row, reason?: string) => Promise<unknown>;
  words: ChangeWords;
  /** Names the row under the question. */
  describe: (row: Row) => string;
  confirmLabel?: string;
  /** Why a reason is asked for, which the audit keeps, and whether the row can't go without one. */
  reasonAsked?: (row: Row) => { why: string; needed: boolean } | undefined;
};

type Question<Row> = { row: Row; text: string; onConfirm?: (() => void) | undefined };

/** Confirms a removal, makes it and shows a notice about it. `dialogs` has to be rendered. */
export function useRemoval<Row>(options: RemovalOptions<Row>) {
  const { queryKey, remove, words, describe, confirmLabel, reasonAsked } = options;
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Question<Row> | null>(null);
  const [reason, setReason] = useState('');
  const [notice, setNotice] = useState<Outcome | null>(null);
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const mutationKey = [...queryKey, 'remove'];
  const removal = useMutation({
    mutationKey,
    mutationFn: async (removed: { row: Row; reason?: string }) => {
      let answer: unknown;
      const outcome = await outcomeOf(async () => {
        answer = await remove(removed.row, removed.reason);
      }, words);
      return answer === CALLED_OFF ? null : outcome;
    },
    onSuccess: (outcome) => {
      if (!outcome) return;
      setNotice(outcome);
      // The end of the notice reloads again; until then nobody may open the removed row.
      void reload().then(headingIfFocusIsLost);
    },
  });
  const removing = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { row: Row }).row,
  });
  const asked = question ? reasonAsked?.(question.row) : undefined;
  const given = reason.trim();
  const close = () => {
    setQuestion(null);
    setReason('');
  };
  const confirm = () => {
    if (!question) return;
    question.onConfirm?.();
    removal.mutate({ row: question.row, ...(given && { reason: given }) });
  };

  return {
    reload,
    ask: (row: Row, text: string, onConfirm?: () => void) => setQuestion({ row, text, onConfirm }),
    isRemoving: (row: Row) => removing.includes(row),
    showNotice: setNotice,
    dialogs: (
      <>
        <ConfirmDialog
          opened={question !== null}
          confirmLabel={confirmLabel}
          onConfirm={confirm}
          canConfirm={!asked?.needed || given !== ''}
          onClose={close}
        >
          <Text>{question?.text}</Text>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {question && describe(question.row)}
          </Text>
          {asked && (
            <TextInput
              mt="md"
              label="Motivo"
              description={asked.why}
              required={asked.needed}
              withAsterisk={false}
              data-autofocus
              autoComplete="off"
              maxLength={MAX_LENGTH.reason}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.repeat || given === '') return;
                confirm();
                close();
              }}
            />
          )}
        </ConfirmDialog>
        {notice && (
          <CornerMessage
            outcome={notice}
            onEnd={() => {
              setNotice(null);
              void reload();
            }}
          />
        )}
      </>
    ),
  };
}

import { Text } from '@mantine/core';
import {
  type QueryKey,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { headingIfFocusIsLost } from '../fields/focus.ts';
import { Notice } from '../messages/notice.tsx';
import { type ChangeWords, type Outcome, outcomeOf } from '../messages/outcome.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Options<Row> = {
  /** Every query with this key is refetched after a removal. */
  queryKey: QueryKey;
  remove: (row: Row) => Promise<unknown>;
  words: ChangeWords;
  /** Names the row under the question. */
  describe: (row: Row) => string;
  confirmLabel?: string;
};

type Question<Row> = { row: Row; text: string; onConfirm?: (() => void) | undefined };

/** Confirms a removal, makes it and shows a notice about it. `dialogs` has to be rendered. */
export function useRemoval<Row>(options: Options<Row>) {
  const { queryKey, remove, words, describe, confirmLabel } = options;
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Question<Row> | null>(null);
  const [notice, setNotice] = useState<Outcome | null>(null);
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const mutationKey = [...queryKey, 'remove'];
  const removal = useMutation({
    mutationKey,
    mutationFn: (row: Row) => outcomeOf(() => remove(row), words),
    onSuccess: (outcome) => {
      setNotice(outcome);
      // The end of the notice reloads again; until then nobody may open the removed row.
      void reload().then(headingIfFocusIsLost);
    },
  });
  const removing = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables,
  });

  return {
    reload,
    ask: (row: Row, text: string, onConfirm?: () => void) => setQuestion({ row, text, onConfirm }),
    isAsking: question !== null,
    isRemoving: (row: Row) => removing.includes(row),
    showNotice: setNotice,
    dialogs: (
      <>
        <ConfirmDialog
          opened={question !== null}
          confirmLabel={confirmLabel}
          onConfirm={() => {
            if (!question) return;
            question.onConfirm?.();
            removal.mutate(question.row);
          }}
          onClose={() => setQuestion(null)}
        >
          <Text>{question?.text}</Text>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {question && describe(question.row)}
          </Text>
        </ConfirmDialog>
        {notice && (
          <Notice
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

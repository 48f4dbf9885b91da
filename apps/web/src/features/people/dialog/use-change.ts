import type { PersonDetails } from '@balcao/contract/people/people.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { removeUnsaved, UserIdContext } from '../../../storage/unsaved-input.ts';
import { takeFocus } from '../../../ui/fields/focus.ts';
import { type ChangeWords, type Outcome, outcomeOf } from '../../../ui/messages/outcome.ts';
import { type Kind, PEOPLE_KEY } from '../people.queries.ts';

type Change = {
  send: () => Promise<unknown>;
  words: ChangeWords;
  onDone?: () => void | Promise<void>;
};

/** Makes one change after the other, reloads the lists and keeps the message about the last one. */
export function useChange(kind: Kind) {
  const user = useContext(UserIdContext);
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ send, words }: Change) => outcomeOf(send, words),
    onSuccess: async (result, { onDone }) => {
      setOutcome(result);
      if (result.tone === 'error') return;
      // First, so that a record that is gone after a merge is not read again.
      if (onDone) await flushSync(onDone);
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY });
    },
  });
  const giveFocusBack = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isPending) giveFocusBack.current?.();
  }, [isPending]);
  return {
    isPending,
    outcome,
    endMessage: () => setOutcome(null),
    /** Forgets what was typed about a record that is no more. */
    forgetTyped: (id: number) => removeUnsaved(user, `${kind}:${id}`),
    run: (send: Change['send'], words: ChangeWords, onDone?: Change['onDone']) => {
      if (isPending) return;
      giveFocusBack.current = rememberFocus();
      mutate({ send, words, ...(onDone && { onDone }) });
    },
  };
}

/** A button is disabled while its change is made, and may disappear with what it changed. */
function rememberFocus(): () => void {
  const pressed = document.activeElement;
  const section = pressed?.closest('section');
  return () => {
    if (document.activeElement !== document.body) return;
    const next = pressed?.isConnected ? pressed : section?.querySelector(':scope > button, input');
    if (next instanceof HTMLElement) takeFocus(next);
  };
}

/** The props of every part of the dialog. */
export type PartProps = {
  kind: Kind;
  person: PersonDetails;
  change: ReturnType<typeof useChange>;
  onBack: () => void;
};

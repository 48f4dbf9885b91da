import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { firstIn, takeFocus } from '../fields/focus.ts';
import { type ChangeWords, type Outcome, outcomeOf, type Refusal, refusalOf } from './outcome.ts';

type Change = {
  send: () => Promise<unknown>;
  words: ChangeWords;
  /** What is sent, if it is a form: its fields are named in a refusal. */
  form?: HTMLFormElement | undefined;
  /** What a success changes on the screen. */
  onDone?: (() => void | Promise<void>) | undefined;
};

/** What came of a change. `reason` and `refusal` stay when the message has gone. */
type End = {
  outcome?: Outcome;
  reason?: string | undefined;
  refusal?: Refusal | undefined;
  /** The refused field. */
  fault?: HTMLInputElement | undefined;
};

type ChangeOptions = {
  /** Every query with this key is refetched after a success. */
  reloads?: QueryKey;
  /** Of an earlier attempt. */
  refusal?: Refusal | undefined;
};

/** Makes one change after the other and says what came of the last one. */
export function useChange({ reloads, refusal }: ChangeOptions = {}) {
  const queries = useQueryClient();
  const [end, setEnd] = useState<End>({ refusal });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ send, words, form }: Change): Promise<End> => {
      const outcome = await outcomeOf(send, words);
      const refusal = refusalOf(outcome.problem, form && new FormData(form));
      const fault = refusal?.field === undefined ? null : form?.elements.namedItem(refusal.field);
      return {
        outcome,
        refusal,
        reason: outcome.reason,
        fault: fault instanceof HTMLElement ? (fault as HTMLInputElement) : undefined,
      };
    },
    onSuccess: async (made, { onDone }) => {
      setEnd(made);
      if (made.outcome?.tone !== 'success') return;
      // First, so that a record that is gone after a merge is not read again.
      if (onDone) await flushSync(onDone);
      if (reloads) await queries.invalidateQueries({ queryKey: reloads });
    },
    // No password stays in memory.
    gcTime: 0,
  });
  const giveFocusBack = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isPending) giveFocusBack.current?.();
  }, [isPending]);
  return {
    ...end,
    isPending,
    endMessage: () => setEnd(({ outcome: _ended, ...rest }) => rest),
    /** Forgets why the last change was refused. */
    forgetRefusal: () => setEnd(({ outcome }) => (outcome ? { outcome } : {})),
    /** Ends after the change, even if nobody sees it any more; undefined while another one is under way. */
    run: async (
      send: Change['send'],
      words: ChangeWords,
      more?: Pick<Change, 'form' | 'onDone'>,
    ): Promise<End | undefined> => {
      if (isPending) return undefined;
      setEnd({});
      giveFocusBack.current = rememberFocus();
      return mutateAsync({ send, words, ...more });
    },
  };
}

/** A button is disabled while its change is made, and may disappear with what it changed. */
function rememberFocus(): () => void {
  const pressed = document.activeElement;
  const section = pressed?.closest('section');
  return () => {
    if (document.activeElement !== document.body) return;
    const next = pressed?.isConnected ? pressed : firstIn(section, ':scope > button, input');
    if (next instanceof HTMLElement) takeFocus(next);
  };
}

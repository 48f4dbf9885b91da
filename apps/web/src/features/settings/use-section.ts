import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useContext, useState } from 'react';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../ui/fields/unsaved-input.ts';
import { type Outcome, outcomeOf, refusalOf } from '../../ui/messages/outcome.ts';

const words = { done: 'Configurações salvas!', failed: 'Erro ao salvar as configurações.' };

type Options<I> = {
  /** Where its unsaved input is stored. */
  form: string;
  /** What the fields show when nothing is typed. */
  saved: I;
  save: (input: I) => Promise<unknown>;
  /** The part of the input that outlives a reload. */
  typedPart?: (input: I) => I;
};

export type Section = {
  isTyped: boolean;
  isPending: boolean;
  /** Whether unsaved input came back with the page. */
  isBack: boolean;
  outcome: Outcome | null;
  /** Why all of it was refused, if no field is at fault. */
  reason: string | undefined;
  forget: () => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  endOutcome: () => void;
};

/** The input of one section of the settings, which is saved by itself. */
export function useSection<I extends object>({ form, saved, save, typedPart }: Options<I>) {
  const user = useContext(UserIdContext);
  const [unsaved, setUnsaved] = useState(() => readUnsaved(user, form) as I | null);
  const [typed, setTyped] = useState(unsaved);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const input = typed ?? saved;

  const forget = () => {
    removeUnsaved(user, form);
    setTyped(null);
    setUnsaved(null);
    saving.reset();
  };
  const saving = useMutation({
    mutationFn: async (data: FormData) => {
      const outcome = await outcomeOf(() => save(input), words);
      // Fields are named by their path, as the same field may be there twice.
      const { field, ...problem } = outcome.problem ?? {};
      const path = field?.replace(/^body\//, '').replaceAll('/', '.');
      const named = { ...problem, ...(path && { field: path }) } as typeof outcome.problem;
      return { outcome, refusal: refusalOf(outcome.problem && named, data) };
    },
    onSuccess: ({ outcome }) => {
      if (outcome.tone === 'success') forget();
      setOutcome(outcome);
    },
  });
  const refusal = saving.data?.refusal;

  const section: Section = {
    isTyped: typed !== null,
    isPending: saving.isPending,
    isBack: unsaved !== null && outcome === null,
    outcome,
    reason: refusal && refusal.field === undefined ? refusal.reason : undefined,
    forget,
    submit: (event) => {
      event.preventDefault();
      if (saving.isPending) return;
      setOutcome(null);
      saving.mutate(new FormData(event.currentTarget));
    },
    endOutcome: () => setOutcome(null),
  };
  return {
    section,
    input,
    change: (part: Partial<I>) => {
      const next = { ...input, ...part };
      storeUnsaved(user, form, typedPart ? typedPart(next) : next);
      setTyped(next);
    },
    /** The name of a field and why it was refused. */
    field: (path: string) => ({
      name: path,
      error: refusal?.field === path && refusal.reason,
    }),
  };
}

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useContext, useState } from 'react';
import { fieldsOf } from '../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../storage/unsaved-input.ts';
import { type Outcome, outcomeOf, refusalOf } from '../../ui/messages/outcome.ts';

const words = { done: 'Configurações salvas!', failed: 'Erro ao salvar as configurações.' };

type Options<I> = {
  /** Where its unsaved input is stored. */
  form: string;
  /** The content of the fields when nothing is typed. */
  saved: I;
  /** Gets only the fields that were typed: another administrator may have changed the others since. */
  save: (typed: Partial<I>) => Promise<unknown>;
  /** Amounts and pictures, of which null is none. */
  nullable?: readonly (keyof I)[];
  /** The stored part of a typed field. */
  storedPart?: (typed: Partial<I>) => Partial<I>;
};

export type Section = {
  isTyped: boolean;
  isPending: boolean;
  /** Whether unsaved input came back with the page. */
  isBack: boolean;
  outcome: Outcome | null;
  /** Why it was refused; the field at fault is named. */
  reason: string | undefined;
  /** The field at fault. */
  fault: HTMLElement | undefined;
  forget: () => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  endOutcome: () => void;
};

/** The input of one section of the settings; each section is saved alone. */
export function useSection<I extends object>({
  form,
  saved,
  save,
  nullable = [],
  storedPart,
}: Options<I>) {
  const user = useContext(UserIdContext);
  const [unsaved, setUnsaved] = useState(
    () => readUnsaved(user, form, (value) => asTyped(value, saved, nullable)) ?? null,
  );
  const [typed, setTyped] = useState(unsaved);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const forget = () => {
    removeUnsaved(user, form);
    setTyped(null);
    setUnsaved(null);
    saving.reset();
  };
  const saving = useMutation({
    mutationFn: async (element: HTMLFormElement) => {
      const data = new FormData(element);
      const outcome = await outcomeOf(() => save(typed ?? {}), words);
      // Fields are named by their path, as the same field may be there twice.
      const { field, ...problem } = outcome.problem ?? {};
      const path = field?.replace(/^body\//, '').replaceAll('/', '.');
      const named = { ...problem, ...(path && { field: path }) } as typeof outcome.problem;
      const fault = path && (element.elements.namedItem(path) as HTMLInputElement | null);
      return { outcome, refusal: refusalOf(outcome.problem && named, data), fault };
    },
    onSuccess: ({ outcome }) => {
      if (outcome.tone === 'success') forget();
      setOutcome(outcome);
    },
  });
  const { refusal, fault } = saving.data ?? {};
  const label = fault && (fault.labels?.[0]?.textContent ?? fault.ariaLabel);

  const section: Section = {
    isTyped: typed !== null,
    isPending: saving.isPending,
    isBack: unsaved !== null && outcome === null,
    outcome,
    reason: refusal && [label, refusal.reason].filter(Boolean).join(': '),
    fault: fault || undefined,
    forget,
    submit: (event) => {
      event.preventDefault();
      if (saving.isPending) return;
      setOutcome(null);
      saving.mutate(event.currentTarget);
    },
    endOutcome: () => setOutcome(null),
  };
  return {
    section,
    input: { ...saved, ...typed },
    change: (part: Partial<I>) => {
      const next = { ...typed, ...part } as Partial<I>;
      storeUnsaved(user, form, storedPart ? storedPart(next) : next);
      setTyped(next);
    },
    /** The name of a field and why it was refused. */
    field: (path: string) => ({
      name: path,
      error: refusal?.field === path && refusal.reason,
    }),
  };
}

/** The stored fields that the section has, if each holds what its field can show. */
function asTyped<I extends object>(
  value: unknown,
  saved: I,
  nullable: readonly (keyof I)[],
): Partial<I> | undefined {
  const typed = fieldsOf<I>(value);
  const names = Object.keys(typed) as (keyof I)[];
  const known = (name: keyof I) => {
    const [now, before] = [typed[name], saved[name]];
    if (nullable.includes(name) && (now === null || before === null))
      return typeof now !== 'object' || now === null;
    return name in saved && typeof now === typeof before && now !== null;
  };
  return names.length > 0 && names.every(known) ? typed : undefined;
}

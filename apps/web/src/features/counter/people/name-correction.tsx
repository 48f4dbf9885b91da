import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { callsOf } from '../../people/people.queries.ts';
import type { NoteAction } from '../parts/note-button.tsx';
import { useDispatch } from '../sale/counter-context.ts';
import type { Party } from '../sale/counter-state.ts';
import type { FieldId } from '../sale/focus.ts';
import { nameOnRecord, type Person } from '../sale/person.ts';

type Renaming = { id: number; digits: string; before: string; after: string; undoes: boolean };

/**
 * Replaces the registered name by the typed one, and back again. A name that shares no word with the registered one is
 * often that of another person, whose CPF was mistyped: it is asked about. `next`: the field that gets the focus of the
 * button, which goes.
 */
export function useNameCorrection(
  party: Party,
  person: Person,
  next: FieldId,
): { action?: NoteAction; corrected: boolean; failed: boolean; dialog: ReactNode } {
  const dispatch = useDispatch();
  const [asked, setAsked] = useState<Renaming>();
  const [done, setDone] = useState<Renaming>();
  const { mutate, variables, isPending, isError } = useMutation({
    mutationFn: ({ id, digits, after }: Renaming) =>
      callsOf[party].rename(id, { number: digits, name: after }),
    onSuccess: (found, renaming) => {
      const { digits, undoes } = renaming;
      setDone(undoes ? undefined : renaming);
      // A text that the seller has typed since stays.
      const keepName = !undoes;
      const to = { to: [next], ifLost: true } as const;
      dispatch({ type: 'person-found', party, digits, found, keepName }, to);
    },
    meta: { failure: 'The name could not be corrected' },
  });

  const { digits, name, registered } = person;
  const differs = nameOnRecord(person) !== undefined;
  const corrected = done !== undefined && done.id === registered?.id && !differs;
  const actionFor = (): NoteAction | undefined => {
    if (!registered || isHiddenCpf(digits)) return undefined;
    const of = { id: registered.id, digits, before: registered.name };
    if (corrected) {
      const back = { ...of, after: done.before, undoes: true };
      return { label: 'Desfazer', onPress: () => mutate(back) };
    }
    if (!differs || tidyText(name) === '') return undefined;
    const renaming = { ...of, after: name, undoes: false };
    const press = () => (isOfOther(renaming) ? setAsked(renaming) : mutate(renaming));
    return { label: 'Corrigir cadastro', onPress: press };
  };
  const action = actionFor();
  return {
    ...(action && { action: { ...action, changesRecord: true, loading: isPending } }),
    corrected,
    failed: isError && variables.id === registered?.id && action !== undefined,
    dialog: asked && (
      <OtherNameDialog
        {...asked}
        onConfirm={() => mutate(asked)}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}

type QuestionProps = Renaming & { onConfirm: () => void; onClose: () => void };

function OtherNameDialog({ before, after, onConfirm, onClose }: QuestionProps) {
  useFocusBack();
  return (
    <ConfirmDialog opened confirmLabel="Corrigir cadastro" onConfirm={onConfirm} onClose={onClose}>
      <Text>
        Antes <strong>{before}</strong> → depois <strong>{tidyText(after)}</strong>
      </Text>
      <Text>É a mesma pessoa? Os dois nomes não têm nenhuma palavra em comum.</Text>
      <Text mt="xs" c="dimmed">
        Se é outra, cancele e confira o número.
      </Text>
    </ConfirmDialog>
  );
}

const PARTICLES = ['de', 'da', 'do', 'das', 'dos', 'e'];

const wordsOf = (name: string) =>
  foldText(name)
    .split(' ')
    .filter((word) => !PARTICLES.includes(word));

/** Whether two names share no word. A record without a name is anybody's. */
function isOfOther({ before, after }: Renaming): boolean {
  const words = wordsOf(after);
  return before !== '' && !wordsOf(before).some((word) => words.includes(word));
}

import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Dispatch } from 'react';
import { callsOf } from '../../people/people.queries.ts';
import { type FieldId, focusField } from '../parts/counter-focus.ts';
import type { CounterAction, Party } from '../sale/counter-state.ts';
import type { Person, Registered } from '../sale/person.ts';

type Props = {
  party: Party;
  person: Person & { registered: Registered };
  /** The field that gets the focus of the button, which goes. */
  next: FieldId;
  dispatch: Dispatch<CounterAction>;
};

/** Replaces the registered name by the typed one. */
export function NameCorrection({ party, person, next, dispatch }: Props) {
  const { digits, name, registered } = person;
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => callsOf[party].rename(registered.id, { number: digits, name }),
    onSuccess: (found) => {
      // A text that the seller has typed since stays.
      dispatch({ type: 'person-found', party, digits, found, keepName: true });
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusField(next);
      });
    },
    onError: (error) => console.error('The name could not be corrected', error),
  });
  return (
    <>
      <Button
        size="compact-xs"
        my={-4}
        flex="none"
        variant="default"
        loading={isPending}
        onClick={() => mutate()}
      >
        Corrigir cadastro
      </Button>
      {isError && (
        <Text role="alert" size="xs" c="red" fw={600}>
          O cadastro não foi corrigido.
        </Text>
      )}
    </>
  );
}

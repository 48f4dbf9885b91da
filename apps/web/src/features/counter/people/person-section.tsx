import { Button, Flex, Group, Text, TextInput } from '@mantine/core';
import type { Dispatch, KeyboardEvent, ReactNode } from 'react';
import { type FieldId, focusField } from '../panel/counter-focus.ts';
import { GroupCard } from '../panel/group-card.tsx';
import type { CounterAction, Party } from '../sale/counter-state.ts';
import { nameOnRecord, type Person } from '../sale/person.ts';
import type { Lookup } from './use-lookup.ts';

type Props = {
  title: string;
  party: Party;
  person: Person;
  lookup: Lookup;
  /** Replaces the result of the look-up. */
  warning: string | false;
  /** Shown when the registered name is the one on the screen. */
  found: string;
  nameInvalid?: boolean;
  /** The field that Enter in the name leads to. */
  next: FieldId;
  dispatch: Dispatch<CounterAction>;
  /** The field of the digits. */
  children: ReactNode;
};

/** The fields of the client or the student, and below them the result of the look-up. */
export function PersonSection(props: Props) {
  const { title, party, person, lookup, warning, found, nameInvalid, next, dispatch, children } =
    props;
  const registered = nameOnRecord(person);
  const failed = lookup.outcome === 'failed';
  const alarming = warning !== false || failed;

  return (
    <GroupCard title={title} flex="1 1 18rem">
      <Flex wrap="wrap" gap={8}>
        {children}
        <TextInput
          id={`${party}-name`}
          label="Nome"
          maxLength={200}
          autoComplete="off"
          value={person.name}
          onChange={(event) =>
            dispatch({ type: 'name-typed', party, name: event.currentTarget.value })
          }
          onKeyDown={onEnter(next)}
          error={nameInvalid}
          flex="3 1 7.5rem"
        />
      </Flex>
      {/* Room for a line, so that nothing below moves. */}
      <Group gap={8} wrap="nowrap" mih="1.4em" mt={6} fz="xs">
        <Text
          id={`${party}-note`}
          role="status"
          size="xs"
          c={alarming ? 'red.7' : 'gray.6'}
          {...(alarming && { fw: 600 })}
        >
          {warning ||
            (registered && `A venda sairá no nome cadastrado: ${registered}.`) ||
            (person.registered && found) ||
            (failed && 'Não foi possível consultar o cadastro.') ||
            (lookup.outcome === 'unknown' && 'Será cadastrado com a venda.')}
        </Text>
        {!warning && failed && (
          <Button size="compact-xs" my={-4} flex="none" variant="default" onClick={lookup.retry}>
            Tentar de novo
          </Button>
        )}
      </Group>
    </GroupCard>
  );
}

/** Makes Enter go to another field. */
export const onEnter = (next: FieldId) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  focusField(next);
};

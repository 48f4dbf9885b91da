import { MAX_LENGTH } from '@balcao/contract/text-lengths.ts';
import { CPF_DIGITS, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { Button, Flex, Group, Loader, Text, TextInput } from '@mantine/core';
import { type Dispatch, type KeyboardEvent, memo, type ReactNode } from 'react';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { findClient } from '../../clients/clients.queries.ts';
import { findStudent } from '../../students/students.queries.ts';
import { type FieldId, focusField } from '../parts/counter-focus.ts';
import { GroupCard } from '../parts/group-card.tsx';
import type { CounterAction, Party } from '../sale/counter-state.ts';
import { nameOnRecord, type Person } from '../sale/person.ts';
import { type Lookup, useLookup } from './use-lookup.ts';

type ClientProps = {
  client: Person;
  invalid: string | undefined;
  dispatch: Dispatch<CounterAction>;
};

export const ClientSection = memo(function ClientSection(props: ClientProps) {
  const { client, invalid, dispatch } = props;
  const lookup = useLookup('client', client, findClient, dispatch);
  const complete = client.digits.length === CPF_DIGITS;
  const doubtful = complete && !hasValidCheckDigits(client.digits);

  return (
    <PersonSection
      title="CLIENTE"
      party="client"
      person={client}
      lookup={lookup}
      warning={doubtful && 'Confira o CPF: os dígitos verificadores não batem.'}
      found="Cliente cadastrado."
      nameInvalid={invalid === 'client-name'}
      next="registration"
      dispatch={dispatch}
    >
      <CpfField
        {...digitsField('client', client, lookup)}
        id="cpf"
        label="CPF"
        onChange={(typed) =>
          dispatch({ type: 'digits-typed', party: 'client', typed, maxDigits: CPF_DIGITS })
        }
        error={invalid === 'cpf'}
      />
    </PersonSection>
  );
});

type StudentProps = { student: Person; dispatch: Dispatch<CounterAction> };

export const StudentSection = memo(function StudentSection({ student, dispatch }: StudentProps) {
  const lookup = useLookup('student', student, findStudent, dispatch);
  const nameAlone = student.digits === '' && student.name.trim() !== '';

  return (
    <PersonSection
      title="ALUNO"
      party="student"
      person={student}
      lookup={lookup}
      warning={nameAlone && 'Sem a matrícula, a venda sai sem aluno.'}
      found="Aluno cadastrado."
      next="code"
      dispatch={dispatch}
    >
      <TextInput
        {...digitsField('student', student, lookup)}
        id="registration"
        label="Matrícula"
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_LENGTH.registration}
        onChange={({ currentTarget: { value: typed } }) =>
          dispatch({
            type: 'digits-typed',
            party: 'student',
            typed,
            maxDigits: MAX_LENGTH.registration,
          })
        }
        // Only leaving the field shows that a matrícula of another length is complete.
        onBlur={lookup.complete}
      />
    </PersonSection>
  );
});

const PARTIES = { client: 'cliente', student: 'aluno' };

function digitsField(party: Party, person: Person, { looking }: Lookup) {
  return {
    flex: '2 1 8.5rem',
    value: person.digits,
    onKeyDown: onEnter(`${party}-name`),
    'aria-describedby': `${party}-note`,
    rightSection: looking && <Loader size="xs" aria-label={`Procurando ${PARTIES[party]}`} />,
  };
}

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
function PersonSection(props: Props) {
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
          maxLength={MAX_LENGTH.personName}
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

const onEnter = (next: FieldId) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  focusField(next);
};

import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { CPF_DIGITS, hasValidCheckDigits, isHiddenCpf } from '@balcao/domain/cpf.ts';
import { Button, Flex, Group, Loader, TextInput } from '@mantine/core';
import type { Dispatch, KeyboardEvent } from 'react';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { type FieldId, focusField } from '../parts/counter-focus.ts';
import { GroupCard } from '../parts/counter-step.tsx';
import { StepNote } from '../parts/step-note.tsx';
import { useCounter } from '../sale/counter-context.ts';
import type { CounterAction, Party } from '../sale/counter-state.ts';
import { nameOnRecord, type Person } from '../sale/person.ts';
import { NameCorrection } from './name-correction.tsx';
import { type Offer, OfferButtons, offerOf, stranger, useOffers } from './offers.tsx';
import classes from './person-section.module.css';
import { useLookup } from './use-lookup.ts';

const PARTIES = {
  client: {
    title: 'CLIENTE',
    one: 'cliente',
    found: 'Cliente cadastrado.',
    id: 'cpf',
    next: 'registration',
    maxDigits: CPF_DIGITS,
    warning: ({ digits }: Person) =>
      digits.length === CPF_DIGITS &&
      !hasValidCheckDigits(digits) &&
      'Confira o CPF: os dígitos verificadores não batem.',
  },
  student: {
    title: 'ALUNO',
    one: 'aluno',
    found: 'Aluno cadastrado.',
    id: 'registration',
    next: 'code',
    maxDigits: MAX_LENGTH.registration,
    warning: ({ digits, name }: Person) =>
      digits === '' && name.trim() !== '' && 'Sem a matrícula, a venda sai sem aluno.',
  },
} as const;

type Props = {
  party: Party;
  person: Person;
  invalid?: string | undefined;
  dispatch: Dispatch<CounterAction>;
};

/** The fields of the client or the student, and below them the result of the look-up. */
export function PersonSection(props: Props) {
  const { party, person, invalid, dispatch } = props;
  const { title, one, found, id, next, maxDigits } = PARTIES[party];
  const lookup = useLookup(party, person, next, dispatch);
  const offers = useOffers(party);
  const isStrange = useCounter(stranger) && party === 'student';
  const warning = PARTIES[party].warning(person);
  const take = (offer: Offer) => {
    offers.take(offer);
    // Both are known now, and the button goes; left here, the next code would be added to the number.
    focusField('code');
  };
  const { registered } = person;
  const otherName = nameOnRecord(person);
  const canRename =
    otherName !== undefined && person.name.trim() !== '' && !isHiddenCpf(person.digits);
  const failed = lookup.outcome === 'failed';
  const offering = !warning && !isStrange && offers.list.length > 0;
  const note = (
    [
      [warning, 'look'],
      [isStrange && 'Este cliente nunca comprou para este aluno.', 'look'],
      [otherName && `A venda sairá no nome cadastrado: ${otherName}.`, 'look'],
      [otherName === '' && 'O cadastro está sem nome.', 'fact'],
      [registered && found, 'fact'],
      [failed && lookup.failure, 'refusal'],
      [lookup.outcome === 'unknown' && 'Será cadastrado com a venda.', 'look'],
      [offering && 'Pessoas de compras anteriores: tecle a letra.', 'fact'],
    ] as const
  ).flatMap(([text, rank]) => (text ? [{ text, rank }] : []))[0];
  // A known name needs no key, and a letter typed into it would change it.
  const known = registered?.name && otherName === undefined;
  // Most sales have no student.
  const noStudent = party === 'student' && person.digits === '';
  const goOn = (event: KeyboardEvent) => {
    onEnter(known || noStudent ? next : `${party}-name`)(event);
    lookup.passName(event.key === 'Enter');
  };
  const stay = () => lookup.passName(false);
  const digitsField = {
    id,
    className: classes.digits,
    value: person.digits,
    error: invalid === id,
    onKeyDown: (event: KeyboardEvent) => {
      const offer = offerOf(event, offers);
      if (!offer) return goOn(event);
      event.preventDefault();
      take(offer);
    },
    'aria-describedby': `${party}-note`,
    rightSection: lookup.looking && <Loader size="xs" aria-label={`Procurando ${one}`} />,
  };
  const type = (typed: string) => dispatch({ type: 'digits-typed', party, typed, maxDigits });

  return (
    <GroupCard title={title} flex="1 1 18rem">
      <Flex wrap="wrap" gap={8}>
        {party === 'client' ? (
          <CpfField {...digitsField} label="CPF" onChange={type} />
        ) : (
          <TextInput
            {...digitsField}
            label="Matrícula"
            inputMode="numeric"
            autoComplete="off"
            maxLength={maxDigits}
            onChange={(event) => type(event.currentTarget.value)}
            // Only leaving the field shows that a matrícula of another length is complete.
            onBlur={lookup.complete}
          />
        )}
        <TextInput
          id={`${party}-name`}
          label="Nome"
          maxLength={MAX_LENGTH.personName}
          autoComplete="off"
          value={person.name}
          onChange={(event) =>
            dispatch({ type: 'name-typed', party, name: event.currentTarget.value })
          }
          onKeyDown={(event) => {
            stay();
            onEnter(next)(event);
          }}
          onPointerDown={stay}
          onBlur={stay}
          error={invalid === `${party}-name`}
          flex="1 1 7.5rem"
        />
      </Flex>
      {/* Room for a line, so that nothing below moves. */}
      <Group gap={8} wrap="nowrap" mih={24} mt={4} fz="xs">
        <div
          id={`${party}-note`}
          role="status"
          // The buttons say it to those who see them, and need the room.
          className={offering ? 'visually-hidden' : undefined}
        >
          {note && <StepNote {...note} />}
        </div>
        {registered && canRename && (
          <NameCorrection
            party={party}
            person={{ ...person, registered }}
            next={next}
            dispatch={dispatch}
          />
        )}
        {offers.list.length > 0 && (
          <OfferButtons
            label={`${title} de compras anteriores`}
            offers={offers.list}
            onTake={take}
          />
        )}
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

import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { CPF_DIGITS, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { isOnCard } from '@balcao/domain/student-card.ts';
import { Flex, Group, Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { studentCardQuery } from '../../institution/institution.queries.ts';
import { type FieldId, focusField } from '../parts/counter-focus.ts';
import { GroupCard } from '../parts/counter-step.tsx';
import { type NoteAction, NoteButton, pressByKey } from '../parts/note-button.tsx';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import type { Party } from '../sale/counter-state.ts';
import { MAX_DIGITS, nameDoubt, nameOnRecord, type Person } from '../sale/person.ts';
import { useNameCorrection } from './name-correction.tsx';
import { newToFamily, type Offer, OfferButtons, offerOf, stranger, useOffers } from './offers.tsx';
import classes from './person-section.module.css';
import { useLookup } from './use-lookup.ts';

const PARTIES = {
  client: {
    title: 'CLIENTE',
    one: 'cliente',
    found: 'Cliente cadastrado.',
    id: 'cpf',
    next: 'registration',
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
    warning: ({ digits, name }: Person) =>
      digits === '' && name.trim() !== '' && 'Sem a matrícula, a venda sai sem aluno.',
  },
} as const;

/** The fields of the client or the student, and below them the result of the look-up. */
export function PersonSection({ party }: { party: Party }) {
  const dispatch = useDispatch();
  const person = useCounter(({ draft }) => draft[party]);
  const invalid = useCounter(({ obstacle }) => obstacle?.field);
  const { title, one, found, id, next } = PARTIES[party];
  const { digits, registered } = person;
  const lookup = useLookup(party, person, next);
  const offers = useOffers(party);
  const isStrange = useCounter(stranger) && party === 'student';
  const isNew = useCounter(newToFamily) && party === 'student';
  const correction = useNameCorrection(party, person, next);
  const { data: card } = useQuery({ ...studentCardQuery, select: (shop) => shop.card });
  // Enter in it stays: it may be one too many for the sale before, or one too early.
  const isPartOfCpf = party === 'client' && digits.length < CPF_DIGITS;
  const [enteredPart, setEnteredPart] = useState('');
  const cpfEnded = isPartOfCpf && digits !== '' && digits === enteredPart;
  const take = (found: Offer) => {
    dispatch({ type: 'person-chosen', party, digits: found.digits, found });
    // Both are known now, and the button goes; left here, the next code would be added to the number.
    focusField('code');
  };
  const warning = PARTIES[party].warning(person);
  const otherName = nameOnRecord(person);
  const { failed, unknown } = lookup;
  const isCard = card?.prefix && isOnCard(card, digits);
  const isCpf = party === 'student' && unknown && hasValidCheckDigits(digits) && !isCard;
  const offering = !warning && !isStrange && offers.length > 0;
  // A client without a name cannot buy.
  const doubt = party === 'client' && person.name.trim() === '' ? undefined : nameDoubt(person);
  const note = (
    [
      [cpfEnded && `CPF incompleto: ${digits.length} de ${CPF_DIGITS} dígitos.`, 'look'],
      [warning, 'look'],
      [(isStrange || isNew) && 'Este cliente nunca comprou para este aluno.', 'look'],
      [otherName && `A venda sairá no nome cadastrado: ${otherName}.`, 'look'],
      [registered && doubt && 'O cadastro está sem nome.', 'look'],
      [correction.corrected && 'Cadastro corrigido', 'fact'],
      [registered && found, 'fact'],
      [failed && lookup.failure, 'refusal'],
      [isCpf && 'Parece um CPF.', 'look'],
      [unknown && `Será cadastrado com a venda${doubt ? `, ${doubt}` : ''}.`, 'look'],
      [offering && 'Pessoas de compras anteriores: tecle a letra.', 'fact'],
    ] as const
  ).flatMap(([text, rank]) => (text ? [{ text, rank }] : []))[0];
  const moveToCpf = () => {
    dispatch({ type: 'digits-typed', party: 'student', typed: '' });
    // The digits of a hidden CPF would be taken out of the new one.
    dispatch({ type: 'digits-typed', party: 'client', typed: '' });
    dispatch({ type: 'digits-typed', party: 'client', typed: digits });
    focusField('cpf', 'end');
  };
  const lookUpAgain = !warning && failed && { label: 'Tentar de novo', onPress: lookup.retry };
  const move = isCpf && { label: 'Levar ao CPF', onPress: moveToCpf };
  const action: NoteAction | undefined = correction.action || move || lookUpAgain || undefined;
  // A known name needs no key, and a letter typed into it would change it.
  const known = registered?.name && otherName === undefined;
  // Most sales have no student.
  const noStudent = party === 'student' && digits === '';
  const goOn = (event: KeyboardEvent) => {
    if (isPartOfCpf && event.key === 'Enter') {
      event.preventDefault();
      return setEnteredPart(digits);
    }
    onEnter(known || noStudent ? next : `${party}-name`)(event);
    lookup.passName(event.key === 'Enter');
  };
  const stay = () => lookup.passName(false);
  const digitsField = {
    id,
    className: classes.digits,
    value: digits,
    error: invalid === id || cpfEnded,
    onKeyDown: (event: KeyboardEvent) => {
      const offer = offerOf(event, offers);
      if (!offer) return goOn(event);
      event.preventDefault();
      take(offer);
    },
    'aria-describedby': `${party}-note`,
    rightSection: lookup.looking && <Loader size="xs" aria-label={`Procurando ${one}`} />,
  };
  const type = (typed: string) => dispatch({ type: 'digits-typed', party, typed });

  return (
    <GroupCard title={title} flex="1 1 18rem">
      <Flex wrap="wrap" gap={8} onKeyDown={(event) => pressByKey(event, action)}>
        {party === 'client' ? (
          <CpfField {...digitsField} label="CPF" onChange={type} />
        ) : (
          <TextInput
            {...digitsField}
            label="Matrícula"
            inputMode="numeric"
            autoComplete="off"
            maxLength={MAX_DIGITS.student}
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
      <Group gap={8} wrap={isStrange || action ? 'wrap' : 'nowrap'} mih={24} mt={4} fz="xs">
        <div
          id={`${party}-note`}
          role="status"
          // The buttons say it to those who see them, and need the room.
          className={offering ? 'visually-hidden' : undefined}
        >
          {note && <Say {...note} />}
        </div>
        {/* Another button than before: an Enter too many would press it. */}
        {action && <NoteButton key={action.label} {...action} />}
        {correction.failed && (
          <Say rank="refusal" role="alert" text="O cadastro não foi corrigido." />
        )}
        {offers.length > 0 && (
          <OfferButtons label={`${title} de compras anteriores`} offers={offers} onTake={take} />
        )}
      </Group>
      {correction.dialog}
    </GroupCard>
  );
}

const onEnter = (next: FieldId) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  focusField(next);
};

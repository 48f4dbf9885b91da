import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { CPF_DIGITS, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { isOnCard } from '@balcao/domain/student-card.ts';
import { Flex, Group, Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { hearWord, useWords } from '../../../ui/fields/words.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { studentCardQuery } from '../../institution/institution.queries.ts';
import { useCounter, useCounterStore } from '../sale/counter-context.ts';
import type { Party } from '../sale/counter-state.ts';
import type { FieldId } from '../sale/focus.ts';
import { MAX_DIGITS, nameDoubt, nameOnRecord, type Person } from '../sale/person.ts';
import { GroupCard } from '../step/counter-step.tsx';
import { type NoteAction, NoteButton, pressByKey } from '../step/note-button.tsx';
import { useNameCorrection } from './name-correction.tsx';
import { type Offer, OfferButtons, offerOf, unbought, useOffers } from './offers.tsx';
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

/** `isCode`: whether a code begins so. */
type Props = { party: Party; isCode: (text: string) => boolean };

/** The fields of the client or the student, and below them the result of the look-up. */
export function PersonSection({ party, isCode }: Props) {
  const { read, dispatch, moveFocus } = useCounterStore();
  const person = useCounter(({ draft }) => draft[party]);
  const invalid = useCounter(({ obstacle }) => obstacle?.field);
  const { title, one, found, id, next } = PARTIES[party];
  const { digits, registered } = person;
  const lookup = useLookup(party, person, next);
  const offers = useOffers(party);
  const strange = useCounter(unbought) && party === 'student';
  const correction = useNameCorrection(party, person, next);
  const { data: card } = useQuery({ ...studentCardQuery, select: (shop) => shop.card });
  // Enter in it stays: it may be one too many for the sale before, or one too early.
  const isPartOfCpf = party === 'client' && digits.length < CPF_DIGITS;
  const [enteredPart, setEnteredPart] = useState('');
  const cpfEnded = isPartOfCpf && digits !== '' && digits === enteredPart;
  const take = (found: Offer) => {
    // Both are known now, and the button goes; left here, the next code would be added to the number.
    dispatch({ type: 'person-chosen', party, digits: found.digits, found }, 'code');
  };
  const onEnter = (to: FieldId) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    moveFocus(to);
  };
  const isInWord = useWords();
  const [namedAt, setNamedAt] = useState<string>();
  const takeByKey = (event: KeyboardEvent, offer: Offer) => {
    event.preventDefault();
    const { client, student } = read().draft;
    take(offer);
    // It may be the first letter of a name, and chose somebody else.
    const words = `A letra ${event.key.toUpperCase()} escolheu ${offer.name || offer.digits}.`;
    const undo = { words, parts: { client, student }, look: true } as const;
    hearWord(event, isCode, () => dispatch({ type: 'undo-offered', undo }));
  };
  const warning = PARTIES[party].warning(person);
  const otherName = nameOnRecord(person);
  const { failed, unknown } = lookup;
  const isCard = card?.prefix && isOnCard(card, digits);
  const isCpf = party === 'student' && unknown && hasValidCheckDigits(digits) && !isCard;
  const named = namedAt === digits;
  const offering = !named && !warning && !strange && offers.length > 0;
  // A client without a name cannot buy.
  const doubt = party === 'client' && person.name.trim() === '' ? undefined : nameDoubt(person);
  const note = (
    [
      [cpfEnded && `CPF incompleto: ${digits.length} de ${CPF_DIGITS} dígitos.`, 'look'],
      [named && `Nomes se escrevem em Nome${offers[0] ? ': aqui, tecle só a letra' : ''}.`, 'fact'],
      [warning, 'look'],
      [strange && 'Este cliente nunca comprou para este aluno.', 'look'],
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
    const end = { to: ['cpf'], caret: 'end' } as const;
    dispatch({ type: 'digits-typed', party: 'client', typed: digits }, end);
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
      if (isInWord(event, offer !== undefined)) return setNamedAt(digits);
      if (offer) takeByKey(event, offer);
      else goOn(event);
    },
    'aria-describedby': `${party}-note`,
    rightSection: lookup.looking && <Loader size="xs" aria-label={`Procurando ${one}`} />,
  };
  const type = (typed: string) => dispatch({ type: 'digits-typed', party, typed });

  return (
    <GroupCard title={title} flex="1 1 18rem" onBlur={() => setNamedAt(undefined)}>
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
      <Group gap={8} wrap={strange || action || named ? 'wrap' : 'nowrap'} mih={24} mt={4} fz="xs">
        <Say
          id={`${party}-note`}
          rank={note?.rank ?? 'fact'}
          role="status"
          // The buttons say it to those who see them, and need the room.
          className={offering ? 'visually-hidden' : undefined}
        >
          {note?.text}
        </Say>
        {/* Another button than before: an Enter too many would press it. */}
        {action && <NoteButton key={action.label} {...action} />}
        {correction.failed && <Say rank="refusal">O cadastro não foi corrigido.</Say>}
        {offers.length > 0 && (
          <OfferButtons label={`${title} de compras anteriores`} offers={offers} onTake={take} />
        )}
      </Group>
      {correction.dialog}
    </GroupCard>
  );
}

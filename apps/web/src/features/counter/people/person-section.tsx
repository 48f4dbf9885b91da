import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import { Button, Flex, Group, Loader, Text, TextInput } from '@mantine/core';
import type { Dispatch, KeyboardEvent, ReactNode } from 'react';
import { type FieldId, focusField } from '../parts/counter-focus.ts';
import { GroupCard } from '../parts/group-card.tsx';
import type { CounterAction, Party } from '../sale/counter-state.ts';
import { nameOnRecord, type Person, type Registered } from '../sale/person.ts';
import { NameCorrection } from './name-correction.tsx';
import { OfferButtons } from './offer-buttons.tsx';
import type { Lookup } from './use-lookup.ts';
import { type Offers, offerOf } from './use-offers.ts';

const PARTIES = { client: 'cliente', student: 'aluno' };

/** The properties of the field for a CPF or a matrícula. */
export function digitsField(
  party: Party,
  person: Person,
  { looking }: Lookup,
  offers: Offers,
  next: FieldId,
) {
  // A known name needs no key, and a letter typed into it would change it.
  const known = person.registered?.name && nameOnRecord(person) === undefined;
  const goOn = onEnter(known ? next : `${party}-name`);
  return {
    flex: '1 1 8.5rem',
    value: person.digits,
    onKeyDown: (event: KeyboardEvent) => {
      const offer = offerOf(event, offers);
      if (!offer) return goOn(event);
      event.preventDefault();
      offers.take(offer);
      // Where a click on the offer leads too: left here, the next code would be added to the number.
      focusField('code');
    },
    'aria-describedby': `${party}-note`,
    rightSection: looking && <Loader size="xs" aria-label={`Procurando ${PARTIES[party]}`} />,
  };
}

type Props = {
  title: string;
  party: Party;
  person: Person;
  lookup: Lookup;
  /** People of earlier sales. */
  offers: Offers;
  /** Replaces the result of the look-up. */
  warning: string | false;
  /** Shown when the registered name is the one on the screen. */
  found: string;
  nameInvalid?: boolean;
  rename: (id: number, digits: string, name: string) => Promise<Registered>;
  /** The field that Enter in the name leads to. */
  next: FieldId;
  dispatch: Dispatch<CounterAction>;
  /** The field of the digits. */
  children: ReactNode;
};

/** The fields of the client or the student, and below them the result of the look-up. */
export function PersonSection(props: Props) {
  const { title, party, person, lookup, offers, warning, found, next, dispatch, children } = props;
  const { registered } = person;
  const otherName = nameOnRecord(person);
  const canRename =
    otherName !== undefined && person.name.trim() !== '' && !isHiddenCpf(person.digits);
  const failed = lookup.outcome === 'failed';
  const offering = !warning && offers.list.length > 0;
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
          error={props.nameInvalid}
          flex="9 1 7.5rem"
        />
      </Flex>
      {/* Room for a line, so that nothing below moves. */}
      <Group gap={8} wrap="nowrap" mih="1.4em" mt={6} fz="xs">
        <Text
          id={`${party}-note`}
          role="status"
          // The buttons say it to those who see them, and need the room.
          className={offering ? 'visually-hidden' : undefined}
          size="xs"
          c={alarming ? 'red' : 'dimmed'}
          {...(alarming && { fw: 600 })}
        >
          {warning ||
            (otherName && `A venda sairá no nome cadastrado: ${otherName}.`) ||
            (otherName === '' && 'O cadastro está sem nome.') ||
            (registered && found) ||
            (failed && lookup.failure) ||
            (lookup.outcome === 'unknown' && 'Será cadastrado com a venda.') ||
            (offering && 'Pessoas de compras anteriores: tecle a letra.')}
        </Text>
        {registered && canRename && (
          <NameCorrection
            party={party}
            person={{ ...person, registered }}
            rename={props.rename}
            next={next}
            dispatch={dispatch}
          />
        )}
        {offers.list.length > 0 && (
          <OfferButtons
            label={`${title} de compras anteriores`}
            offers={offers.list}
            onTake={(offer) => {
              offers.take(offer);
              // Both are known now, and the button goes.
              focusField('code');
            }}
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

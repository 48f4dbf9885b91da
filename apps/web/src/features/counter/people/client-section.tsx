import { hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { Loader, TextInput } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { findClient } from '../../clients/clients.queries.ts';
import { onEnter, useCounterFocus } from '../panel/counter-focus.tsx';
import { GroupCard } from '../panel/group-card.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import { type Buyer, LOOKUP_DIGITS } from '../sale/person.ts';
import { PersonNote } from './person-note.tsx';
import classes from './person-section.module.css';
import { useLookup } from './use-lookup.ts';

type Props = { client: Buyer; invalid: string | undefined; dispatch: Dispatch<CounterAction> };

export const ClientSection = memo(function ClientSection({ client, invalid, dispatch }: Props) {
  const { field, focus } = useCounterFocus();
  const lookup = useLookup(client, findClient, (digits, found, keepName) =>
    dispatch({ type: 'person-found', who: 'client', digits, found, keepName }),
  );
  const complete = client.digits.length === LOOKUP_DIGITS;
  const doubtful = complete && !hasValidCheckDigits(client.digits);

  return (
    <GroupCard title="CLIENTE">
      <div className={classes.fields}>
        <CpfField
          ref={field('cpf')}
          label="CPF"
          value={client.digits}
          onChange={(typed) =>
            dispatch({ type: 'digits-typed', who: 'client', typed, maxDigits: LOOKUP_DIGITS })
          }
          onKeyDown={onEnter(() => focus('client-name'))}
          error={invalid === 'cpf'}
          aria-describedby="client-note"
          rightSection={lookup.looking && <Loader size="xs" aria-label="Procurando cliente" />}
        />
        <TextInput
          ref={field('client-name')}
          label="Nome"
          maxLength={200}
          autoComplete="off"
          value={client.name}
          onChange={(event) =>
            dispatch({ type: 'name-typed', who: 'client', name: event.currentTarget.value })
          }
          onKeyDown={onEnter(() => focus('registration'))}
          error={invalid === 'client-name'}
        />
      </div>
      <PersonNote
        id="client-note"
        person={client}
        lookup={lookup}
        warning={doubtful && 'Confira o CPF: os dígitos verificadores não batem.'}
        known="Cliente cadastrado."
      />
    </GroupCard>
  );
});

import { hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { Loader, TextInput } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { CpfField } from '../../ui/cpf-field.tsx';
import { findClient } from '../clients/clients.queries.ts';
import { type Buyer, LOOKUP_DIGITS, nameOnRecord } from './buyer.ts';
import { onEnter, useCounterFocus } from './counter-focus.tsx';
import type { CounterAction } from './counter-state.ts';
import { GroupCard } from './group-card.tsx';
import classes from './person-section.module.css';
import { useLookup } from './use-lookup.ts';

type Props = { client: Buyer; invalid: string | undefined; dispatch: Dispatch<CounterAction> };

export const ClientSection = memo(function ClientSection({ client, invalid, dispatch }: Props) {
  const { field, focus } = useCounterFocus();
  const looking = useLookup(client, findClient, (digits, found, keepName) =>
    dispatch({ type: 'person-found', who: 'client', digits, found, keepName }),
  );
  const complete = client.digits.length === LOOKUP_DIGITS;
  const doubtful = complete && !hasValidCheckDigits(client.digits);
  const registered = nameOnRecord(client);

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
          rightSection={looking && <Loader size="xs" aria-label="Procurando cliente" />}
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
      <p
        id="client-note"
        role="status"
        className={classes.note}
        data-warning={doubtful || undefined}
      >
        {doubtful && 'Confira o CPF: os dígitos verificadores não batem.'}
        {!doubtful &&
          registered !== undefined &&
          `A venda sairá no nome cadastrado: ${registered}.`}
        {!doubtful && registered === undefined && client.registered && 'Cliente cadastrado.'}
        {!doubtful && complete && !looking && !client.registered && 'Será cadastrado com a venda.'}
      </p>
    </GroupCard>
  );
});

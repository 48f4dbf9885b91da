import { CPF_DIGITS, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { Loader } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { findClient } from '../../clients/clients.queries.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Person } from '../sale/person.ts';
import { onEnter, PersonSection } from './person-section.tsx';
import { useLookup } from './use-lookup.ts';

type Props = { client: Person; invalid: string | undefined; dispatch: Dispatch<CounterAction> };

export const ClientSection = memo(function ClientSection({ client, invalid, dispatch }: Props) {
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
        id="cpf"
        label="CPF"
        flex="2 1 8.5rem"
        value={client.digits}
        onChange={(typed) =>
          dispatch({ type: 'digits-typed', party: 'client', typed, maxDigits: CPF_DIGITS })
        }
        onKeyDown={onEnter('client-name')}
        error={invalid === 'cpf'}
        aria-describedby="client-note"
        rightSection={lookup.looking && <Loader size="xs" aria-label="Procurando cliente" />}
      />
    </PersonSection>
  );
});

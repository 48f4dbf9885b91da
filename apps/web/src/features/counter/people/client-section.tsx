import { CPF_DIGITS, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { type Dispatch, memo } from 'react';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { findClient, renameClient } from '../../clients/clients.queries.ts';
import { findClientsOfStudent } from '../../students/students.queries.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Person } from '../sale/person.ts';
import { digitsField, PersonSection } from './person-section.tsx';
import { useLookup } from './use-lookup.ts';
import { useOffers } from './use-offers.ts';

type Props = {
  client: Person;
  /** The matrícula of a registered student; '' for none. */
  studentFound: string;
  invalid: string | undefined;
  dispatch: Dispatch<CounterAction>;
};

export const ClientSection = memo(function ClientSection(props: Props) {
  const { client, studentFound, invalid, dispatch } = props;
  const lookup = useLookup('client', client, findClient, dispatch);
  const offers = useOffers('client', client, studentFound, offered, dispatch);
  const complete = client.digits.length === CPF_DIGITS;
  const doubtful = complete && !hasValidCheckDigits(client.digits);

  return (
    <PersonSection
      title="CLIENTE"
      party="client"
      person={client}
      lookup={lookup}
      offers={offers}
      rename={renameClient}
      warning={doubtful && 'Confira o CPF: os dígitos verificadores não batem.'}
      found="Cliente cadastrado."
      nameInvalid={invalid === 'client-name'}
      next="registration"
      dispatch={dispatch}
    >
      <CpfField
        {...digitsField('client', client, lookup, offers, 'registration')}
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

const offered = async (registration: string, signal: AbortSignal) =>
  (await findClientsOfStudent(registration, signal)).map(({ cpf, ...client }) => ({
    ...client,
    digits: cpf,
  }));

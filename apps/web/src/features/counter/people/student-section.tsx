import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { TextInput } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { findStudentsOfClient } from '../../clients/clients.queries.ts';
import { findStudent, renameStudent } from '../../students/students.queries.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Person } from '../sale/person.ts';
import { digitsField, PersonSection } from './person-section.tsx';
import { useLookup } from './use-lookup.ts';
import { useOffers } from './use-offers.ts';

type Props = {
  student: Person;
  /** The CPF of a registered client; '' for none. */
  clientFound: string;
  dispatch: Dispatch<CounterAction>;
};

export const StudentSection = memo(function StudentSection(props: Props) {
  const { student, clientFound, dispatch } = props;
  const lookup = useLookup('student', student, findStudent, dispatch);
  const offers = useOffers('student', student, clientFound, offered, dispatch);
  const nameAlone = student.digits === '' && student.name.trim() !== '';

  return (
    <PersonSection
      title="ALUNO"
      party="student"
      person={student}
      lookup={lookup}
      offers={offers}
      rename={renameStudent}
      warning={nameAlone && 'Sem a matrícula, a venda sai sem aluno.'}
      found="Aluno cadastrado."
      next="code"
      dispatch={dispatch}
    >
      <TextInput
        {...digitsField('student', student, lookup, offers, 'code')}
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

const offered = async (cpf: string, signal: AbortSignal) =>
  (await findStudentsOfClient(cpf, signal)).map(({ registration, ...student }) => ({
    ...student,
    digits: registration,
  }));

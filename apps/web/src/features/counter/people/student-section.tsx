import { Loader, TextInput } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { findStudent } from '../../students/students.queries.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Person } from '../sale/person.ts';
import { onEnter, PersonSection } from './person-section.tsx';
import { useLookup } from './use-lookup.ts';

const MAX_REGISTRATION = 15;

type Props = { student: Person; dispatch: Dispatch<CounterAction> };

export const StudentSection = memo(function StudentSection({ student, dispatch }: Props) {
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
        id="registration"
        label="Matrícula"
        flex="2 1 8.5rem"
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_REGISTRATION}
        value={student.digits}
        onChange={({ currentTarget: { value: typed } }) =>
          dispatch({ type: 'digits-typed', party: 'student', typed, maxDigits: MAX_REGISTRATION })
        }
        onKeyDown={onEnter('student-name')}
        // Only leaving the field shows that a matrícula of another length is complete.
        onBlur={lookup.complete}
        aria-describedby="student-note"
        rightSection={lookup.looking && <Loader size="xs" aria-label="Procurando aluno" />}
      />
    </PersonSection>
  );
});

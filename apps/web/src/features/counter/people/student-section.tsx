import { Loader, TextInput } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { findStudent } from '../../students/students.queries.ts';
import { onEnter, useCounterFocus } from '../panel/counter-focus.tsx';
import { GroupCard } from '../panel/group-card.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Buyer } from '../sale/person.ts';
import { PersonNote } from './person-note.tsx';
import classes from './person-section.module.css';
import { useLookup } from './use-lookup.ts';

const MAX_REGISTRATION = 15;

type Props = { student: Buyer; dispatch: Dispatch<CounterAction> };

export const StudentSection = memo(function StudentSection({ student, dispatch }: Props) {
  const { field, focus } = useCounterFocus();
  const lookup = useLookup(student, findStudent, (digits, found, keepName) =>
    dispatch({ type: 'person-found', who: 'student', digits, found, keepName }),
  );
  const nameAlone = student.digits === '' && student.name.trim() !== '';

  return (
    <GroupCard title="ALUNO">
      <div className={classes.fields}>
        <TextInput
          ref={field('registration')}
          label="Matrícula"
          inputMode="numeric"
          autoComplete="off"
          maxLength={MAX_REGISTRATION}
          value={student.digits}
          onChange={(event) =>
            dispatch({
              type: 'digits-typed',
              who: 'student',
              typed: event.currentTarget.value,
              maxDigits: MAX_REGISTRATION,
            })
          }
          onKeyDown={onEnter(() => focus('student-name'))}
          // A matrícula of another length has no end that could be seen while it is typed.
          onBlur={lookup.complete}
          aria-describedby="student-note"
          rightSection={lookup.looking && <Loader size="xs" aria-label="Procurando aluno" />}
        />
        <TextInput
          ref={field('student-name')}
          label="Nome"
          maxLength={200}
          autoComplete="off"
          value={student.name}
          onChange={(event) =>
            dispatch({ type: 'name-typed', who: 'student', name: event.currentTarget.value })
          }
          onKeyDown={onEnter(() => focus('code'))}
        />
      </div>
      <PersonNote
        id="student-note"
        person={student}
        lookup={lookup}
        warning={nameAlone && 'Sem a matrícula, a venda sai sem aluno.'}
        known="Aluno cadastrado."
      />
    </GroupCard>
  );
});

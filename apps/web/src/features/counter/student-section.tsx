import { Loader, TextInput } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { findStudent } from '../students/students.queries.ts';
import { type Buyer, nameOnRecord } from './buyer.ts';
import { onEnter, useCounterFocus } from './counter-focus.tsx';
import type { CounterAction } from './counter-state.ts';
import { GroupCard } from './group-card.tsx';
import classes from './person-section.module.css';
import { useLookup } from './use-lookup.ts';

const MAX_REGISTRATION = 15;

type Props = { student: Buyer; dispatch: Dispatch<CounterAction> };

export const StudentSection = memo(function StudentSection({ student, dispatch }: Props) {
  const { field, focus } = useCounterFocus();
  const looking = useLookup(student, findStudent, (digits, found, keepName) =>
    dispatch({ type: 'person-found', who: 'student', digits, found, keepName }),
  );
  const registered = nameOnRecord(student);
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
          aria-describedby="student-note"
          rightSection={looking && <Loader size="xs" aria-label="Procurando aluno" />}
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
      <p
        id="student-note"
        role="status"
        className={classes.note}
        data-warning={nameAlone || undefined}
      >
        {nameAlone && 'Sem a matrícula, a venda sai sem aluno.'}
        {registered !== undefined && `A venda sairá no nome cadastrado: ${registered}.`}
        {registered === undefined && student.registered && 'Aluno cadastrado.'}
      </p>
    </GroupCard>
  );
});

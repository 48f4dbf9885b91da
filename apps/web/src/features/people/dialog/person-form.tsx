import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { PersonDetails } from '@balcao/contract/people/people.ts';
import { CPF_DIGITS, digitsOf, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { savedOrShownAgain } from '../../../api/saved-or-shown-again.ts';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { useTyped } from '../../../ui/fields/use-typed.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { callsOf, PEOPLE_KEY } from '../people.queries.ts';
import { wordsOf } from '../people-words.ts';
import type { PartProps } from './part.ts';

type Props = PartProps & {
  /** Somebody else has the number: it may be the same person. */
  onTaken: (number: string) => void;
};

const WORDS = { done: 'Cadastro corrigido!', failed: 'Erro ao corrigir o cadastro.' };

/** Name and number, for sales to come; a student's class. */
export function PersonForm({ kind, person, change, onTaken }: Props) {
  const { number: numberLabel } = wordsOf[kind];
  const queries = useQueryClient();
  const saved = { name: person.name, number: person.number, class: person.class };
  const {
    input: { name, number, class: ofClass },
    typed,
    isBack,
    change: type,
    forget,
  } = useTyped({
    form: `${kind}:${person.id}`,
    saved,
  });
  const saveButton = useRef<HTMLButtonElement>(null);
  const { refusal } = change;
  const errorAt = (field: string) => refusal?.field === field && refusal.reason;
  const doubtful =
    kind === 'client' && number.length === CPF_DIGITS && !hasValidCheckDigits(number);

  const submit = (form: HTMLFormElement) => {
    void change.run(
      async () => {
        const fields = (of: typeof saved) => ({
          ...{ number: of.number, name: of.name },
          ...(kind === 'student' && { class: of.class }),
        });
        const sent = fields({ number, name, class: ofClass });
        await savedOrShownAgain(queries, [...PEOPLE_KEY, kind, 'one', person.id], async () => {
          const corrected = await callsOf[kind].correct(person.id, sent, fields(saved));
          return (before: PersonDetails | undefined) => before && { ...before, ...corrected };
        });
      },
      WORDS,
      { form, onDone: forget },
    );
  };
  const giveUp = () => {
    saveButton.current?.focus();
    change.forgetRefusal();
    forget();
  };
  const numberField = { name: 'number', label: numberLabel, value: number };

  return (
    <Form onSubmit={submit} aria-label="Cadastro">
      <Stack gap="sm">
        <Group gap="sm" align="start" inert={change.isPending}>
          {kind === 'client' ? (
            <CpfField
              {...numberField}
              error={errorAt('number')}
              w="11rem"
              onChange={(typed) => type({ number: typed.slice(0, CPF_DIGITS) })}
            />
          ) : (
            <TextInput
              {...numberField}
              error={errorAt('number')}
              w="11rem"
              inputMode="numeric"
              autoComplete="off"
              maxLength={MAX_LENGTH.registration}
              onChange={(event) => type({ number: digitsOf(event.currentTarget.value) })}
            />
          )}
          <TextInput
            name="name"
            label="Nome"
            flex="1 1 14rem"
            autoComplete="off"
            maxLength={MAX_LENGTH.personName}
            value={name}
            error={errorAt('name')}
            onChange={(event) => type({ name: event.currentTarget.value })}
          />
          {kind === 'student' && (
            <TextInput
              name="class"
              label="Turma"
              w="9rem"
              autoComplete="off"
              maxLength={MAX_LENGTH.class}
              value={ofClass}
              error={errorAt('class')}
              onChange={(event) => type({ class: event.currentTarget.value })}
            />
          )}
        </Group>
        {doubtful && (
          <Say rank="look" place="field">
            Confira o CPF: os dígitos verificadores não batem.
          </Say>
        )}
        <Group justify="space-between" gap="xs">
          <Say rank="fact" place="field" flex="1 1 14rem">
            {isBack
              ? 'O que você tinha digitado e não foi salvo está de volta.'
              : 'Vale para as próximas vendas. Recibos já feitos ficam como estão.'}
          </Say>
          {refusal?.code === 'number_taken' && (
            <Button variant="default" onClick={() => onTaken(number)}>
              Unir os dois cadastros
            </Button>
          )}
          {typed && (
            <Button variant="default" onClick={giveUp}>
              Descartar
            </Button>
          )}
          <Button type="submit" loading={change.isPending} ref={saveButton}>
            Salvar
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { PersonDetails } from '@balcao/contract/people/people.ts';
import { CPF_DIGITS, digitsOf, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { savedOrShownAgain } from '../../../api/saved-or-shown-again.ts';
import { CpfField } from '../../../ui/fields/cpf-field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
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
  const fields = useFields(saved, {}, { form: `${kind}:${person.id}` });
  const { number } = fields.values;
  const saveButton = useRef<HTMLButtonElement>(null);
  const { refusal } = change;
  const doubtful =
    kind === 'client' && number.length === CPF_DIGITS && !hasValidCheckDigits(number);

  const submit = async (form: HTMLFormElement) => {
    const bodyOf = ({ class: ofClass, ...of }: typeof saved) =>
      kind === 'student' ? { ...of, class: ofClass } : of;
    const correct = () =>
      savedOrShownAgain(queries, [...PEOPLE_KEY, kind, 'one', person.id], async () => {
        const sent = bodyOf(fields.values);
        const corrected = await callsOf[kind].correct(person.id, sent, bodyOf(saved));
        return (before: PersonDetails | undefined) => before && { ...before, ...corrected };
      });
    const end = await change.run(correct, WORDS, { form, onDone: fields.forget });
    fields.refuse(end?.refusal);
  };
  const giveUp = () => {
    saveButton.current?.focus();
    change.forgetRefusal();
    fields.forget();
  };
  const numberField = { ...fields.text('number'), label: numberLabel, w: '11rem' };

  return (
    <Form onSubmit={(form) => void submit(form)} aria-label="Cadastro">
      <Stack gap="sm">
        <Group gap="sm" align="start" inert={change.isPending}>
          {kind === 'client' ? (
            <CpfField
              {...numberField}
              onChange={(typed) => fields.change({ number: typed.slice(0, CPF_DIGITS) })}
            />
          ) : (
            <TextInput
              {...numberField}
              inputMode="numeric"
              maxLength={MAX_LENGTH.registration}
              onChange={(event) => fields.change({ number: digitsOf(event.currentTarget.value) })}
            />
          )}
          <TextInput
            {...fields.text('name')}
            label="Nome"
            flex="1 1 14rem"
            maxLength={MAX_LENGTH.personName}
          />
          {kind === 'student' && (
            <TextInput
              {...fields.text('class')}
              label="Turma"
              w="9rem"
              maxLength={MAX_LENGTH.class}
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
            {fields.isBack
              ? 'O que você tinha digitado e não foi salvo está de volta.'
              : 'Vale para as próximas vendas. Recibos já feitos ficam como estão.'}
          </Say>
          {refusal?.code === 'number_taken' && (
            <Button variant="default" onClick={() => onTaken(number)}>
              Unir os dois cadastros
            </Button>
          )}
          {fields.typed && (
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

import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import type { Party } from '../sale/counter-state.ts';
import type { Person } from '../sale/person.ts';
import type { Obstacle } from '../sale/sale-checks.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';

type Props = {
  /** Empty while the dialog is closed. */
  questions: readonly NameQuestion[];
  onFinish: () => void;
  onBack: (first: NameQuestion) => void;
  onClose: () => void;
};

/** Asks about new people without a name, or with one of digits: it may belong into another field. */
export function NameDialog({ questions, onFinish, onBack, onClose }: Props) {
  const [first] = questions;
  // A closed Modal would still render at every key press on the page.
  if (!first) return null;
  const nameless = questions.every(({ name }) => name === '');
  return (
    <ConfirmDialog
      opened
      confirmLabel={nameless ? 'Finalizar sem nome' : 'Finalizar assim'}
      onConfirm={onFinish}
      onCancel={() => onBack(first)}
      onClose={onClose}
    >
      {questions.map((question) => (
        <Text key={question.party}>
          <Words {...question} />
        </Text>
      ))}
      <Text>Finalizar mesmo assim?</Text>
      <Text mt="xs" c="dimmed">
        Cancelar volta ao pedido, para escrever o nome ou corrigir o número.
      </Text>
    </ConfirmDialog>
  );
}

function Words({ party, digits, name }: NameQuestion) {
  if (name === '') {
    return (
      <>
        O aluno da matrícula <strong>{digits}</strong> está sem nome, e pode ainda não ter cadastro.
      </>
    );
  }
  return (
    <>
      O nome do {party === 'client' ? 'cliente' : 'aluno'} é <strong>{name}</strong>, só números.
    </>
  );
}

/** Somebody whom the sale would register without a name, or with one of digits, such as a product's code. */
export type NameQuestion = {
  readonly party: Party;
  readonly digits: string;
  /** '' for none. */
  readonly name: string;
  /** Where the seller corrects it. */
  readonly obstacle: Obstacle;
};

/** The names to ask about before the sale is made: they cannot be corrected on its receipt. */
export function nameQuestions({ client, student }: Pick<SaleDraft, 'client' | 'student'>) {
  const questions: NameQuestion[] = [];
  if (isNew(client) && isOfDigits(client.name)) {
    const message = 'Confira o nome do cliente.';
    const obstacle = { message, field: 'client-name' } as const;
    questions.push({ party: 'client', digits: client.digits, name: client.name.trim(), obstacle });
  }
  const name = student.name.trim();
  if (isNew(student) && (name === '' || isOfDigits(name))) {
    const message = name
      ? 'Confira o nome do aluno.'
      : 'Escreva o nome do aluno, ou apague a matrícula.';
    const obstacle = { message, field: 'student-name' } as const;
    questions.push({ party: 'student', digits: student.digits, name, obstacle });
  }
  return questions;
}

const isNew = ({ digits, registered }: Person) => digits !== '' && registered === null;

const isOfDigits = (name: string) => /\d/.test(name) && !/\p{L}/u.test(name);

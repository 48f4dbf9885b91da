import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import type { NameQuestion } from '../sale/name-questions.ts';

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

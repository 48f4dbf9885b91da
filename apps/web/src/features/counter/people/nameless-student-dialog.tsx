import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

type Props = {
  /** The matrícula; undefined while the dialog is closed. */
  registration: string | undefined;
  onFinish: () => void;
  onBack: () => void;
  onClose: () => void;
};

/** Asks about a new student without a name: it cannot be added later, and the matrícula may be mistyped. */
export function NamelessStudentDialog({ registration, onFinish, onBack, onClose }: Props) {
  // A closed Modal would still render at every key press on the page.
  if (registration === undefined) return null;
  return (
    <ConfirmDialog
      opened
      confirmLabel="Finalizar sem nome"
      onConfirm={onFinish}
      onCancel={onBack}
      onClose={onClose}
    >
      <Text>
        O aluno da matrícula <strong>{registration}</strong> está sem nome, e pode ainda não ter
        cadastro. Finalizar mesmo assim?
      </Text>
      <Text mt="xs" c="dimmed">
        Cancelar volta ao pedido, para escrever o nome ou corrigir a matrícula.
      </Text>
    </ConfirmDialog>
  );
}

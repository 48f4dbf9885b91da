import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

type Props = {
  /** The matrícula; undefined: nothing is asked. */
  registration: string | undefined;
  onFinish: () => void;
  onBack: () => void;
  onClose: () => void;
};

/** Nobody can correct a student once registered: without a name it may be a slip of the hand. */
export function NamelessStudentDialog({ registration, onFinish, onBack, onClose }: Props) {
  // Not even a closed dialog: it would be drawn at each key that is pressed on the page.
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

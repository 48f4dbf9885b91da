import {
  ActionIcon,
  Box,
  Button,
  Group,
  Loader,
  ModalBody,
  ModalContent,
  ModalHeader,
  ModalOverlay,
  ModalTitle,
  Stack,
  Text,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { ResultBar } from '../messages/result-bar.tsx';
import { ModalRoot } from '../modal.tsx';
import type { EditDialogState } from './use-edit-dialog.ts';

type Props<Row extends { id: number }> = {
  editor: EditDialogState<Row>;
  title: string;
  notRestored: string | undefined;
  onSave: (form: FormData) => void;
  onDelete: (row: Row) => void;
  /** Shown at the left of the buttons. */
  actions: ReactNode;
  children: ReactNode;
};

/** A form in a dialog, which shows the outcome of a save and then closes. */
export function EditDialog<Row extends { id: number }>(props: Props<Row>) {
  const { editor, title, notRestored, onSave, onDelete, actions, children } = props;
  const { row, isSaving, outcome, refusal } = editor;
  const saveButton = useRef<HTMLButtonElement>(null);
  const busy = isSaving || outcome !== null;

  const store = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    // A money field rewrites its text after this event.
    queueMicrotask(() => editor.store(new FormData(form)));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    // The fields become inert, which would lose the focus.
    saveButton.current?.focus();
    onSave(new FormData(event.currentTarget));
  };

  return (
    <ModalRoot opened={editor.isOpen} onClose={editor.close}>
      <ModalOverlay />
      <ModalContent>
        <ModalHeader role="presentation" py={12}>
          {/* The specification has titles with two spaces. */}
          <ModalTitle fz="lg" fw={650} style={{ whiteSpace: 'pre-wrap' }}>
            {title}
          </ModalTitle>
          {row && (
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label="Excluir"
              style={{ visibility: busy ? 'hidden' : undefined }}
              onClick={() => onDelete(row)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          )}
        </ModalHeader>
        <ModalBody>
          <form onSubmit={submit} onInput={store}>
            <Stack gap="sm" inert={busy}>
              {children}
            </Stack>
            {/* The space is always there, so that the buttons do not move. */}
            <Box mih={44} my="sm" display="grid" style={{ alignItems: 'center' }}>
              {isSaving && (
                <Group role="status" justify="center" gap="xs" c="dimmed">
                  <Loader size="sm" aria-hidden /> Salvando…
                </Group>
              )}
              {editor.unsaved && !busy && (
                <Text role="status" inherit fz="sm" c="dimmed">
                  O que você tinha digitado e não foi salvo está de volta. {notRestored}
                </Text>
              )}
              {outcome && <ResultBar outcome={outcome} onEnd={editor.close} />}
            </Box>
            {refusal && refusal.field === undefined && <p>{refusal.reason}</p>}
            <Group justify="flex-end" gap="xs">
              <Box flex="1 0 auto" inert={busy}>
                {actions}
              </Box>
              <Group gap="xs" wrap="nowrap">
                <Button color="red" variant="outline" onClick={editor.close}>
                  Cancelar
                </Button>
                <Button
                  ref={saveButton}
                  type="submit"
                  aria-disabled={busy}
                  {...(busy && { 'data-disabled': true })}
                >
                  Salvar
                </Button>
              </Group>
            </Group>
          </form>
        </ModalBody>
      </ModalContent>
    </ModalRoot>
  );
}

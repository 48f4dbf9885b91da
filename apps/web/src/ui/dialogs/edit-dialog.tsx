import { ActionIcon, Button, Loader, Modal } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import type { Outcome } from '../messages/outcome.ts';
import { ResultBar } from '../messages/result-bar.tsx';
import classes from './edit-dialog.module.css';

type Props = {
  opened: boolean;
  title: string;
  saving: boolean;
  outcome: Outcome | null;
  /** Something that asks is open over it, and takes Escape for itself. */
  covered: boolean;
  onSave: (form: FormData) => void;
  onType: (form: FormData) => void;
  /** The fields show what was typed before, and not what is saved. */
  restored: boolean;
  /** Why the last save was refused, where that is at no field. */
  reason: string | undefined;
  onClose: () => void;
  /** Only where there is something to delete. */
  onDelete?: (() => void) | undefined;
  /** Stands at the left of the buttons. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A form in a dialog: saves, says what became of it, and closes. */
export function EditDialog(props: Props) {
  const { opened, title, saving, outcome, covered, onSave, onClose, onDelete, actions } = props;
  const { onType, restored, reason } = props;
  const saveButton = useRef<HTMLButtonElement>(null);
  const busy = saving || outcome !== null;

  const type = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    // After the fields have had their say, which comes after this: an amount is not what was typed.
    queueMicrotask(() => onType(new FormData(form)));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    // The fields go out of reach; the focus must not be lost with them.
    saveButton.current?.focus();
    onSave(new FormData(event.currentTarget));
  };

  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={!covered}
      centered
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="presentation" className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {onDelete && (
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label="Excluir"
              className={classes.delete}
              data-busy={busy || undefined}
              onClick={onDelete}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          )}
        </Modal.Header>
        <Modal.Body>
          <form onSubmit={submit} onInput={type}>
            <div className={classes.fields} inert={busy}>
              {props.children}
            </div>
            <div className={classes.result}>
              {saving && (
                <span role="status" className={classes.saving}>
                  <Loader size="sm" aria-hidden /> Salvando…
                </span>
              )}
              {restored && !busy && (
                <span role="status" className={classes.restored}>
                  O que você tinha digitado e não foi salvo está de volta.
                </span>
              )}
              {outcome && <ResultBar outcome={outcome} onEnd={onClose} />}
            </div>
            {reason && <p className={classes.reason}>{reason}</p>}
            <div className={classes.buttons}>
              <div className={classes.actions} inert={busy}>
                {actions}
              </div>
              <div className={classes.choice}>
                <Button color="red" variant="outline" onClick={onClose}>
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
              </div>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

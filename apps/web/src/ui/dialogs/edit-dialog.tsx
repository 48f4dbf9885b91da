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
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFocusBack } from '../fields/focus.ts';
import { Form } from '../fields/form.tsx';
import { useFields } from '../fields/use-fields.ts';
import type { ChangeWords, Outcome, Refusal } from '../messages/outcome.ts';
import { Say } from '../messages/say.tsx';
import { ResultBar } from '../messages/timed.tsx';
import { useChange } from '../messages/use-change.ts';
import { ModalRoot } from '../modal.tsx';
import { CancelButton } from './cancel-button.tsx';
import { DialogFoot } from './dialog-foot.tsx';
import type { EditForm, EditWords, Send } from './edit-form.ts';

type Props<Row, I extends object> = {
  row: Row | null;
  words: EditWords;
  form: EditForm<Row, I>;
  /** By form, why the server refused the input that is not saved yet. */
  refusals: Map<string, Refusal | undefined>;
  onDelete: (row: Row, close: () => void) => void;
  onClose: () => void;
  /** Receives the outcome of a change whose dialog was closed before it ended. */
  onMissed: (outcome: Outcome) => void;
};

/** The server has read the form and refused it. */
const REFUSED = [400, 409, 422];

/**
 * A form in a dialog, which shows the outcome of a save and then closes. Its input is stored until it is saved, given
 * up or, for a new row whose dialog then closes, refused: a save without a response closes the dialog too, a page may
 * be reloaded and a session may end. Opened again, it shows input and reason again.
 */
export function EditDialog<Row extends { id: number }, I extends object>(props: Props<Row, I>) {
  const { row, words, form, refusals, onDelete, onClose, onMissed } = props;
  const { inputOf, nullable = [], notRestored = [], save, fields: Fields, actions } = form;
  const isRefusedNew = (made: Outcome | undefined) =>
    !row && REFUSED.includes(made?.problem?.status ?? 0);
  useFocusBack();
  const name = `${words.title}:${row?.id ?? 'new'}`;
  const fields = useFields<I>(
    inputOf(row),
    {},
    {
      form: name,
      nullable,
      storedPart: (typed) => {
        const part: Partial<I> = { ...typed };
        if (row) for (const field of notRestored) delete part[field];
        return part as typeof typed;
      },
      refused: refusals.get(name),
    },
  );
  const { run, isPending, outcome, refusal, fault, endMessage } = useChange({
    refusal: refusals.get(name),
  });
  const saveButton = useRef<HTMLButtonElement>(null);
  const busy = isPending || outcome !== undefined;

  const forget = () => {
    fields.unstore();
    refusals.delete(name);
  };
  const close = () => {
    if (!busy) forget();
    onClose();
  };
  const tell = (made: Outcome | undefined) => made && !saveButton.current && onMissed(made);
  /** Makes another change to the row; the input stays unsaved. */
  const act = async (send: Send, actWords: ChangeWords) =>
    tell((await run(send, actWords))?.outcome);
  const submit = async (sent: HTMLFormElement) => {
    // The fields become inert, which would lose the focus.
    saveButton.current?.focus();
    const end = await run(() => save(row, fields.values), row ? words.edit : words.create, {
      form: sent,
    });
    const isOver =
      end?.outcome?.tone === 'success' || (isRefusedNew(end?.outcome) && !form.newStays);
    if (isOver) forget();
    else refusals.set(name, end?.refusal);
    fields.refuse(end?.refusal);
    tell(end?.outcome);
  };
  const endOutcome = () => {
    if (!form.newStays || !isRefusedNew(outcome)) return close();
    endMessage();
  };
  const focusFault = useEffectEvent(() => fault?.focus());
  // While the message stands the fields take no focus.
  useEffect(() => {
    if (!outcome) focusFault();
  }, [outcome]);

  return (
    <ModalRoot opened onClose={close}>
      <ModalOverlay />
      <ModalContent>
        <ModalHeader role="presentation">
          <ModalTitle>{row ? words.editTitle : words.newTitle}</ModalTitle>
          {row && (
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label="Excluir"
              style={{ visibility: busy ? 'hidden' : undefined }}
              onClick={() => onDelete(row, close)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          )}
        </ModalHeader>
        <ModalBody>
          <Form busy={busy} onSubmit={(sent) => void submit(sent)}>
            <Stack gap="sm" inert={busy}>
              <Fields fields={fields} />
            </Stack>
            {/* The space is always there, so that the buttons do not move. */}
            <Box mih={44} my="sm" display="grid" style={{ alignItems: 'center' }}>
              {isPending && !outcome && (
                <Group role="status" justify="center" gap="xs" c="dimmed">
                  <Loader size="sm" aria-hidden /> Salvando…
                </Group>
              )}
              {fields.isBack && !busy && (
                <Say rank="fact">
                  O que você tinha digitado e não foi salvo está de volta.{' '}
                  {row && words.notRestored}
                </Say>
              )}
              {outcome && <ResultBar outcome={outcome} onEnd={endOutcome} />}
            </Box>
            {refusal && refusal.field === undefined && <p>{refusal.reason}</p>}
            <DialogFoot>
              <Box flex="1 0 auto" inert={busy}>
                {row && actions?.(row, (send, actWords) => void act(send, actWords))}
              </Box>
              <Group gap="xs" wrap="nowrap">
                <CancelButton onClick={close} />
                <Button
                  ref={saveButton}
                  type="submit"
                  aria-disabled={busy}
                  {...(busy && { 'data-disabled': true })}
                >
                  Salvar
                </Button>
              </Group>
            </DialogFoot>
          </Form>
        </ModalBody>
      </ModalContent>
    </ModalRoot>
  );
}

import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Say } from '../../../ui/messages/say.tsx';
import { isDialogOpen } from '../../../ui/open-dialogs.ts';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { type CounterState, flagOf } from '../sale/counter-state.ts';
import { EMPTY_DRAFT } from '../sale/sale-draft.ts';
import { focusField, nextInOrder } from './counter-focus.ts';

const undoOf = (state: CounterState) => (flagOf(state) === 0 ? state.undo : null);

/** What was taken off the counter last, and the way back, also by Ctrl + Z. Its place announces it. */
export function UndoNote() {
  const undo = useCounter(undoOf);
  const dispatch = useDispatch();
  const putBack = () => {
    dispatch({ type: 'undone' });
    // A whole order goes on where it stopped.
    focusField(undo?.parts.client ? nextInOrder({ ...EMPTY_DRAFT, ...undo.parts }) : 'code');
  };
  useWindowEvent('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLInputElement && target.value !== '';
    // With caps lock the letter is a capital, as with Shift, which is another command.
    const isUndo = event.ctrlKey && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!isUndo || isTyping || isDialogOpen()) return;
    // In an empty field the browser would take back what was typed into another one, such as the CPF.
    event.preventDefault();
    if (undo) putBack();
  });
  if (!undo) return null;
  return (
    <>
      <Say rank={undo.look ? 'look' : 'fact'} text={undo.words} />
      <Button
        flex="none"
        size="compact-sm"
        variant="default"
        aria-keyshortcuts="Control+Z"
        title="Ctrl + Z"
        onClick={putBack}
      >
        Desfazer
      </Button>
    </>
  );
}

import { useEffect } from 'react';
import { useCounter } from '../sale/counter-context.ts';
import type { FieldId, Focus } from '../sale/focus.ts';

/** Moves the focus to where the counter's state has it, once that is rendered. */
export function useFocus(): void {
  const focus = useCounter((state) => state.focus);
  useEffect(() => {
    if (focus) focusNow(focus);
  }, [focus]);
}

/** The same at once, for what is on the screen already. */
export function focusNow({ to, caret, types, ifLost, top, show }: Focus): void {
  const before = document.activeElement;
  if (ifLost && before !== document.body) return;
  if (top) window.scrollTo(0, 0);
  const element = to.map((id) => document.getElementById(id)).find((each) => each !== null);
  if (!element) return;
  // What is locked takes no focus, and what had it is only disabled a frame later.
  if (!element.matches(':disabled')) element.focus();
  else if (before instanceof HTMLElement) before.blur();
  // What had the focus already lies under the message now.
  if (show) element.scrollIntoView({ block: 'nearest' });
  if (!(element instanceof HTMLInputElement)) return;
  if (caret === 'end') element.setSelectionRange(element.value.length, element.value.length);
  else element.select();
  // As if it had been typed here: the field's own events come too.
  if (types) document.execCommand('insertText', false, types);
}

/** Keeps FINALIZAR VENDA at the window's foot when what stood above it has gone. */
export const keepFinishInSight = (): void =>
  document
    .getElementById('finish' satisfies FieldId)
    ?.closest('fieldset')
    ?.scrollIntoView(false);

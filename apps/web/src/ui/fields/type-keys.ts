import { flushSync } from 'react-dom';
import { allIn } from './focus.ts';

export type TypedKey = {
  key: string;
  shiftKey: boolean;
  /** When it was pressed, by the clock of every page: what a hand has typed must not look like a scanner's. */
  at: number;
  /** It has ended a text at a scanner's pace. */
  isRead?: boolean;
};

/**
 * Types into the page what a person has typed while nothing could take it, up to the first key that has to wait for
 * what those before it have begun. What is typed is taken off `keys`.
 */
export function typeKeys(keys: TypedKey[], mustWait: (next: TypedKey) => boolean): void {
  for (;;) {
    // A key may move the focus, or disable what has it.
    flushSync(() => {});
    const [next] = keys;
    if (!next || mustWait(next)) return;
    keys.shift();
    typeKey(document.activeElement ?? document.body, next);
  }
}

/** A key event that a script makes is only announced: what the browser itself does after it is done here. */
function typeKey(target: Element, { key, shiftKey, at }: TypedKey): void {
  const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: at - performance.timeOrigin });
  if (!target.dispatchEvent(event)) return;
  // The field may have changed on the way. With the commands of the browser, its own input events come too.
  const field = document.activeElement;
  if (key.length === 1) document.execCommand('insertText', false, key);
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Enter' && field instanceof HTMLButtonElement) field.click();
  else if (key === 'Tab') focusNeighbour(field, shiftKey ? -1 : 1);
}

function focusNeighbour(field: Element | null, step: number): void {
  const all = allIn(document, 'input, button, a[href]');
  const order = all.filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );
  const next = order[order.indexOf(field as HTMLElement) + step];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

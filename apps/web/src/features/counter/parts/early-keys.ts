import { useEffect } from 'react';
import { flushSync } from 'react-dom';

type EarlyKey = { key: string; shiftKey: boolean };

declare global {
  interface Window {
    /** Of the script in index.html: the keys since the page began to load; from then on it keeps none. */
    takeEarlyKeys?: () => EarlyKey[];
  }
}

/** Types what came while the page loaded. Call it before the hook that focuses the first field. */
export function useEarlyKeys(): void {
  useEffect(() => {
    const keys = window.takeEarlyKeys?.() ?? [];
    // Outside of React's own work, and before the next key.
    if (keys.length > 0) queueMicrotask(() => typeKeys(keys));
  }, []);
}

function typeKeys(keys: readonly EarlyKey[]): void {
  for (const { key, shiftKey } of keys) {
    // A key may move the focus, or disable what has it.
    flushSync(() => {});
    typeKey(document.activeElement ?? document.body, key, shiftKey);
  }
}

/** A key event that a script makes is only announced: what the browser itself does after it is done here. */
function typeKey(target: Element, key: string, shiftKey: boolean): void {
  const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(event)) return;
  // The field may have changed on the way. With the commands of the browser, its own input events come too.
  const field = document.activeElement;
  if (key.length === 1) document.execCommand('insertText', false, key);
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Enter' && field instanceof HTMLButtonElement) field.click();
  else if (key === 'Tab') focusNeighbour(field, shiftKey ? -1 : 1);
}

function focusNeighbour(field: Element | null, step: number): void {
  const all = [...document.querySelectorAll<HTMLElement>('input, button, a[href]')];
  const order = all.filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );
  const next = order[order.indexOf(field as HTMLElement) + step];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

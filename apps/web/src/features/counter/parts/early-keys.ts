import { useEffect } from 'react';
import { flushSync } from 'react-dom';

type EarlyKey = { key: string; shiftKey: boolean; at: number };

declare global {
  interface Window {
    /** Of public/early-keys.js: the keys since the page began to load; from then on it keeps none. */
    takeEarlyKeys?: () => EarlyKey[];
  }
}

/** Older ones were meant for something else, as a box that had to be opened first. */
const RECENT_MS = 10_000;

/** Types what came while the page loaded. Call it after the hook that focuses the first field. */
export function useEarlyKeys(): void {
  // Outside of React's own work, and before the next key.
  useEffect(() => queueMicrotask(typeEarlyKeys), []);
}

function typeEarlyKeys(): void {
  const now = performance.now();
  for (const { key, shiftKey, at } of window.takeEarlyKeys?.() ?? []) {
    if (now - at > RECENT_MS) continue;
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

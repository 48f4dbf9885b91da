/** The dialogs that are open. Apart from the dialogs themselves: the first page asks for them without having any. */
import type { RefObject } from 'react';

export type Layer = RefObject<HTMLDivElement | null>;

/** The open dialogs, the lowest first. */
const layers: Layer[] = [];
const listeners = new Set<() => void>();

/** Whether a dialog keeps the page out of reach. */
export const isDialogOpen = (): boolean => layers.length > 0;

/** Whether Esc closes something over the page: a dialog, a menu, or the cover of an unused screen. */
export const isOverPage = (): boolean =>
  document.querySelector('[role="dialog"], [role="menu"], [data-cover]') !== null;

/** Calls `listener` when a dialog opens or closes. Returns the way to stop. */
export function onDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isCovered = (layer: Layer): boolean =>
  layers.includes(layer) && layers.at(-1) !== layer;

/** From here on no key reaches the page. What is open is covered by `cover`, once Mantine knows where the focus was. */
export function enter(layer: Layer): void {
  layers.push(layer);
}

export function leave(layer: Layer): void {
  const at = layers.indexOf(layer);
  if (at < 0) return;
  layers.splice(at, 1);
  // It may fade away for a while.
  keepOut(layer.current, true);
  cover();
}

/** Puts the page and all dialogs but the uppermost out of reach. */
export function cover(): void {
  keepOut(document.getElementById('root'), layers.length > 0);
  for (const [place, layer] of layers.entries()) {
    const covered = layer !== layers.at(-1);
    keepOut(layer.current, covered);
    layer.current?.toggleAttribute('data-covered', covered);
    layer.current?.toggleAttribute('data-over', place > 0);
  }
  for (const listener of [...listeners]) listener();
}

function keepOut(element: HTMLElement | null, out: boolean): void {
  element?.toggleAttribute('inert', out);
  // Not every program that reads a page knows `inert`.
  if (out) element?.setAttribute('aria-hidden', 'true');
  else element?.removeAttribute('aria-hidden');
}

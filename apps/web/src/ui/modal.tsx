import { Modal as MantineModal, type ModalProps, type ModalRootProps } from '@mantine/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

type Layer = RefObject<HTMLDivElement | null>;

/** A person at the keyboard has gone on before an animation would end. */
const AT_ONCE = { duration: 0 };

/** The open dialogs, the lowest first. */
const layers: Layer[] = [];
const listeners = new Set<() => void>();

/** Whether a dialog keeps the page out of reach. */
export const isDialogOpen = (): boolean => layers.length > 0;

/** Calls `listener` when a dialog opens or closes. Returns the way to stop. */
export function onDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The presses of Escape that have closed a dialog: each closes one, even if that uncovers another. */
const usedEscapes = new WeakSet<KeyboardEvent>();

/** A dialog of the product. While it is open, the page and the dialogs below it are out of reach. */
export function Modal({ closeOnEscape = true, ...props }: ModalProps) {
  const { ref, covered } = useLayer(props.opened);
  return (
    <MantineModal
      transitionProps={AT_ONCE}
      {...props}
      ref={ref}
      closeOnEscape={closeOnEscape && !covered}
      __handledEscapeEvents={usedEscapes}
    />
  );
}

/** The same for a dialog that is put together from Mantine's parts. */
export function ModalRoot({ closeOnEscape = true, ...props }: ModalRootProps) {
  const { ref, covered } = useLayer(props.opened);
  return (
    <MantineModal.Root
      transitionProps={AT_ONCE}
      centered
      {...props}
      ref={ref}
      closeOnEscape={closeOnEscape && !covered}
      __handledEscapeEvents={usedEscapes}
    />
  );
}

function useLayer(opened: boolean) {
  const ref: Layer = useRef(null);
  useEffect(() => {
    // After Mantine has noted where the focus is: what is inert loses it.
    if (opened) enter(ref);
  }, [opened]);
  useLayoutEffect(() => {
    // Before the focus goes back to the page.
    if (opened) return () => leave(ref);
  }, [opened]);
  const isCovered = () => layers.includes(ref) && layers.at(-1) !== ref;
  return { ref, covered: useSyncExternalStore(onDialogs, isCovered) };
}

function enter(layer: Layer): void {
  layers.push(layer);
  cover();
}

function leave(layer: Layer): void {
  const at = layers.indexOf(layer);
  if (at < 0) return;
  layers.splice(at, 1);
  // It may fade away for a while.
  keepOut(layer.current, true);
  cover();
}

function cover(): void {
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

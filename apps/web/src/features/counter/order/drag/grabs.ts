import type { KeyboardEvent, MouseEvent, PointerEvent, TouchEvent } from 'react';

/** The id of the instructions that describe the handles of the rows. */
export const DRAG_INSTRUCTIONS = 'mover-item';

export type Press = PointerEvent | MouseEvent | TouchEvent | KeyboardEvent;

/** What takes a row at a press on it, by product. */
export type Grabs = Map<number, (event: Press) => void>;

/**
 * Whether a press takes its row: keys and a finger at once on the handle, a finger elsewhere once it rests, the
 * mouse anywhere but on the other buttons.
 */
export function takesRow(event: Press): boolean {
  const target = event.target as Element;
  const button = target.closest('button');
  const onHandle = button?.getAttribute('aria-describedby') === DRAG_INSTRUCTIONS;
  switch (event.type) {
    case 'keydown':
      return onHandle;
    case 'pointerdown':
      return onHandle && (event as PointerEvent).pointerType !== 'mouse';
    case 'touchstart':
      return !button;
    default:
      return onHandle || !button;
  }
}

import type {
  ComponentProps,
  KeyboardEvent,
  MouseEvent,
  PointerEvent,
  Ref,
  TouchEvent,
} from 'react';

/** The id of the instructions that describe the handles of the rows. */
export const DRAG_INSTRUCTIONS = 'mover-item';

export type Press = PointerEvent | MouseEvent | TouchEvent | KeyboardEvent;

/** What makes a row movable: properties of its `<tr>`, the ref of its handle, and whether it is being moved. */
export type RowDrag = {
  row: ComponentProps<'tr'>;
  handle: Ref<HTMLButtonElement>;
  moving: boolean;
};

/**
 * Whether a press takes its row: keys and a finger at once on the handle, a finger elsewhere once it rests, the
 * mouse anywhere but on the other buttons.
 */
export function takesRow(event: Press): boolean {
  const button = (event.target as Element).closest('button');
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

import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { KeyboardEvent, MouseEvent, PointerEvent, TouchEvent } from 'react';

/** The id of the instructions that describe the handles of the rows. */
export const DRAG_INSTRUCTIONS = 'mover-item';

type Press = PointerEvent | MouseEvent | TouchEvent | KeyboardEvent;

/** What makes the row of a product movable: the properties of its `<tr>`, and the ref of its handle. */
export function useRowDrag(productId: number) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    // The rows are in their new places when one is dropped: moving them there again would hold up the next press.
    useSortable({ id: productId, animateLayoutChanges: () => false });
  const press = (name: string) => (event: Press) => {
    if (takesRow(event)) listeners?.[name]?.(event);
  };
  return {
    row: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      'data-dragging': isDragging || undefined,
      onPointerDown: press('onPointerDown'),
      onMouseDown: press('onMouseDown'),
      onTouchStart: press('onTouchStart'),
      onKeyDown: press('onKeyDown'),
    },
    handle: setActivatorNodeRef,
  };
}

/**
 * Whether a press takes its row: keys and a finger at once on the handle, a finger elsewhere once it rests, the
 * mouse anywhere but on the other buttons.
 */
function takesRow(event: Press): boolean {
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

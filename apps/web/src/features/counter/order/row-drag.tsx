import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect } from 'react';

/** What a press on a row's handle goes to. */
export type Grabbed = (event: PointerEvent | KeyboardEvent) => void;

type Props = {
  productId: number;
  row: RefObject<HTMLTableRowElement | null>;
  handle: RefObject<HTMLButtonElement | null>;
  grabbed: RefObject<Grabbed | undefined>;
};

/**
 * Makes a row movable while it is on the page, and draws nothing itself. Every row asks the library anew
 * whenever a line comes: that is for the moment in which one is moved, not for each code that is scanned.
 */
export function RowDrag({ productId, row, handle, grabbed }: Props) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: productId });

  useLayoutEffect(() => {
    setNodeRef(row.current);
    setActivatorNodeRef(handle.current);
    return () => {
      setNodeRef(null);
      setActivatorNodeRef(null);
    };
  }, [row, handle, setNodeRef, setActivatorNodeRef]);

  useLayoutEffect(() => {
    grabbed.current = (event) => {
      listeners?.[event.type === 'keydown' ? 'onKeyDown' : 'onPointerDown']?.(event);
    };
    return () => {
      grabbed.current = undefined;
    };
  }, [grabbed, listeners]);

  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    element.style.transform = CSS.Translate.toString(transform) ?? '';
    element.style.transition = transition ?? '';
    element.toggleAttribute('data-dragging', isDragging);
    return () => {
      element.style.transform = '';
      element.style.transition = '';
      element.removeAttribute('data-dragging');
    };
  }, [row, transform, transition, isDragging]);

  return null;
}

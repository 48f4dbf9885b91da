import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect } from 'react';

/** Handles a press on a row's handle. */
export type OnGrab = (event: PointerEvent | KeyboardEvent) => void;

type Props = {
  productId: number;
  row: RefObject<HTMLTableRowElement | null>;
  handle: RefObject<HTMLButtonElement | null>;
  onGrab: RefObject<OnGrab | undefined>;
};

/**
 * Makes a row movable while it is mounted; it renders nothing. useSortable renders every row whenever one is
 * added, which is too slow for scanning, so rows become movable only when a handle is pressed.
 */
export function RowDrag({ productId, row, handle, onGrab }: Props) {
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
    onGrab.current = (event) => {
      listeners?.[event.type === 'keydown' ? 'onKeyDown' : 'onPointerDown']?.(event);
    };
    return () => {
      onGrab.current = undefined;
    };
  }, [onGrab, listeners]);

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

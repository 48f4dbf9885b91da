import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type RefObject, useLayoutEffect } from 'react';
import { DRAG_INSTRUCTIONS, type Grabs } from './grabs.ts';

type Props = {
  productId: number;
  /** The place of the row in the body of the table. */
  place: number;
  body: RefObject<HTMLTableSectionElement | null>;
  grabs: Grabs;
};

const LISTENERS: Record<string, string> = {
  keydown: 'onKeyDown',
  pointerdown: 'onPointerDown',
  mousedown: 'onMouseDown',
  touchstart: 'onTouchStart',
};
const HANDLE = `[aria-describedby=${DRAG_INSTRUCTIONS}]`;

/** Makes a row movable while it is mounted; it renders nothing. */
export function RowDrag({ productId, place, body, grabs }: Props) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: productId });

  useLayoutEffect(() => {
    const row = rowAt(body, place);
    setNodeRef(row);
    setActivatorNodeRef(row?.querySelector<HTMLElement>(HANDLE) ?? null);
    return () => {
      setNodeRef(null);
      setActivatorNodeRef(null);
    };
  }, [body, place, setNodeRef, setActivatorNodeRef]);

  useLayoutEffect(() => {
    grabs.set(productId, (event) => listeners?.[LISTENERS[event.type] ?? '']?.(event));
    return () => void grabs.delete(productId);
  }, [grabs, productId, listeners]);

  useLayoutEffect(() => {
    const row = rowAt(body, place);
    if (!row) return;
    row.style.transform = CSS.Translate.toString(transform) ?? '';
    row.style.transition = transition ?? '';
    row.toggleAttribute('data-dragging', isDragging);
    return () => {
      row.style.transform = '';
      row.style.transition = '';
      row.removeAttribute('data-dragging');
    };
  }, [body, place, transform, transition, isDragging]);

  return null;
}

const rowAt = (body: Props['body'], place: number) =>
  (body.current?.children[place] as HTMLTableRowElement | undefined) ?? null;

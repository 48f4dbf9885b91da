import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  PointerSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  type KeyboardEvent,
  type PointerEvent,
  type MouseEvent as Pressed,
  type ReactNode,
  type TouchEvent,
  useMemo,
} from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from '../sale/counter-context.ts';
import type { SaleItem } from '../sale/sale-item.ts';
import { DRAG_INSTRUCTIONS, type RowDrag } from './item-row.tsx';

type Row = (item: SaleItem, drag: RowDrag) => ReactNode;

const AFTER_4_PX = { activationConstraint: { distance: 4 } };
/** A finger that moves sooner scrolls the page. */
const AT_REST = { activationConstraint: { delay: 250, tolerance: 8 } };

/** The rows of the table, which move. */
export function MovableRows({ items, row }: { items: readonly SaleItem[]; row: Row }) {
  const dispatch = useDispatch();
  // A finger on the handle, a finger that rests elsewhere, the mouse; Space takes a row, arrows move it.
  const sensors = useSensors(
    useSensor(PointerSensor, AFTER_4_PX),
    useSensor(TouchSensor, AT_REST),
    useSensor(MouseToTheEnd, AFTER_4_PX),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = useMemo(() => items.map(({ product }) => product.id), [items]);
  const accessibility = useMemo(
    () => ({
      announcements: dragWords(items),
      // The table has the instructions, and no room for the announcements.
      screenReaderInstructions: { draggable: '' },
      container: document.body,
    }),
    [items],
  );
  const onDragEnd = ({ active, collisions }: DragEndEvent) => {
    // The row that is nearest at the end; dnd-kit's `over` is a frame late.
    const over = collisions?.[0]?.id;
    if (over === undefined || active.id === over) return;
    const [productId, overProductId] = [Number(active.id), Number(over)];
    dispatch({ type: 'item-moved', productId, overProductId });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis]}
      accessibility={accessibility}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {items.map((item) => (
          <MovableRow key={item.product.id} item={item} row={row} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

const MovableRow = ({ item, row }: { item: SaleItem; row: Row }) =>
  row(item, useRowDrag(item.product.id));

const PRESSES = ['onPointerDown', 'onMouseDown', 'onTouchStart', 'onKeyDown'];
type Press = PointerEvent | Pressed | TouchEvent | KeyboardEvent;

function useRowDrag(productId: number): RowDrag {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    // When a row is dropped, all are in their places. Moving them there again would hold up the next press.
    useSortable({ id: productId, animateLayoutChanges: () => false });
  const press = (name: string) => (event: Press) => {
    if (takesRow(event)) listeners?.[name]?.(event);
  };
  return {
    row: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      ...Object.fromEntries(PRESSES.map((name) => [name, press(name)])),
    },
    handle: setActivatorNodeRef,
    moving: isDragging,
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

/** The screen reader's announcements while a row is moved. */
function dragWords(items: readonly SaleItem[]): Announcements {
  const name = (id: UniqueIdentifier) =>
    items.find((item) => item.product.id === id)?.product.name ?? 'Item';
  const place = (id: UniqueIdentifier) =>
    `posição ${items.findIndex((item) => item.product.id === id) + 1} de ${items.length}`;
  return {
    onDragStart: ({ active }) => `${name(active.id)}: movendo, ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${name(active.id)}: ${place(over.id)}.` : `${name(active.id)}: fora da lista.`,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} ficou na ${place(over.id)}.` : `${name(active.id)} não mudou.`,
    onDragCancel: ({ active }) => `${name(active.id)} voltou ao seu lugar.`,
  };
}

/**
 * A mouse whose last place counts. dnd-kit drops a row where the last frame has shown it: a quick hand moves the
 * mouse once and lets go, before there is another frame.
 */
class MouseToTheEnd extends MouseSensor {
  constructor(props: ConstructorParameters<typeof MouseSensor>[0]) {
    const released = new AbortController();
    let place = { x: 0, y: 0 };
    super({
      ...props,
      // Or the last place would be rendered before the start.
      onStart: (at) => flushSync(() => props.onStart(at)),
      onEnd: () => {
        released.abort();
        flushSync(() => props.onMove(place));
        props.onEnd();
      },
      onCancel: () => {
        released.abort();
        props.onCancel();
      },
    });
    const follow = ({ clientX: x, clientY: y }: MouseEvent) => {
      place = { x, y };
    };
    const { signal } = released;
    for (const type of ['mousedown', 'mousemove', 'mouseup'] as const) {
      window.addEventListener(type, follow, { capture: true, signal });
    }
  }
}

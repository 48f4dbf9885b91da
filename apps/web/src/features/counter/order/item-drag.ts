import {
  type Announcements,
  KeyboardSensor,
  PointerSensor,
  type ScreenReaderInstructions,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import type { SaleItem } from '../sale/sale-item.ts';

/** Mouse, touch and keyboard: Space takes a row, arrows move it. */
export function useDragSensors() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
}

/** The id of the instructions, which describe the handles. */
export const DRAG_INSTRUCTIONS = 'mover-item';

export const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'Para mover o item, pressione espaço, leve-o com as setas e pressione espaço de novo. Esc cancela.',
};

/** The screen reader's announcements while a row is moved. */
export function dragWords(items: readonly SaleItem[]): Announcements {
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

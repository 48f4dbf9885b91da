import { MouseSensor } from '@dnd-kit/core';
import type {
  ComponentProps,
  KeyboardEvent,
  PointerEvent,
  MouseEvent as PressOfMouse,
  Ref,
  TouchEvent,
} from 'react';
import { flushSync } from 'react-dom';

/** The id of the instructions that describe the handles of the rows. */
export const DRAG_INSTRUCTIONS = 'mover-item';

export type Press = PointerEvent | PressOfMouse | TouchEvent | KeyboardEvent;

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

/**
 * A mouse whose last place counts. dnd-kit drops a row where the last frame has shown it: a quick hand moves the
 * mouse once and lets go, before there is another frame.
 */
export class MouseToTheEnd extends MouseSensor {
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

import { MouseSensor } from '@dnd-kit/core';
import { flushSync } from 'react-dom';

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

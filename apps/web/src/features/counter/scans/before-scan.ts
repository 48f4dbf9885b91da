import { flushSync } from 'react-dom';
import type { CounterState } from '../sale/counter-state.ts';

/** The counter and the focused field before the first key of a burst. */
export type Before = {
  readonly state: CounterState;
  readonly field: HTMLInputElement;
  readonly value: string;
  readonly caret: readonly [number | null, number | null];
};

export function beforeKey(state: CounterState, target: EventTarget | null): Before | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const { value, selectionStart, selectionEnd } = target;
  return { state, field: target, value, caret: [selectionStart, selectionEnd] };
}

export function putBack({ field, value, caret }: Before): void {
  // A searchable field drops its unfinished text when it loses the focus.
  if (field.value !== value) {
    flushSync(() => field.blur());
    field.focus();
  }
  if (field.value !== value) {
    // React ignores a value set through the element's own property.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(...caret);
}

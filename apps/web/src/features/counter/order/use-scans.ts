import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCounterFocus } from '../panel/counter-focus.tsx';
import type { CounterAction, CounterState } from '../sale/counter-state.ts';
import {
  type InactiveCodes,
  inactiveName,
  type ProductIndex,
  productOfCode,
} from './product-search.ts';
import { type Burst, burstWith, scannedBy } from './scan-burst.ts';

/** A scanner that ends its codes with two Enters sends the second this soon. */
const ECHO_MS = 100;
/** Less may be a quantity. */
const SHORTEST_CODE = 3;

type Before = {
  readonly state: CounterState;
  readonly field: HTMLInputElement;
  readonly value: string;
  readonly caret: readonly [number | null, number | null];
};

/**
 * Scans a product wherever the focus is. What a scanner types goes into the focused field first; once its
 * Enter shows that it was the code of a product, the counter goes back to what it was before the first key.
 * Anything else that is typed fast stays. Answers whether a scan during payment was the last that happened.
 */
export function useScans(
  state: CounterState,
  index: ProductIndex | undefined,
  inactive: InactiveCodes | undefined,
  dispatch: Dispatch<CounterAction>,
): boolean {
  const { flag } = state;
  const { focus, isField } = useCounterFocus();
  const [refused, setRefused] = useState(false);
  const burst = useRef<Burst | undefined>(undefined);
  const before = useRef<Before | undefined>(undefined);
  const echoing = useRef<{ at: number; target: EventTarget | null }>({ at: 0, target: null });
  const isProducts = (code: string) =>
    code.length >= SHORTEST_CODE &&
    (inactiveName(inactive, code) ?? (index && productOfCode(index, code))) !== undefined;

  /** Goes back to before the scan. In the first step its product goes into the order instead. */
  const take = (field: HTMLInputElement, left: Before, code: string) => {
    flushSync(() => dispatch({ type: 'keys-undone', before: left.state }));
    putBack(field, left);
    if (flag === 1) return;
    const product = index && productOfCode(index, code);
    const unsold = inactiveName(inactive, code);
    flushSync(() =>
      dispatch(
        product ? { type: 'item-scanned', product } : { type: 'code-unknown', code, unsold },
      ),
    );
    focus('code');
  };

  const onEnter = (event: KeyboardEvent) => {
    const at = event.timeStamp;
    const code = scannedBy(burst.current, at)?.trim();
    burst.current = undefined;
    const field = event.target instanceof HTMLInputElement ? event.target : undefined;
    const { target } = event;
    // The scan may have opened a question meanwhile, which its second Enter must not answer.
    const asked = target instanceof Element && target.closest('[role="dialog"]') !== null;
    const same = asked || echoing.current.target === target;
    const echo = same && at - echoing.current.at <= ECHO_MS;
    // A scan into Cód is dealt with there. On a button nobody types: no code at all may press it.
    const scan = code !== undefined && !isField('code', field) && (!field || isProducts(code));
    if (!scan && !echo) return setRefused(false);
    event.preventDefault();
    event.stopPropagation();
    if (!scan || (event.target as Element).closest('[role="dialog"]')) return;
    if (field && before.current?.field === field) take(field, before.current, code);
    setRefused(flag === 1);
    echoing.current = { at, target: document.activeElement };
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter') return onEnter(event);
    if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const next = burstWith(burst.current, event.key, event.timeStamp);
      if (next.text === event.key) before.current = beforeKey(state, event.target);
      burst.current = next;
      echoing.current = { at: 0, target: null };
      setRefused(false);
    } else if (event.key !== 'Shift') {
      // Some scanners hold Shift for capitals; any other key is a person's.
      burst.current = undefined;
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins without it
  useEffect(() => setRefused(false), [flag]);
  return refused;
}

function beforeKey(state: CounterState, target: EventTarget | null): Before | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const { value, selectionStart, selectionEnd } = target;
  return { state, field: target, value, caret: [selectionStart, selectionEnd] };
}

function putBack(field: HTMLInputElement, { value, caret }: Before): void {
  // What a searchable field keeps to itself goes with the focus; what was half typed there comes back.
  if (field.value !== value) {
    flushSync(() => field.blur());
    field.focus();
  }
  if (field.value !== value) {
    // By the prototype's own setter: React would take no notice of the field's.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(...caret);
}

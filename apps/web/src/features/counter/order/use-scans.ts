import { useWindowEvent } from '@mantine/hooks';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusField } from '../parts/counter-focus.ts';
import { playMissedScan } from '../parts/missed-scan-sound.ts';
import type { CounterAction, CounterState } from '../sale/counter-state.ts';
import {
  countedProduct,
  type InactiveCodes,
  inactiveName,
  type ProductIndex,
  saleOfReceipt,
} from './product-search.ts';

/** A scanner that ends its codes with two Enters sends the second this soon. */
const ECHO_MS = 100;
/** Fewer digits may be a quantity. */
const SHORTEST_CODE = 3;

/** The counter and the focused field before the first key of a burst. */
type Before = {
  readonly state: CounterState;
  readonly field: HTMLInputElement;
  readonly value: string;
  readonly caret: readonly [number | null, number | null];
};

const inDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/**
 * Lets the seller scan a product, or the receipt of a sale, wherever the focus is. A scanner types like a
 * keyboard, so its keys go into the focused field. When its Enter shows that they were a code, the counter goes
 * back to what it was before the first of them; any other text stays. Returns whether the last scan was refused,
 * because the order is being paid or a dialog has the focus, and nothing has been typed since.
 */
export function useScans(
  state: CounterState,
  index: ProductIndex | undefined,
  inactive: InactiveCodes | undefined,
  dispatch: Dispatch<CounterAction>,
  onSale: (sale: number) => void,
): boolean {
  const { flag } = state;
  const [refused, setRefused] = useState(false);
  const burst = useRef<Burst>(undefined);
  const before = useRef<Before>(undefined);
  const lastTyped = useRef<EventTarget>(null);
  const lastScan = useRef<{ at: number; focused: Element | null }>({ at: 0, focused: null });
  const saleOf = (text: string) => index && saleOfReceipt(index, inactive, text);
  const isCode = (text: string) =>
    text.length >= SHORTEST_CODE &&
    (inactiveName(inactive, text) ?? (index && countedProduct(index, text)) ?? saleOf(text)) !==
      undefined;

  /** Restores the state before the scan. In step 1 the product is then added to the order. */
  const takeScan = (restored: Before, code: string) => {
    flushSync(() => dispatch({ type: 'keys-undone', before: restored.state }));
    putBack(restored);
    if (flag === 1) return;
    const sale = saleOf(code);
    if (sale !== undefined) return onSale(sale);
    const counted = index && countedProduct(index, code);
    const action: CounterAction = counted
      ? { type: 'item-scanned', ...counted }
      : { type: 'code-unknown', code, inactiveName: inactiveName(inactive, code) };
    if (!counted) playMissedScan();
    flushSync(() => dispatch(action));
    focusField('code');
  };

  const onEnter = (event: KeyboardEvent) => {
    const { target, timeStamp } = event;
    const text = scannedBy(burst.current, timeStamp)?.trim();
    // A person types into the fields of a dialog, and scans into its buttons.
    const intoDialog =
      !(lastTyped.current instanceof HTMLInputElement) && inDialog(lastTyped.current);
    burst.current = undefined;
    lastTyped.current = null;
    const field = target instanceof HTMLInputElement ? target : undefined;
    // The scan may have opened a dialog meanwhile, which the second Enter must not confirm.
    const sinceScan = timeStamp - lastScan.current.at;
    const echo =
      sinceScan >= 0 &&
      sinceScan <= ECHO_MS &&
      (inDialog(target) || lastScan.current.focused === target);
    // Cód handles its own scans. Nobody types on a button, so there any text is a scan.
    const intoCode = field?.id === 'code';
    const isScan = text !== undefined && !intoCode && (!field || isCode(text));
    if (!isScan && !intoDialog && !echo) {
      if (text !== undefined)
        lastScan.current = { at: timeStamp, focused: intoCode ? field : null };
      return setRefused(false);
    }
    event.preventDefault();
    event.stopPropagation();
    if (intoDialog) return setRefused(true);
    if (!isScan || inDialog(target)) return;
    if (field && before.current?.field === field) takeScan(before.current, text);
    setRefused(flag === 1);
    lastScan.current = { at: timeStamp, focused: document.activeElement };
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return onEnter(event);
    if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const next = burstWith(burst.current, event.key, event.timeStamp);
      if (next.text === event.key) before.current = beforeKey(state, event.target);
      burst.current = next;
      lastTyped.current = event.key === ' ' ? null : event.target;
      lastScan.current = { at: 0, focused: null };
      setRefused(false);
    } else if (event.key !== 'Shift') {
      // Some scanners hold Shift for capitals; any other key comes from a person.
      burst.current = undefined;
      lastTyped.current = null;
    }
  };
  useWindowEvent('keydown', onKeyDown, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins without the message
  useEffect(() => setRefused(false), [flag]);
  return refused;
}

function beforeKey(state: CounterState, target: EventTarget | null): Before | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const { value, selectionStart, selectionEnd } = target;
  return { state, field: target, value, caret: [selectionStart, selectionEnd] };
}

function putBack({ field, value, caret }: Before): void {
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

/** Keys pressed in quick succession. A scanner types a code like that and ends it with Enter. */
export type Burst = { readonly text: string; readonly from: number; readonly last: number };

/** A key this long after the previous one begins another burst. */
const PAUSE_MS = 100;
/** A scanner takes 30 ms a key at most. Nobody types several keys in a row as fast as this. */
const FASTEST_PERSON_MS = 50;

export function burstWith(burst: Burst | undefined, key: string, at: number): Burst {
  return burst && at - burst.last < PAUSE_MS
    ? { text: burst.text + key, from: burst.from, last: at }
    : { text: key, from: at, last: at };
}

/** The text a scanner has typed before an Enter at this moment; undefined when a person has. */
export function scannedBy(burst: Burst | undefined, at: number): string | undefined {
  if (!burst || at - burst.last >= PAUSE_MS) return undefined;
  return (at - burst.from) / burst.text.length <= FASTEST_PERSON_MS ? burst.text : undefined;
}

import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CounterAction } from './counter-state.ts';
import type { PaymentRow } from './payment-rows.ts';
import { type Burst, burstWith, endsScan } from './scan-burst.ts';

/** A scanner that ends its codes with two Enters sends the second this soon. */
const ECHO_MS = 100;

/**
 * A code scanned while the sale is being paid neither finishes it nor becomes an amount: its Enter is
 * swallowed, what it typed is taken back. Answers whether that was the last thing that happened.
 */
export function usePaymentScans(
  active: boolean,
  payments: readonly PaymentRow[],
  dispatch: Dispatch<CounterAction>,
): boolean {
  const [ignored, setIgnored] = useState(false);
  const burst = useRef<Burst | undefined>(undefined);
  const before = useRef(payments);
  const swallowed = useRef<KeyboardEvent | undefined>(undefined);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const at = event.timeStamp;
    const field = event.target instanceof HTMLInputElement ? event.target : undefined;
    if (event.key === 'Enter') {
      const scan = endsScan(burst.current, at, field !== undefined);
      burst.current = undefined;
      if (!scan && !isEcho(event, swallowed.current)) return setIgnored(false);
      event.preventDefault();
      event.stopPropagation();
      if (!scan) return;
      swallowed.current = event;
      setIgnored(true);
      dispatch({ type: 'payments-restored', payments: before.current });
      // What a searchable field keeps to itself while it is typed into goes with the focus.
      field?.blur();
      field?.focus();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) {
      burst.current = burstWith(burst.current, at);
      if (burst.current.keys === 1) before.current = payments;
      setIgnored(false);
    } else if (event.key !== 'Shift') {
      // Some scanners hold Shift for capitals; any other key is a person's.
      burst.current = undefined;
    }
  });
  useEffect(() => {
    if (!active) return;
    burst.current = undefined;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener, true);
    return () => {
      window.removeEventListener('keydown', listener, true);
      setIgnored(false);
    };
  }, [active]);
  return ignored;
}

function isEcho(event: KeyboardEvent, of: KeyboardEvent | undefined): boolean {
  return of?.target === event.target && event.timeStamp - of.timeStamp <= ECHO_MS;
}

/*
 * A scanner types into the focused field, and a program or a quick typist may be just as fast. So keys go into the
 * field as always, and the input counts as a scan only if an Enter or a Tab follows, the keys took 50 ms each or less
 * without a pause of 100 ms, and the text is the code of a product or of a receipt, or a bar code of trade with its
 * check digit. The counter then returns to its state before the first key: a bar
 * code once read into an amount finished a sale of R$ 2,50 with R$ 5.789.120,95 of change. In Qtd. and amounts a
 * product's code counts from five characters on, because a program types "100" as fast. The codes of inactive
 * products are loaded: to look up each unknown code would send every CPF that a program types as a search.
 */
import { withoutAim } from '@balcao/domain/product/read-codes.ts';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ECHO_MS, HELD, useBurst } from '../../../ui/fields/burst.ts';
import { playMissedScan } from '../../../ui/fields/missed-scan-sound.tsx';
import { listCalled } from '../order/list-search.ts';
import { meaningOf, type ProductIndex } from '../order/product-search.ts';
import { useCounter, useCounterStore } from '../sale/counter-context.ts';
import {
  type CounterAction,
  type CounterState,
  correcting,
  flagOf,
} from '../sale/counter-state.ts';
import { nextInOrder } from '../sale/next-field.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import {
  type Before,
  beforeKey,
  isReadBeforeTab,
  isStudentCard,
  putBack,
  wasReadOutsideFields,
  whatWasRead,
} from './scan-burst.ts';

const NO_SCAN = { at: 0, focused: null };

/** A read that changed nothing. `unknown`: its code, which no product has. */
export type RefusedScan = { readonly unknown?: string };

const inDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/**
 * Lets the seller scan a product, or the receipt of a sale, wherever the focus is. A scanner types like a
 * keyboard, so its keys go into the focused field. When its Enter shows that they were a code, the counter goes
 * back to what it was before the first of them; any other text stays. Returns the last scan if it was refused,
 * because the order is being paid or a dialog has the focus, and nothing has been typed since.
 */
export function useScans(index: ProductIndex | undefined): RefusedScan | undefined {
  const counter = useCounterStore();
  const { dispatch } = counter;
  const flag = useCounter(flagOf);
  const [refused, setRefused] = useState<RefusedScan>();
  const heard = useBurst();
  const before = useRef<Before>(undefined);
  const stateBefore = useRef<CounterState>(undefined);
  const lastTyped = useRef<EventTarget>(null);
  const lastScan = useRef<{ at: number; focused: Element | null }>(NO_SCAN);

  const onMiss = (code: string) => dispatch({ type: 'read-missed', code });

  /**
   * In step 1 the look-up goes on as if the matrícula had been typed. An exchange has its student already. `draft`: the
   * order without the keys of the read, which may have been typed into its CPF.
   */
  const takeStudent = (code: string, draft: SaleDraft) => {
    if (flag === 1 || draft.exchange) return;
    dispatch({ type: 'card-read', digits: withoutAim(code) }, nextInOrder(draft));
  };

  /** Restores the state before the scan. In step 1 the product is then added to the order. */
  const takeScan = (restored: Before, code: string, into: HTMLInputElement) => {
    // A letter of the code may have moved the focus; a searchable field drops its text when it loses it.
    flushSync(() => {
      if (into !== restored.field) into.blur();
      dispatch({ type: 'keys-undone', before: restored.state });
    });
    putBack(restored);
    if (isStudentCard(code, into, index)) {
      return takeStudent(code, restored.state.draft);
    }
    const { counted, list, inactive, sale } = meaningOf(index, code);
    const missed = !counted && !list && sale === undefined;
    if (missed) playMissedScan();
    if (missed || flag === 1) onMiss(code);
    if (flag === 1) return setRefused(missed && inactive === undefined ? { unknown: code } : {});
    if (list) return dispatch(listCalled(list));
    if (sale !== undefined) return dispatch(correcting(sale));
    const action: CounterAction = counted
      ? { type: 'item-scanned', ...counted }
      : { type: 'code-unknown', code, inactiveName: inactive };
    dispatch(action, 'code');
  };

  /** Enter, or the Tab of a scanner. */
  const onEnd = (event: KeyboardEvent, text: string) => {
    const { target, timeStamp } = event;
    const begun = before.current;
    const typedInto = lastTyped.current;
    lastTyped.current = null;
    // A program moves the focus from a field to a button, and presses it, as fast as a scanner types.
    const isOutside = !(typedInto instanceof HTMLInputElement);
    // A person types into the fields of a dialog, and scans into its buttons.
    const intoDialog = isOutside && inDialog(typedInto);
    const field = target instanceof HTMLInputElement ? target : undefined;
    if (field?.dataset.takes === 'codes') return;
    // The scan may have opened a dialog meanwhile, which the second Enter must not confirm.
    const sinceScan = timeStamp - lastScan.current.at;
    const isEcho =
      sinceScan >= 0 &&
      sinceScan <= ECHO_MS &&
      (inDialog(target) || lastScan.current.focused === target);
    const read = field && whatWasRead(text, field, index);
    const readOutside = isOutside && wasReadOutsideFields(text, index);
    const isCard = isStudentCard(text, field, index);
    const isInOneField = begun?.field === field;
    const intoCode = field?.id === 'code';
    const endsInTab = event.key === 'Tab';
    // Where a letter of the code may have led to.
    const intoNext = intoCode || field?.id.startsWith('amount-');
    // Cód handles its own scans, if they end in Enter.
    const isScan = field
      ? isInOneField
        ? read !== undefined && (!intoCode || isCard || endsInTab)
        : (read === 'known' && intoNext && begun !== undefined) || (intoCode && isCard)
      : readOutside;
    if (!isScan && !intoDialog && !isEcho) {
      const unread = read === 'unknown' || meaningOf(index, text).inactive !== undefined;
      if (read && intoCode && unread) onMiss(text);
      if (read && intoCode) lastScan.current = { at: timeStamp, focused: field };
      return setRefused(undefined);
    }
    event.preventDefault();
    event.stopPropagation();
    if (readOutside && !isCard && (intoDialog || (!field && flag === 1))) onMiss(text);
    if (intoDialog) return setRefused({});
    if (!isScan || inDialog(target)) return;
    setRefused(flag === 1 ? {} : undefined);
    if (field && begun) takeScan(begun, text, field);
    else if (isCard && stateBefore.current) {
      // The first key on a button moved the focus to Cód, which holds the text.
      dispatch({ type: 'keys-undone', before: stateBefore.current });
      takeStudent(text, stateBefore.current.draft);
    }
    // Once the focus is where the read has sent it.
    queueMicrotask(() => {
      lastScan.current = { at: timeStamp, focused: document.activeElement };
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { begins, text = '' } = heard(event);
    const ends = event.key === 'Enter' || (event.key === 'Tab' && isReadBeforeTab(text, index));
    if (ends) return onEnd(event, text.trim());
    if (begins !== undefined) {
      if (begins) {
        stateBefore.current = counter.read();
        before.current = beforeKey(counter.read(), event.target);
      }
      lastTyped.current = event.key === ' ' ? null : event.target;
      lastScan.current = NO_SCAN;
      setRefused(undefined);
    } else if (!HELD.includes(event.key)) {
      // A person's key, such as Esc: an Enter after it is a person's, too.
      lastTyped.current = null;
      lastScan.current = NO_SCAN;
    }
  };
  useWindowEvent('keydown', onKeyDown, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins without the message
  useEffect(() => setRefused(undefined), [flag]);
  return refused;
}

import { type KeyboardEvent as FieldKey, useRef } from 'react';

/** Keys pressed in quick succession. A scanner types a code like that and ends it with Enter. */
export type Burst = { readonly text: string; readonly from: number; readonly last: number };

/** A key this long after the previous one begins another burst. */
const PAUSE_MS = 100;
/** A scanner takes 30 ms a key at most. Nobody types several keys in a row as fast as this. */
const FASTEST_PERSON_MS = 50;
/** A scanner that ends its codes with two Enters sends the second this soon. */
export const ECHO_MS = 100;

export function burstWith(burst: Burst | undefined, key: string, at: number): Burst {
  return burst && at - burst.last < PAUSE_MS
    ? { text: burst.text + key, from: burst.from, last: at }
    : { text: key, from: at, last: at };
}

/** The text that was typed at a scanner's pace before an Enter at this moment; undefined for a slower one. */
export function scannedBy(burst: Burst | undefined, at: number): string | undefined {
  if (!burst || at - burst.last >= PAUSE_MS) return undefined;
  return (at - burst.from) / burst.text.length <= FASTEST_PERSON_MS ? burst.text : undefined;
}

/** What a key means among those before it. */
type Heard = {
  /** It is the first one of a burst. */
  readonly begins?: boolean;
  /** Set at an Enter or Tab after a burst at a scanner's pace. */
  readonly text?: string | undefined;
};

/** Enter and Tab are what scanners are set to end a code with. */
const ENDS = ['Enter', 'Tab'];
/** Some scanners hold Shift for capitals, and press Ctrl and ] for the GS between the parts of a GS1 code. */
export const HELD = ['Shift', 'Control'];
const GS = '\u001d';

/** Listens to the keys one by one. Any key that no scanner presses comes from a person. */
export function useBurst() {
  const burst = useRef<Burst>(undefined);
  return (
    event: Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>,
  ): Heard => {
    const { key, timeStamp } = event;
    if (key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) {
      burst.current = burstWith(burst.current, key, timeStamp);
      return { begins: burst.current.text.length === 1 };
    }
    if (HELD.includes(key)) return {};
    if (key === ']' && event.ctrlKey && burst.current) {
      burst.current = burstWith(burst.current, GS, timeStamp);
      return {};
    }
    const ends = ENDS.includes(key) && !(key === 'Tab' && event.shiftKey);
    const text = ends ? scannedBy(burst.current, timeStamp) : undefined;
    burst.current = undefined;
    return { text };
  };
}

/** A program types fewer characters, and Tab, as fast: a quantity, or a short code before the next field. */
export const SHORTEST_BEFORE_TAB = 5;

/** Fewer characters this fast may be a quantity, or typed by a program, which makes no pause either. */
export const SHORTEST_CODE = 3;

/** Listens in the field of a quantity, where who reads on with the scanner has not pressed Enter. */
export function useScanInQuantity() {
  const heard = useBurst();
  const before = useRef('');
  return (event: FieldKey<HTMLInputElement>) => {
    const { begins, text } = heard(event);
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const isReplaced = selectionStart === 0 && selectionEnd === value.length;
    if (begins) before.current = isReplaced ? '' : value;
    return {
      /** Set at an Enter or a Tab of a scanner. */
      scanned: event.key === 'Tab' && (text?.length ?? 0) < SHORTEST_BEFORE_TAB ? undefined : text,
      /** What was typed before that, without the text that the first key replaced. */
      before: before.current,
    };
  };
}

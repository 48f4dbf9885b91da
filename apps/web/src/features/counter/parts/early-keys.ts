import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { fieldsOf, readStored } from '../../../storage/stored-json.ts';
import { useBurst } from '../../../ui/fields/burst.ts';

type EarlyKey = { key: string; shiftKey: boolean };

/** In these fields a letter chooses a person. */
const NUMBERS = ['cpf', 'registration'];
const TYPED = ['Enter', 'Backspace', 'Tab', 'F2', 'F4', 'F8', 'F9'];

declare global {
  interface Window {
    /** Of the script in index.html: the keys since the page began to load; from then on it keeps none. */
    takeEarlyKeys?: () => EarlyKey[];
  }
}

const KEPT = 'early-keys';
/** Keys are for the page that comes next, not for one that is opened later. */
const KEPT_MS = 30_000;

/**
 * What keys wait for: the products of codes that are entered already, a payment that is locked, or the people of
 * earlier sales, one of whom a letter chooses.
 */
type Waiting = 'codes' | 'payment' | 'offers' | false;
/** A look-up that takes longer holds up nothing: the sale goes on without it. */
const OFFERS_MS = 1_500;
/** Between a client who is found and their students. */
const BETWEEN_MS = 50;

/**
 * Types what came while the page loaded, and what comes while no field can take it (`waiting`): the products are
 * still to come, a sale is being sent, the methods of payment are still to come, or the payment waits for the end of
 * the message of the sale before, over a reload too. After a failure nothing is typed. Call it before the hooks that
 * focus fields and listen to keys.
 */
export function useEarlyKeys(waiting: Waiting, failed: boolean): void {
  const kept = useRef<EarlyKey[]>([]);
  const isOffer = useRef(false);
  const heard = useBurst();
  const type = () => {
    isOffer.current = false;
    typeKeys(kept.current.splice(0));
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const follows = kept.current.length > 0;
    // A second Enter on FINALIZAR VENDA is not the next order's.
    const isTyped = key.length === 1 || (TYPED.includes(key) && (follows || waiting === 'codes'));
    const field = document.activeElement;
    // The end of a read is not held back: it may be a student's card.
    const isByHand = heard(event).text === undefined;
    const entersNumber = waiting === 'offers' && key === 'Enter' && isByHand && isFilled(field);
    if (event.repeat || !(entersNumber || (isTyped && isLost(waiting, field, key, follows))))
      return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    // Typed here after it has waited long enough.
    if (waiting === 'offers' && !event.isTrusted) return;
    if (waiting === 'offers' && !follows) {
      isOffer.current = true;
      setTimeout(type, OFFERS_MS);
    }
    kept.current.push({ key, shiftKey });
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onLeave = () => {
    if (kept.current.length === 0) return;
    sessionStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), keys: kept.current }));
  };
  useEffect(() => {
    kept.current.push(...takeKept(), ...(window.takeEarlyKeys?.() ?? []));
  }, []);
  useWindowEvent('keydown', onKey, true);
  useWindowEvent('pagehide', onLeave);
  const typeNow = useEffectEvent(type);
  useEffect(() => {
    if (waiting) return;
    if (failed) kept.current = [];
    // Outside of React's own work, and before the next key.
    if (!isOffer.current) return queueMicrotask(typeNow);
    const timer = setTimeout(typeNow, BETWEEN_MS);
    return () => clearTimeout(timer);
  }, [waiting, failed]);
}

function isLost(waiting: Waiting, field: Element | null, key: string, follows: boolean): boolean {
  if (!waiting) return follows;
  // What is disabled keeps the focus until the browser draws again.
  if (field === document.body || field?.matches(':disabled')) return true;
  if (waiting === 'offers') return follows || (isFilled(field) === false && /^[a-e]$/i.test(key));
  // Without its methods, a select can choose none.
  if (waiting === 'payment') return field?.id.startsWith('method-') === true;
  // Further codes may come. What follows a key that closes the order does not belong here any more.
  const isEmpty = field instanceof HTMLInputElement && field.id === 'code' && field.value === '';
  return follows || key === 'F8' || (key === 'Enter' && isEmpty);
}

/** Undefined for other fields than CPF and matrícula. */
const isFilled = (field: Element | null) =>
  field instanceof HTMLInputElement && NUMBERS.includes(field.id) ? field.value !== '' : undefined;

function takeKept(): readonly EarlyKey[] {
  const kept = readStored(sessionStorage.getItem(KEPT), fieldsOf<{ at: number; keys: EarlyKey[] }>);
  sessionStorage.removeItem(KEPT);
  const isFresh = Date.now() - (kept?.at ?? 0) < KEPT_MS;
  return isFresh && Array.isArray(kept?.keys) ? kept.keys : [];
}

function typeKeys(keys: readonly EarlyKey[]): void {
  for (const { key, shiftKey } of keys) {
    // A key may move the focus, or disable what has it.
    flushSync(() => {});
    typeKey(document.activeElement ?? document.body, key, shiftKey);
  }
}

/** A key event that a script makes is only announced: what the browser itself does after it is done here. */
function typeKey(target: Element, key: string, shiftKey: boolean): void {
  const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(event)) return;
  // The field may have changed on the way. With the commands of the browser, its own input events come too.
  const field = document.activeElement;
  if (key.length === 1) document.execCommand('insertText', false, key);
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Enter' && field instanceof HTMLButtonElement) field.click();
  else if (key === 'Tab') focusNeighbour(field, shiftKey ? -1 : 1);
}

function focusNeighbour(field: Element | null, step: number): void {
  const all = [...document.querySelectorAll<HTMLElement>('input, button, a[href]')];
  const order = all.filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );
  const next = order[order.indexOf(field as HTMLElement) + step];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

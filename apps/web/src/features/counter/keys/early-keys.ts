import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useBurst } from '../../../ui/fields/burst.ts';
import { keepKeys, takeKeptKeys } from '../../../ui/fields/kept-keys.ts';
import { type TypedKey, typeKeys } from '../../../ui/fields/type-keys.ts';

/** In these fields a letter chooses a person, unless it stands in a word: its other letters wait with it. */
const NUMBERS = ['cpf', 'registration'];
const TYPED = ['Enter', 'Backspace', 'Tab', 'F2', 'F4', 'F8', 'F9'];

/**
 * What keys wait for: the products of codes that are entered already, a payment that is locked, or the people of
 * earlier sales, one of whom a letter chooses.
 */
type Waiting = 'codes' | 'payment' | 'offers' | false;
/** A look-up that takes longer holds up nothing: the sale goes on without it. */
const OFFERS_MS = 3_000;
/** Between a client who is found and their students. */
const BETWEEN_MS = 50;

/**
 * Types what came while the page loaded, and what comes while no field can take it (`waiting`): the products are
 * still to come, a sale is being sent, the methods of payment are still to come, or the payment waits for the end of
 * the message of the sale before, over a reload too. Of several orders that are typed ahead every key waits as it would
 * have for a hand, and what is typed meanwhile waits behind it. Once the counter has said that something is wrong
 * (`stopped`), nothing is typed. Call it before the hooks that focus fields and listen to keys.
 */
export function useEarlyKeys(waiting: Waiting, stopped: boolean): void {
  const kept = useRef<TypedKey[]>([]);
  const patience = useRef<number>(undefined);
  const heard = useBurst();
  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey, timeStamp } = event;
    const isRead = heard(event).text !== undefined;
    const follows = kept.current.length > 0;
    // A second Enter on FINALIZAR VENDA is not the next order's.
    const mayBegin = waiting === 'codes' || (waiting === 'offers' && /^(F8|Enter)$/.test(key));
    const isTyped = key.length === 1 || (TYPED.includes(key) && (follows || mayBegin));
    // What is typed here has waited already.
    if (!event.isTrusted || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const typed = { key, shiftKey, isRead, at: performance.timeOrigin + timeStamp };
    if (!isTyped || !isLost(waiting, typed, follows)) return;
    kept.current.push(typed);
    if (waiting === 'offers') wait();
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** Who types on is not looking yet. */
  const wait = () => {
    clearTimeout(patience.current);
    patience.current = window.setTimeout(() => typeNow(true), OFFERS_MS);
  };
  const mustWait = useEffectEvent((next: TypedKey, goesOn: boolean) => {
    // What follows is of no order.
    if (stopped) kept.current.length = 0;
    const waits = !(goesOn && waiting === 'offers') && isLost(waiting, next, false);
    if (waits && waiting === 'offers') wait();
    return stopped || waits;
  });
  /** `goesOn`: without the people who are still looked up, unless who typed on after F8 would not see it. */
  const typeNow = useEffectEvent((goesOn = false) => {
    clearTimeout(patience.current);
    patience.current = undefined;
    const isSeen = kept.current.slice(0, -1).every(({ key }) => key !== 'F8');
    typeKeys(kept.current, (next) => mustWait(next, goesOn && isSeen));
  });
  useEffect(() => void kept.current.push(...takeKeptKeys()), []);
  useWindowEvent('keydown', onKey, true);
  useWindowEvent('pagehide', () => keepKeys(kept.current));
  useEffect(() => {
    if (waiting) return;
    // Outside of React's own work, and before the next key.
    if (!patience.current) return queueMicrotask(typeNow);
    const timer = setTimeout(typeNow, BETWEEN_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
}

function isLost(waiting: Waiting, { key, isRead }: TypedKey, follows: boolean): boolean {
  if (!waiting) return follows;
  const field = document.activeElement;
  // The end of a read is not held back: it may be a student's card.
  if (waiting === 'offers' && !follows && key === 'Enter')
    return !isRead && isFilled(field) === true;
  // What is disabled keeps the focus until the browser draws again.
  if (field === document.body || field?.matches(':disabled')) return true;
  // FECHAR PEDIDO waits for the name of the client.
  if (waiting === 'offers' && (follows || key === 'F8')) return true;
  if (waiting === 'offers') return isFilled(field) === false && /^\p{L}$/u.test(key);
  // Without its methods, a select can choose none.
  if (waiting === 'payment') return field?.id.startsWith('method-') === true;
  // Further codes may come. What follows a key that closes the order does not belong here any more.
  const isEmpty = field instanceof HTMLInputElement && field.id === 'code' && field.value === '';
  return follows || key === 'F8' || (key === 'Enter' && isEmpty);
}

/** Undefined for other fields than CPF and matrícula. */
const isFilled = (field: Element | null) =>
  field instanceof HTMLInputElement && NUMBERS.includes(field.id) ? field.value !== '' : undefined;

import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { ApiRefusal, mayHaveActed } from '../../../api/errors.ts';
import { uuid } from '../../../api/uuid.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../../storage/unsaved-input.ts';

/** `at`: when it was read, by the browser's clock. */
export type Read = { key: string; product: number; quantity: number; at: number };
export type RefusedRead = { read: Read; why: string };

const TRY_AGAIN_MS = 3_000;
/** The most lines of a call. */
const MOST = 500;
/** A read that waited longer says so. */
const LATE_MS = 2_000;

/**
 * The reads of a count, each sent once by its own key. They wait in the browser until the server has them, over a
 * network that comes and goes, a reload and a sign-out.
 */
export function useReads(count: number, onSent: (products: Map<number, number>) => void) {
  const user = useContext(UserIdContext);
  const form = `count:${count}`;
  const [waiting, setWaiting] = useState(() => readUnsaved(user, form, asReads) ?? []);
  const [refused, setRefused] = useState<readonly RefusedRead[]>([]);
  const [isLate, setLate] = useState(false);
  /** Why the server takes none of them now; they wait until somebody sends them again. */
  const [halted, setHalted] = useState<string>();
  const queue = useRef(waiting);
  const isSending = useRef(false);

  const set = (reads: Read[]) => {
    queue.current = reads;
    if (reads.length > 0) storeUnsaved(user, form, { underWay: true, reads });
    else removeUnsaved(user, form);
    setWaiting(reads);
  };
  const add = (product: number, quantity: number) => {
    const read = { key: uuid(), product, quantity, at: Date.now() };
    set([...queue.current, read]);
    return read;
  };
  const drop = (gone: readonly Read[]) => {
    const keys = new Set(gone.map(({ key }) => key));
    set(queue.current.filter(({ key }) => !keys.has(key)));
  };

  const send = useEffectEvent(async () => {
    if (isSending.current || queue.current.length === 0) return;
    isSending.current = true;
    const part = queue.current.slice(0, MOST);
    try {
      const lines = part.map(lineOf);
      const { products } = await call('addCountLines', { params: { id: count }, body: { lines } });
      drop(part);
      setLate(false);
      setHalted(undefined);
      onSent(new Map(products.map(({ product, counted }) => [product, counted])));
    } catch (error) {
      const isRefused = error instanceof ApiRefusal && !mayHaveActed(error);
      setLate(!isRefused);
      if (!isRefused) return;
      const why = error.problem.detail;
      const bad = refusedOf(part, error);
      if (!bad) return setHalted(why);
      drop(bad);
      setHalted(undefined);
      setRefused((before) => [...before, ...bad.map((read) => ({ read, why }))]);
    } finally {
      isSending.current = false;
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits is sent at once
  useEffect(() => void send(), [waiting]);
  useEffect(() => {
    if (halted !== undefined) return;
    const timer = setInterval(() => void send(), TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [halted]);

  const sendAgain = () => void send();
  return { waiting, refused, isLate, halted, add, sendAgain, forgetRefused: () => setRefused([]) };
}

/** The reads that the server will never take; undefined where it does not say which. */
function refusedOf(part: readonly Read[], error: ApiRefusal): readonly Read[] | undefined {
  if (error.code === 'count_ended' || error.code === 'not_found') return part;
  const at = /^body\/lines\/(\d+)/.exec(error.problem.field ?? '')?.[1];
  const bad = part[Number(at)];
  return at !== undefined && bad ? [bad] : undefined;
}

function lineOf({ key, product, quantity, at }: Read) {
  const ago = Math.min(Math.max(0, Date.now() - at), 86_400_000);
  return { key, product, quantity, ...(ago > LATE_MS && { ago }) };
}

function asReads(stored: unknown): Read[] | undefined {
  const { reads } = fieldsOf<{ reads: unknown }>(stored);
  const isRead = (read: unknown) => {
    const { key, product, quantity, at } = fieldsOf<Read>(read);
    return typeof key === 'string' && [product, quantity, at].every(Number.isSafeInteger);
  };
  return Array.isArray(reads) && reads.every(isRead) ? (reads as Read[]) : undefined;
}

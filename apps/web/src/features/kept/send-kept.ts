import type { NewKeptSale, RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { digitsOf } from '@balcao/domain/cpf.ts';
import { call } from '../../api/call.ts';
import { ApiRefusal, failureWords, isTryLater, refusalCode } from '../../api/errors.ts';
import { readServerTrouble, subscribeServerTrouble } from '../../api/server-trouble.ts';
import { readSession } from '../../api/session.ts';
import { timeNow } from '../../storage/server-clock.ts';
import { fieldsOf, readStored } from '../../storage/stored-json.ts';
import { deviceNumber, forgetKept, noteProblem } from './kept-changes.ts';
import type { KeptPerson, KeptSale } from './kept-sale.ts';
import { keptSales, loadKept, noteSent, subscribeKept } from './kept-sales.ts';
import { opensAgain } from './server-away.ts';

/** The calls that record a kept sale; tests bring their own. */
export type KeptCalls = {
  readonly createPerson: (
    party: 'client' | 'student',
    person: { number: string; name: string },
  ) => Promise<{ id: number }>;
  readonly create: (key: string, body: NewKeptSale) => Promise<RecordedKeptSale>;
};

const callsUntil = (signal: AbortSignal): KeptCalls => ({
  createPerson: (party, { number, name }) =>
    party === 'client'
      ? call('createClient', { body: { cpf: number, name }, signal })
      : call('createStudent', { body: { registration: number, name }, signal }),
  create: (key, body) =>
    call('createKeptSale', { body, headers: { 'idempotency-key': key }, signal }),
});

/** Records a kept sale exactly once. `waiting`: how many this computer keeps. Throws the refusal. */
export async function sendKeptSale(
  kept: KeptSale,
  waiting: number,
  calls: KeptCalls,
): Promise<RecordedKeptSale> {
  const { key, figures, paper } = kept;
  const record = (sale: NewSale) =>
    calls.create(key, { made_at: kept.madeAt, device: deviceNumber(), waiting, sale, paper });
  const idOf = async (party: 'client' | 'student', person: KeptPerson) =>
    'id' in person ? person.id : (await calls.createPerson(party, person)).id;
  const client = await idOf('client', kept.client);
  const student = kept.student && (await idOf('student', kept.student));
  const { products, ...sums } = figures;
  const seller = kept.user > 0 && { seller: kept.user };
  try {
    return await record({ products, client, student, ...seller, ...sums });
  } catch (error) {
    if (refusalCode(error) !== 'key_reused') throw error;
    // An earlier body may name the client as they were on record then.
    for (const body of kept.sent.filter((each) => hasFigures(each, figures)).toReversed()) {
      const found = await record(body);
      if (isOfClient(found, kept)) return found;
    }
    throw error;
  }
}

const hasFigures = ({ client, student, seller, ...figures }: NewSale, kept: KeptSale['figures']) =>
  JSON.stringify(figures) === JSON.stringify(kept);

/** A client who was anonymised since has no CPF, and the counter does not know that of one who was offered. */
function isOfClient({ sale }: RecordedKeptSale, { receipt }: KeptSale): boolean {
  const [found, kept] = [sale?.client_data.cpf ?? '', receipt.client_data.cpf];
  return found === '' || kept === '' || digitsOf(found) === digitsOf(kept);
}

/** Without an answer of ours it waits, and when the seller has met too many people in an hour; anything else is a refusal. */
const isUnanswered = (error: unknown) =>
  !(error instanceof ApiRefusal) || [401, 429, 503].includes(error.status) || isTryLater(error);

/** Sends those of the user, one by one. Throws when the server does not answer. `refused`: not again before the next start. */
async function sendAll(user: number, refused: Set<string>, signal: AbortSignal): Promise<void> {
  const calls = callsUntil(signal);
  // Another tab may have sent some.
  await loadKept();
  for (;;) {
    const kept = keptSales();
    const next = kept.find((sale) => sale.user === user && !refused.has(sale.key));
    if (!next || signal.aborted || readSession()?.user.id !== user) return;
    try {
      const { sale, reasons } = await sendKeptSale(next, kept.length, calls);
      await forgetKept(next.key);
      noteSent({ id: sale?.id ?? null, reasons });
    } catch (error) {
      if (isUnanswered(error)) throw error;
      console.warn('A kept sale was refused', error);
      refused.add(next.key);
      const words = failureWords(error as Error) ?? '';
      await noteProblem(next, { code: refusalCode(error) ?? '', words });
    }
  }
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends what this computer keeps of the user: at once, when the server is back, and with growing pauses while
 * it does not. Closing the page is asked about while it would not open again. Returns the way to stop.
 */
export function startSending(user: number): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const refused = new Set<string>();
  let pauseMs = FIRST_PAUSE_MS;
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;

  const isWaiting = () => keptSales().some((sale) => sale.user === user && !refused.has(sale.key));
  const run = async () => {
    clearTimeout(timer);
    // The end of the trouble calls again.
    if (running || signal.aborted || readServerTrouble() !== undefined || !isWaiting()) return;
    const left = notBefore - performance.now();
    if (left > 0) return later(left);
    running = true;
    const isDone = await inOneTab(() => sendAll(user, refused, signal)).catch((error) => {
      if (!signal.aborted) console.warn('What is kept was not sent', error);
      return false;
    });
    running = false;
    if (isDone) pauseMs = FIRST_PAUSE_MS;
    else {
      notBefore = performance.now() + pauseMs;
      later(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  };
  const later = (ms: number) => {
    timer = setTimeout(() => void run(), ms);
  };
  const hear = () => void run();

  hear();
  const ends = [subscribeServerTrouble(hear), subscribeKept(hear)];
  window.addEventListener('online', hear, { signal });
  const ask = (event: BeforeUnloadEvent) => {
    const isLost = readServerTrouble() !== undefined && !opensAgain();
    if (isLost && readSession() && keptSales().length > 0) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask, { signal });
  return () => {
    stopped.abort();
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

const LOCK = 'kept-sales-lock';
const LEASE_MS = 30_000;

/** Does `act` unless another tab is at it, and returns whether it did. */
async function inOneTab(act: () => Promise<void>): Promise<boolean> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return withLease(act);
  return locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await act();
    return lock !== null;
  });
}

/**
 * Web Locks need TLS or this computer itself. Two tabs that take the lease at the same moment both send, and each sale
 * is recorded once all the same.
 */
async function withLease(act: () => Promise<void>): Promise<boolean> {
  const now = () => timeNow().getTime();
  const { until } = readStored(localStorage.getItem(LOCK), fieldsOf<{ until: unknown }>) ?? {};
  if (typeof until === 'number' && until > now()) return false;
  const take = () => localStorage.setItem(LOCK, JSON.stringify({ until: now() + LEASE_MS }));
  take();
  const taking = setInterval(take, LEASE_MS / 3);
  try {
    await act();
  } finally {
    clearInterval(taking);
    localStorage.removeItem(LOCK);
  }
  return true;
}

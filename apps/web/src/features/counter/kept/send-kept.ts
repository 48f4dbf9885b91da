import type { RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import type { NewSale, Sale } from '@balcao/contract/sales/sales.ts';
import { digitsOf } from '@balcao/domain/cpf.ts';
import { call } from '../../../api/call.ts';
import {
  ApiRefusal,
  ApiUnreachable,
  ApiUnusable,
  failureWords,
  isTryLater,
  refusalCode,
  refusesUser,
} from '../../../api/errors.ts';
import { pause } from '../../../api/retries.ts';
import { readServerTrouble, subscribeServerTrouble } from '../../../api/server-trouble.ts';
import { readSession } from '../../../api/session.ts';
import { uuid } from '../../../api/uuid.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import {
  KEPT_MARK,
  type KeptPerson,
  type KeptSale,
  noteKept,
  readKept,
  subscribeKept,
} from '../../kept/kept-sales.ts';
import { forgetKept, loadKept, noteProblem } from '../../kept/kept-store.ts';
import { opensAgain } from '../../kept/server-away.tsx';
import { callsOf, type Kind } from '../../people/people.queries.ts';

/** It was recorded before it was kept, for another student than the one on its paper. */
class OfAnotherStudent extends Error {
  readonly problem: KeptSale['problem'];

  constructor(sale: number) {
    const words = `Já registrada, como a nº ${sale}, sem o aluno do papel. Avise um administrador.`;
    super(words);
    this.problem = { code: 'other_student', words };
  }
}

/**
 * Records a kept sale exactly once. `waiting`: how many this computer keeps. Throws the refusal, and OfAnotherStudent.
 */
export async function sendKeptSale(
  kept: KeptSale,
  waiting: number,
  signal: AbortSignal,
): Promise<RecordedKeptSale> {
  const { key, figures, paper } = kept;
  const record = (sale: NewSale) =>
    call('createKeptSale', {
      body: { made_at: kept.madeAt, device: deviceNumber(), waiting, sale, paper },
      headers: { 'idempotency-key': key },
      signal,
    });
  const idOf = async (kind: Kind, person: KeptPerson) =>
    'id' in person ? person.id : (await callsOf[kind].create(person, signal)).id;
  const client = await idOf('client', kept.client);
  const student = kept.student && (await idOf('student', kept.student));
  const { products, ...sums } = figures;
  const seller = kept.user > 0 && { seller: kept.user };
  try {
    return await record({ products, client, student, ...seller, ...sums });
  } catch (error) {
    if (!isReused(error)) throw error;
    // An earlier body may name the client as they were on record then.
    for (const body of kept.sent.filter((each) => hasFigures(each, figures)).toReversed()) {
      const found = await record(body).catch(unlessReused);
      if (!found || (body.client !== client && !isOfClient(found, kept))) continue;
      if (!found.sale || body.student === student || isOfStudent(found.sale, kept)) return found;
      throw new OfAnotherStudent(found.sale.id);
    }
    throw error;
  }
}

const isReused = (error: unknown) => refusalCode(error) === 'key_reused';

function unlessReused(error: unknown): undefined {
  if (!isReused(error)) throw error;
}

const hasFigures = ({ client, student, seller, ...figures }: NewSale, kept: KeptSale['figures']) =>
  JSON.stringify(figures) === JSON.stringify(kept);

/** A client who was anonymised since has no CPF. Of one who was offered, only the id is known here. */
function isOfClient({ sale }: RecordedKeptSale, { receipt }: KeptSale): boolean {
  const found = digitsOf(sale?.client_data.cpf ?? '');
  const kept = digitsOf(receipt.client_data.cpf);
  return kept !== '' && (found === '' || found === kept);
}

const isOfStudent = (sale: Sale, { receipt }: KeptSale) =>
  sale.student_data?.registration === receipt.student_data?.registration;

const DEVICE = 'kept-device';

/** The number of this computer, which it has invented. */
function deviceNumber(): string {
  const known = localStorage.getItem(DEVICE);
  if (known && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(known)) return known;
  const invented = uuid();
  localStorage.setItem(DEVICE, invented);
  return invented;
}

/**
 * Without an answer of ours it waits, when the server wants something of the seller first, and when they have met too
 * many people in an hour. Anything else is of this sale alone, and the next ones do not wait for it.
 */
function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiUnreachable || error instanceof ApiUnusable) return true;
  if (!(error instanceof ApiRefusal)) return false;
  return [401, 429, 503].includes(error.status) || isTryLater(error) || refusesUser(error);
}

const NOT_SENT = 'Não foi possível enviar esta venda. Avise a informática.';

const problemOf = (error: Error) =>
  error instanceof OfAnotherStudent
    ? error.problem
    : { code: refusalCode(error) ?? '', words: failureWords(error, {}, NOT_SENT) ?? '' };

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends what this computer keeps of the user: at once, when the server is back, and with growing pauses while
 * it does not. Closing the page is asked about while it would not open again. Returns the way to stop.
 */
export function startSending(user: number): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const ask = (event: BeforeUnloadEvent) => {
    const isLost = readServerTrouble() !== undefined && !opensAgain();
    if (isLost && readSession() && readKept().sales.length > 0) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask, { signal });
  // Of another tab.
  const hear = ({ key }: StorageEvent) => key === KEPT_MARK && void loadKept();
  window.addEventListener('storage', hear, { signal });
  void goOnSending(user, signal);
  return () => stopped.abort();
}

async function goOnSending(user: number, signal: AbortSignal): Promise<void> {
  // Not again before the next start.
  const settled = new Set<string>();
  const next = () =>
    readSession()?.user.id === user
      ? readKept().sales.find((sale) => sale.user === user && !settled.has(sale.key))
      : undefined;
  const sendAll = async () => {
    // Another tab may have sent some.
    await loadKept();
    for (let kept = next(); kept && !signal.aborted; kept = next()) {
      try {
        const sent = await sendKeptSale(kept, readKept().sales.length, signal);
        settled.add(kept.key);
        await forgetKept(kept.key);
        noteKept({ sent });
      } catch (error) {
        if (signal.aborted || isUnanswered(error)) throw error;
        console.warn('A kept sale was refused', error);
        settled.add(kept.key);
        await noteProblem(kept.key, problemOf(error as Error));
      }
    }
  };
  await loadKept().catch(console.warn);
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    await changeUntil(() => signal.aborted || (!readServerTrouble() && next() !== undefined));
    if (signal.aborted) return;
    try {
      await inOneTab(signal, sendAll);
      pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      if (signal.aborted) return;
      console.warn('What is kept was not sent', error);
      await pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }
}

/** Resolves when it is so, which is looked at whenever something is kept or gone, and the server goes or comes. */
function changeUntil(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      for (const end of ends) end();
      resolve();
    };
    const ends = [subscribeServerTrouble(look), subscribeKept(look)];
    look();
  });
}

const LOCK = 'kept-sales-lock';
const LEASE_MS = 30_000;

/**
 * Web Locks need TLS or this computer itself. Without them a tab takes a lease: two that take it at the same moment
 * both send, and each sale is recorded once all the same. Throws while another tab has it.
 */
async function inOneTab(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (locks) return locks.request(LOCK, { signal }, act);
  const now = () => timeNow().getTime();
  const left = Number(localStorage.getItem(LOCK)) - now();
  // No tab takes a longer one.
  if (left > 0 && left <= LEASE_MS) throw new Error('Another tab is sending');
  const take = () => localStorage.setItem(LOCK, String(now() + LEASE_MS));
  const giveBack = () => localStorage.removeItem(LOCK);
  take();
  const taking = setInterval(take, LEASE_MS / 3);
  // The page that comes in its place need not wait for the end of the lease.
  window.addEventListener('pagehide', giveBack);
  try {
    await act();
  } finally {
    clearInterval(taking);
    window.removeEventListener('pagehide', giveBack);
    giveBack();
  }
}

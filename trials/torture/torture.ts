import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { Answers } from './answers.ts';
import { auditTroubles, checkAudit, checkBooks, troublesOf } from './check-books.ts';
import { type FaultName, faults, faultsFor, shuffled } from './faults.ts';
import { type FaultyProxy, openFaultyProxy, type Shares } from './faulty-proxy.ts';
import { Gate } from './gate.ts';
import type { Ledger } from './ledger.ts';
import { randomNumbers } from './random.ts';
import { Report } from './report.ts';
import { type Work, work } from './seller.ts';
import { type Account, hire, signInAdministrator } from './staff.ts';
import { stock } from './stock.ts';
import { type Place, TorturedShop } from './tortured-shop.ts';

const CLIENTS = 16;
const NETWORK: Shares = {
  'reply lost': 0.05,
  'reply late': 0.03,
  'request doubled': 0.03,
  'request cut': 0.02,
};
/** Sales between two faults, at most; the fault comes at any of them. */
const MOST_SALES_BEFORE = 40;
/** And some milliseconds after an answer: at any point of the next sales. */
const PHASE_MS = 20;
/** More than can have been under way: the wait for what the fault has held up is among them. */
const ANSWERS_AFTER = CLIENTS * 3;
/** A shop that is not back by then is not coming back. */
const RECOVERY_MS = 120_000;
/** A closing counts all sales of its box: with boxes of the whole run that would grow by the square. */
const FAULTS_IN_A_SHIFT = 25;

export type Torture = {
  place: Place;
  faults: number;
  seed: number;
  /** Unset: all that can be done to this place. */
  only?: readonly FaultName[];
  /** Makes the database worse before the first fault, to see that it is found. */
  plant?: (books: Connection) => Promise<void>;
  /** Looks at the books of a run that has found nothing, after its last check. */
  inspect?: (books: Connection, ledger: Ledger) => Promise<void>;
  say?: (line: string) => void;
  /** Aborted: no further fault; what has been done is checked all the same. */
  enough?: AbortSignal;
};

/**
 * Sells at a shop of its own through a bad network, does one thing after another to it, and after each
 * lets the counters come to rest and holds the books against what they were told. Ends at the first
 * trouble. Never throws: what went wrong is in the report.
 */
export async function torture(run: Torture): Promise<Report> {
  const report = new Report(run.seed, Boolean(run.place.databaseUrl));
  const shop = new TorturedShop(run.place);
  let brokeOff = false;
  try {
    await torment(shop, run, report);
  } catch (error) {
    brokeOff = true;
    report.troubles.push((error as Error).stack ?? String(error));
  }
  const code = await shop.stop();
  if (code !== 0) report.troubles.push(`At the end SIGTERM ended the server with ${code}`);
  // What a check has found is not looked for again.
  if (brokeOff || report.troubles.length === 0) await lookAgain(shop, run, report);
  return report;
}

async function torment(shop: TorturedShop, run: Torture, report: Report): Promise<void> {
  const { possible, leftOut } = faultsFor(shop);
  report.leftOut = run.only ? [] : leftOut;
  // Streams of their own: the faults of a seed are the same ones whatever the timing of the sales.
  const stream = (number: number) => randomNumbers(run.seed + number * 0x9e3779b9);
  const random = stream(0);
  const next = shuffled(run.only ?? possible, random);

  const origin = await shop.open();
  const administrator = await signInAdministrator(shop);
  const sales = await stock(origin, await administrator.token());
  let staff: Account[] = [];
  const answers = new Answers();
  const proxy = await openFaultyProxy({
    target: () => shop.open(),
    random: stream(1),
    shares: NETWORK,
    // Here and not at the counters, where replies that the network has held back come meanwhile.
    onReply: (reply) => {
      if (reply.toString('latin1', 0, 13) === 'HTTP/1.1 201 ') answers.heard();
    },
  });
  const { ledger } = report;
  const gate = new Gate(CLIENTS);
  const selling = Promise.all(
    Array.from({ length: CLIENTS }, (_, counter) =>
      work({
        origin: proxy.origin,
        gate,
        ledger,
        sales,
        random: stream(2 + counter),
        account: () => staff[counter % staff.length] as Account,
        administrator,
      } satisfies Work),
    ),
  );
  const orFail = <T>(wanted: Promise<T>, what: string) =>
    within(RECOVERY_MS, what, [wanted, shop.unplannedEnd, selling.then(() => wanted)]);

  try {
    for (let number = 0; number < run.faults && !run.enough?.aborted; number++) {
      if (number % FAULTS_IN_A_SHIFT === 0) {
        staff = [administrator, ...(await hire(shop, administrator))];
        if (number === 0) await withBooks(shop, async (books) => run.plant?.(books));
      }
      const name = next.next().value;
      const before = answers.next(1 + random.below(MOST_SALES_BEFORE));
      gate.open();
      await orFail(before, 'the sales before a fault');
      await delay(random.below(PHASE_MS));
      let recovered: Promise<number> | undefined;
      const now = () => {
        recovered = answers.next(ANSWERS_AFTER);
      };
      await orFail(faults[name].strike({ shop, random, now }), name);
      if (!recovered) throw new Error(`${name} does not say when it strikes`);
      report.recovered(name, await orFail(recovered, `the recovery from ${name}`));
      await orFail(rest(gate, proxy), `the rest after ${name}`);
      await withBooks(shop, (books) => check(books, report));
      if (report.troubles.length > 0)
        report.troubles.unshift(`After fault ${number + 1}, ${name}:`);
      if (report.troubles.length > 0) break;
      if ((number + 1) % FAULTS_IN_A_SHIFT === 0) {
        await withBooks(shop, (books) => checkChain(books, shop, report));
        run.say?.(report.progress());
      }
    }
  } finally {
    gate.end();
    report.network = proxy.counts;
    await proxy.close();
    // The first trouble is the one to tell; without any there is none here either.
    await selling.catch(() => {});
  }
}

/** Nothing is being sold, and nothing that was sent is still on its way. */
async function rest(gate: Gate, proxy: FaultyProxy): Promise<void> {
  await gate.close();
  await proxy.quiet();
}

/** After the end, as the shop is found in the next morning. */
async function lookAgain(shop: TorturedShop, run: Torture, report: Report): Promise<void> {
  try {
    await withBooks(shop, async (books) => {
      await check(books, report);
      await checkChain(books, shop, report);
      if (report.troubles.length === 0) await run.inspect?.(books, report.ledger);
    });
  } catch (error) {
    report.troubles.push((error as Error).stack ?? String(error));
  }
}

async function check(books: Connection, report: Report): Promise<void> {
  const started = performance.now();
  const found = await checkBooks(books, report.ledger);
  report.checked(found, performance.now() - started);
  report.troubles.push(...troublesOf(found));
}

async function checkChain(books: Connection, shop: TorturedShop, report: Report): Promise<void> {
  report.audit = await checkAudit(books, shop.place.dataDir);
  report.troubles.push(...auditTroubles(report.audit));
}

async function withBooks<T>(shop: TorturedShop, look: (books: Connection) => Promise<T>) {
  const books = await shop.books();
  try {
    return await look(books);
  } finally {
    await books.close();
  }
}

async function within<T>(ms: number, what: string, one: Promise<T>[]): Promise<T> {
  const over = new AbortController();
  const tooLate = delay(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`Waited ${ms / 1000} s in vain for ${what}`);
  });
  tooLate.catch(() => {});
  try {
    return await Promise.race([...one, tooLate]);
  } finally {
    over.abort();
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { auditTroubles, checkAudit, checkBooks, troublesOf } from './check-books.ts';
import { type FaultName, faults, faultsFor } from './faults.ts';
import { openFaultyProxy, type Shares } from './faulty-proxy.ts';
import { type Ledger, Replies } from './ledger.ts';
import { randomNumbers, shuffled } from './random.ts';
import { Report } from './report.ts';
import { COUNTERS, openCounters, workOnce } from './seller.ts';
import { setCashBox } from './staff-and-stock.ts';
import { fillShelves, stockTroubles } from './stock.ts';
import { type Place, TorturedShop } from './tortured-shop.ts';

const NETWORK: Shares = {
  'reply lost': 0.05,
  'reply late': 0.03,
  'request doubled': 0.03,
  'request cut': 0.02,
};
/** A fault comes after one sale to this many, */
const MOST_SALES_BEFORE = 40;
/** and up to this long after a reply: at any point of the next sales. */
const PHASE_MS = 20;
/** More than can have been under way, so that the longest wait is among them. */
const REPLIES_AFTER = COUNTERS * 3;
const RECOVERY_MS = 120_000;
/** A closing reads all sales of its box: with one box for the whole run that would grow quadratically. */
const FAULTS_IN_A_SHIFT = 25;
/** Then the shop goes over from counted boxes to simple ones, or back. */
const FAULTS_IN_A_MODE = 3;

export type Torture = {
  place: Place;
  faults: number;
  seed: number;
  /** All faults that this place allows, if not set. */
  only?: readonly FaultName[];
  /** Plants a fault in the database before the first fault. */
  plant?: (books: Connection) => Promise<void>;
  /** Reads the books after the last check, if nothing was wrong. */
  inspect?: (books: Connection, ledger: Ledger) => Promise<void>;
  say?: (line: string) => void;
  /** When aborted, no further fault comes; the final checks still run. */
  enough?: AbortSignal;
};

/**
 * Sells at a shop of its own through a bad network and makes one fault after another. After each it lets the
 * counters come to rest and compares the books with their list. Ends at the first trouble. Never throws:
 * errors are in the report.
 */
export async function torture(run: Torture): Promise<Report> {
  const report = new Report(run.seed, run.place.databaseUrl);
  const shop = new TorturedShop(run.place);
  const fails = (work: Promise<void>): Promise<boolean> =>
    work.then(
      () => false,
      (error: Error) => {
        report.troubles.push(error.stack ?? String(error));
        return true;
      },
    );
  const brokeOff = await fails(makeFaults(shop, run, report));
  const code = await shop.stop();
  if (code !== 0) report.troubles.push(`At the end SIGTERM ended the server with ${code}`);
  // A finding of the last check needs no second one.
  if (!brokeOff && report.troubles.length > 0) return report;
  const lastCheck = shop.withBooks(async (books) => {
    await check(books, report);
    await checkChain(books, shop, report);
    if (report.troubles.length === 0) await run.inspect?.(books, report.ledger);
  });
  await fails(lastCheck);
  return report;
}

async function makeFaults(shop: TorturedShop, run: Torture, report: Report): Promise<void> {
  // Separate streams: a seed always makes the same faults, and the timing of the sales changes none.
  const stream = (number: number) => randomNumbers(run.seed + number * 0x9e3779b9);
  const random = stream(0);
  const next = shuffled(run.only ?? faultsFor(shop), random);

  const { administrator, sales, gate, selling, counter, changeStaff } = await openCounters({
    shop,
    ledger: report.ledger,
    origin: () => proxy.origin,
    random: (counter) => stream(2 + counter),
  });
  const replies = new Replies();
  await shop.withBooks((books) => fillShelves(books, sales, report.ledger));
  const proxy = await openFaultyProxy({
    target: () => shop.open(),
    random: stream(1),
    shares: NETWORK,
    // Counted here, since replies that the network holds back reach the counters during a recovery.
    onReply: (reply) => {
      if (reply.toString('latin1', 0, 13) === 'HTTP/1.1 201 ') replies.arrived();
    },
  });
  const orFail = <T>(wanted: Promise<T>, what: string) =>
    within(RECOVERY_MS, what, [wanted, shop.unplannedEnd, selling.then(() => wanted)]);
  const rest = async () => {
    await gate.close();
    await proxy.quiet();
  };

  try {
    for (let number = 0; number < run.faults && !run.enough?.aborted; number++) {
      if (number % FAULTS_IN_A_SHIFT === 0) await changeStaff();
      if (number % FAULTS_IN_A_MODE === 0) {
        await setCashBox(
          shop,
          administrator,
          (number / FAULTS_IN_A_MODE) % 2 ? 'counted' : 'simple',
        );
      }
      // After all that the counters rely on: a planted fault may lose it, and the run would end by that.
      if (number === 0) await shop.withBooks(async (books) => run.plant?.(books));
      const name = next.next().value;
      const before = replies.next(1 + random.below(MOST_SALES_BEFORE));
      gate.open();
      await orFail(before, 'the sales before a fault');
      await delay(random.below(PHASE_MS));
      let recovered: Promise<number> | undefined;
      const now = () => {
        recovered = replies.next(REPLIES_AFTER);
      };
      await orFail(faults[name]({ shop, random, now }), name);
      if (!recovered) throw new Error(`${name} never called now()`);
      report.recovered(name, await orFail(recovered, `the recovery from ${name}`));
      await orFail(rest(), `the rest after ${name}`);
      await shop.withBooks(async (books) => {
        await check(books, report);
        report.troubles.push(...(await stockTroubles(books, shop, administrator)));
      });
      if (report.troubles.length > 0) {
        report.troubles.unshift(`After fault ${number + 1}, ${name}:`);
        break;
      }
      if ((number + 1) % FAULTS_IN_A_SHIFT === 0) {
        await shop.withBooks((books) => checkChain(books, shop, report));
        run.say?.(report.progress());
      }
    }
    if (run.inspect && report.troubles.length === 0) {
      await setCashBox(shop, administrator, 'counted');
      await orFail(workOnce(counter), 'the last records');
    }
  } finally {
    gate.end();
    report.network = proxy.counts;
    await proxy.close();
    // Counters fail after the first trouble, which is the one to report.
    await selling.catch(() => {});
  }
}

async function check(books: Connection, report: Report): Promise<void> {
  const found = await checkBooks(books, report.ledger);
  report.checked(found);
  report.troubles.push(...troublesOf(found));
}

async function checkChain(books: Connection, shop: TorturedShop, report: Report): Promise<void> {
  report.audit = await checkAudit(books, shop.place.dataDir);
  report.troubles.push(...auditTroubles(report.audit));
}

function within<T>(ms: number, what: string, wanted: Promise<T>[]): Promise<T> {
  const timeout = delay(ms, undefined, { ref: false }).then(() => {
    throw new Error(`Waited ${ms / 1000} s in vain for ${what}`);
  });
  timeout.catch(() => {});
  return Promise.race([...wanted, timeout]);
}

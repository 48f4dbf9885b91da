import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { readHead } from '@balcao/server/src/features/audit/audit-head.ts';
import { verifyAudit } from '@balcao/server/src/features/audit/verify-audit.ts';
import { call, type Reply } from '../torture/call.ts';
import { auditTroubles, checkBooks, troublesOf } from '../torture/check-books.ts';
import { Ledger } from '../torture/ledger.ts';
import type { RandomNumbers } from '../torture/random.ts';
import { COUNTERS, openCounters, recordReply } from '../torture/seller.ts';
import { type ServerProcess, startServer } from '../torture/server-process.ts';
import { fillShelves } from '../torture/stock.ts';
import { ADMIN_PASSWORD } from '../torture/tortured-shop.ts';
import { until } from './started.ts';

/** After so many replies the whole shop sells again, and not only one counter. */
const ENOUGH = COUNTERS * 5;
const AUDIT_KEY = 'a7'.repeat(32);

/** Starts two servers at the same moment on an empty database, and stocks it. */
export async function openTwoServers(options: {
  folder: string;
  databaseUrl: string;
  ports: readonly number[];
  /** The address of the proxy in front of both. */
  proxy: string;
  random: RandomNumbers;
  whenOver: (end: () => Promise<unknown>) => void;
}) {
  const { folder, databaseUrl, ports, proxy, random, whenOver } = options;
  const servers: (ServerProcess & { dataDir: string })[] = [];
  const signalServers = (signal: NodeJS.Signals) => {
    for (const server of servers) server.kill(signal);
    return Promise.all(servers.map(({ ended }) => ended));
  };
  whenOver(async () => {
    const late = setTimeout(signalServers, 15_000, 'SIGKILL');
    await signalServers('SIGTERM');
    clearTimeout(late);
  });
  for (const port of ports) {
    const dataDir = path.join(folder, `shop${port}`);
    await mkdir(dataDir);
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: String(port) };
    servers.push({ dataDir, ...startServer({ ...env, ADMIN_PASSWORD, AUDIT_KEY }) });
  }
  const direct = await Promise.all(servers.map(({ opened }) => opened));
  const isUp = async () => (await call(proxy, 'readHealth', {}))?.status === 200;
  await until('the proxy of the shop', isUp, { timeoutMs: 20_000 });
  // Each call in turn, so that a double click reaches two servers at once.
  const origins = [...direct, proxy, proxy];
  let calls = 0;
  const origin = () => origins[calls++ % origins.length] ?? '';
  const shop = { open: async () => origin() };
  const ledger = new Ledger();
  const {
    administrator,
    sales: goods,
    gate,
    selling,
    changeStaff,
  } = await openCounters({
    shop,
    ledger,
    origin,
    random: () => random,
  });
  whenOver(async () => gate.end());
  await changeStaff();
  let longest = 0;

  /** Resolves after some more sales. */
  async function sales(count = ENOUGH): Promise<void> {
    const replies = ledger.replies.next(count);
    await Promise.race([replies, selling.then(() => replies)]);
  }

  /** The longest time (ms) without an acknowledged sale since the last call of this function. */
  function longestWait(): number {
    const wait = longest;
    longest = 0;
    return wait;
  }

  const rest = () => Promise.race([gate.close(), selling]);

  return {
    ledger,
    sales,
    longestWait,
    fillShelves: (books: Connection) => fillShelves(books, goods, ledger),
    /** Sends one sale once. */
    async send(key: string): Promise<Reply | undefined> {
      const token = await administrator.token();
      if (!ledger.entries.has(key)) ledger.willSend(key);
      const reply = await call(origin(), 'createSale', { token, key, body: goods[0] });
      if (reply?.status === 201) recordReply(ledger, key, reply);
      return reply;
    },
    /** Lets the counters begin. */
    sell(): void {
      void (async () => {
        for (;;) {
          const wait = await ledger.replies.next(1);
          longest = Math.max(longest, wait);
        }
      })();
      gate.open();
    },
    /** Lets the counters come to rest, and compares the books with their list. */
    async check(books: Connection): Promise<string[]> {
      await rest();
      const troubles = troublesOf(await checkBooks(books, ledger));
      gate.open();
      await sales(1);
      // The pause of the check does not count.
      longestWait();
      return troubles;
    },
    /** Ends the work and stops both servers; returns the troubles. */
    async close(books: Connection): Promise<string[]> {
      await rest();
      gate.end();
      await selling;
      const codes = (await signalServers('SIGTERM')).filter((code) => code !== 0);
      const troubles = codes.map((code) => `a server ended with ${code}`);
      const finding = await checkBooks(books, ledger);
      troubles.push(...troublesOf(finding));
      if (finding.acknowledged !== ledger.entries.size) {
        troubles.push(`${ledger.entries.size - finding.acknowledged} keys never got a reply`);
      }
      for (const { dataDir } of servers) {
        const head = await readHead(dataDir);
        const findings = await verifyAudit(books.db, Buffer.from(AUDIT_KEY, 'hex'), head);
        if (findings.sealed === 0 || findings.unsealed > 0) {
          troubles.push(`audit: ${findings.sealed} rows sealed, ${findings.unsealed} not`);
        }
        troubles.push(...auditTroubles(findings));
      }
      return troubles;
    },
  };
}

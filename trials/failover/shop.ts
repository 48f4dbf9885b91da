import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { NewSale } from '@balcao/contract/sales.ts';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { readHead } from '@balcao/server/src/features/audit/audit-head.ts';
import { verifyAudit } from '@balcao/server/src/features/audit/verify-audit.ts';
import { type Account, createSellers, signInAdministrator } from '../torture/accounts.ts';
import { call, type Reply } from '../torture/call.ts';
import { auditTroubles, checkBooks, troublesOf } from '../torture/check-books.ts';
import { Gate } from '../torture/gate.ts';
import { Ledger } from '../torture/ledger.ts';
import type { RandomNumbers } from '../torture/random.ts';
import { recordReply, runCounter } from '../torture/seller.ts';
import { type ServerProcess, startServer } from '../torture/server-process.ts';
import { stock } from '../torture/stock.ts';
import { ADMIN_PASSWORD } from '../torture/tortured-shop.ts';
import { until } from './started.ts';

const COUNTERS = 16;
/** After so many replies the whole shop sells again, and not only one counter. */
const ENOUGH = COUNTERS * 5;
const AUDIT_KEY = 'a7'.repeat(32);

type Server = ServerProcess & { dataDir: string };
type Stocked = { administrator: Account; sales: NewSale[]; sellers: Account[] };

/** Two servers on one database, and the counters that sell through both. */
export class TwoServers {
  readonly ledger = new Ledger();
  readonly #gate = new Gate(COUNTERS);
  readonly #servers: readonly Server[];
  #selling: Promise<unknown> = Promise.resolve();
  #longestWait = 0;
  #origins: readonly string[] = [];
  #sent = 0;
  #stocked: Stocked | undefined;

  private constructor(servers: readonly Server[]) {
    this.#servers = servers;
  }

  /** Starts both at the same moment on the empty database. */
  static async start(options: {
    folder: string;
    databaseUrl: string;
    ports: readonly number[];
  }): Promise<TwoServers> {
    const { folder, databaseUrl, ports } = options;
    const servers: Server[] = [];
    for (const port of ports) {
      const dataDir = path.join(folder, `shop${port}`);
      await mkdir(dataDir);
      const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: String(port) };
      servers.push({ dataDir, ...startServer({ ...env, ADMIN_PASSWORD, AUDIT_KEY }) });
    }
    return new TwoServers(servers);
  }

  /** Creates products and users. Calls go in turn to one server, to the other and through the proxy. */
  async stock(proxy: string): Promise<void> {
    const direct = await Promise.all(this.#servers.map(({ opened }) => opened));
    const isUp = async () => (await call(proxy, 'readHealth', {}))?.status === 200;
    await until('the proxy of the shop', isUp, { timeoutMs: 20_000 });
    this.#origins = [...direct, proxy, proxy];
    const shop = { open: async () => this.#nextOrigin() };
    const administrator = await signInAdministrator(shop);
    const sales = await stock(this.#nextOrigin(), await administrator.token());
    const sellers = await createSellers(shop, administrator);
    this.#stocked = { administrator, sales, sellers };
  }

  #goods(): Stocked {
    if (!this.#stocked) throw new Error('The shop has nothing to sell');
    return this.#stocked;
  }

  #nextOrigin(): string {
    return this.#origins[this.#sent++ % this.#origins.length] ?? '';
  }

  /** Sends one sale once. */
  async send(key: string): Promise<Reply | undefined> {
    const { administrator, sales } = this.#goods();
    const token = await administrator.token();
    if (!this.ledger.entries.has(key)) this.ledger.willSend(key);
    const reply = await call(this.#nextOrigin(), 'createSale', { token, key, body: sales[0] });
    if (reply?.status === 201) recordReply(this.ledger, key, reply);
    return reply;
  }

  /** Lets the counters begin. */
  sell(random: RandomNumbers): void {
    const { ledger } = this;
    const { administrator, sales, sellers } = this.#goods();
    // For each call, so that a double click reaches two servers at once.
    const origin = () => this.#nextOrigin();
    this.#selling = Promise.all(
      Array.from({ length: COUNTERS }, (_, counter) => {
        const account = () => sellers[counter % sellers.length] as Account;
        const gate = this.#gate;
        return runCounter({ origin, gate, ledger, sales, random, account, administrator });
      }),
    );
    this.#selling.catch(() => {});
    void this.#watch();
    this.#gate.open();
  }

  /** Resolves after some more sales. */
  async sales(count = ENOUGH): Promise<void> {
    const replies = this.ledger.replies.next(count);
    await Promise.race([replies, this.#selling.then(() => replies)]);
  }

  /** The longest time (ms) without an acknowledged sale since the last call of this function. */
  longestWait(): number {
    const longest = this.#longestWait;
    this.#longestWait = 0;
    return longest;
  }

  async #watch(): Promise<void> {
    for (;;) {
      const wait = await this.ledger.replies.next(1);
      this.#longestWait = Math.max(this.#longestWait, wait);
    }
  }

  async #rest(): Promise<void> {
    await Promise.race([this.#gate.close(), this.#selling]);
  }

  /** Lets the counters come to rest, and compares the books with their list. */
  async check(books: Connection): Promise<string[]> {
    await this.#rest();
    const troubles = troublesOf(await checkBooks(books, this.ledger));
    this.#gate.open();
    await this.sales(1);
    // The pause of the check does not count.
    this.longestWait();
    return troubles;
  }

  /** Ends the work and stops both servers; returns the troubles. */
  async close(books: Connection): Promise<string[]> {
    await this.#rest();
    this.#gate.end();
    await this.#selling;
    const troubles: string[] = [];
    for (const server of this.#servers) {
      server.kill('SIGTERM');
      const code = await server.ended;
      if (code !== 0) troubles.push(`a server ended with ${code}`);
    }
    const finding = await checkBooks(books, this.ledger);
    troubles.push(...troublesOf(finding));
    const { entries } = this.ledger;
    if (finding.acknowledged !== entries.size) {
      troubles.push(`${entries.size - finding.acknowledged} keys never got a reply`);
    }
    for (const { dataDir } of this.#servers) {
      const head = await readHead(dataDir);
      const findings = await verifyAudit(books.db, Buffer.from(AUDIT_KEY, 'hex'), head);
      if (findings.sealed === 0 || findings.unsealed > 0) {
        troubles.push(`audit: ${findings.sealed} rows sealed, ${findings.unsealed} not`);
      }
      troubles.push(...auditTroubles(findings));
    }
    return troubles;
  }

  /** Leaves no process behind, also after an error. */
  async end(): Promise<void> {
    this.#gate.end();
    for (const server of this.#servers) server.kill('SIGTERM');
    const late = setTimeout(() => {
      for (const server of this.#servers) server.kill('SIGKILL');
    }, 15_000);
    await Promise.all(this.#servers.map(({ ended }) => ended));
    clearTimeout(late);
  }
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { NewSale, Sale } from '@balcao/contract/sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { readHead } from '@balcao/server/src/features/audit/audit-head.ts';
import { verifyAudit } from '@balcao/server/src/features/audit/verify-audit.ts';
import { type Answer, ask } from '../torture/ask.ts';
import { auditTroubles, checkBooks, troublesOf } from '../torture/check-books.ts';
import { Gate } from '../torture/gate.ts';
import { Ledger } from '../torture/ledger.ts';
import type { RandomNumbers } from '../torture/random.ts';
import { work } from '../torture/seller.ts';
import { type ServerProcess, startServer } from '../torture/server-process.ts';
import { hire, type Account as StaffAccount, signInAdministrator } from '../torture/staff.ts';
import { stock } from '../torture/stock.ts';
import { ADMIN_PASSWORD } from '../torture/tortured-shop.ts';
import { until } from './started.ts';

const SELLERS = 16;
/** So many answers mean that the shop sells again, and not only one counter. */
const ENOUGH = SELLERS * 5;
const AUDIT_KEY = 'a7'.repeat(32);

type Furniture = { administrator: StaffAccount; sales: NewSale[]; sellers: StaffAccount[] };

/** Two servers on one database, and the counters that sell through both. */
export class TwoServers {
  readonly ledger = new Ledger();
  readonly #gate = new Gate(SELLERS);
  readonly #servers: readonly ServerProcess[];
  readonly #dataDirs: readonly string[];
  #selling: Promise<unknown> = Promise.resolve();
  #longestWait = 0;
  #origins: readonly string[] = [];
  #sent = 0;
  #furniture: Furniture | undefined;

  private constructor(servers: readonly ServerProcess[], dataDirs: readonly string[]) {
    this.#servers = servers;
    this.#dataDirs = dataDirs;
  }

  /** Starts both at the same moment on the empty database. */
  static async start(options: {
    folder: string;
    databaseUrl: string;
    ports: readonly number[];
  }): Promise<TwoServers> {
    const { folder, databaseUrl, ports } = options;
    const dataDirs = ports.map((_port, index) => path.join(folder, `shop${index + 1}`));
    const servers: ServerProcess[] = [];
    for (const [index, dataDir] of dataDirs.entries()) {
      await mkdir(dataDir);
      servers.push(
        startServer({
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          PORT: String(ports[index]),
          ADMIN_PASSWORD,
          AUDIT_KEY,
        }),
      );
    }
    return new TwoServers(servers, dataDirs);
  }

  /** Prepares the work: each call goes to one server, to the other and through the proxy in turn. */
  async furnish(proxy: string): Promise<void> {
    const direct = await Promise.all(this.#servers.map(({ opened }) => opened));
    const isUp = async () => (await ask(proxy, 'readHealth', {}))?.status === 200;
    await until('the proxy of the shop', isUp, { timeoutMs: 20_000 });
    this.#origins = [...direct, proxy, proxy];
    const shop = { open: async () => this.#nextOrigin() };
    const administrator = await signInAdministrator(shop);
    const sales = await stock(this.#nextOrigin(), await administrator.token());
    const sellers = await hire(shop, administrator);
    this.#furniture = { administrator, sales, sellers };
  }

  #furnished(): Furniture {
    if (!this.#furniture) throw new Error('The shop has nothing to sell');
    return this.#furniture;
  }

  #nextOrigin(): string {
    return this.#origins[this.#sent++ % this.#origins.length] ?? '';
  }

  /** One sale that is sent once. */
  async send(key: string): Promise<Answer | undefined> {
    const { administrator, sales } = this.#furnished();
    const token = await administrator.token();
    if (!this.ledger.entries.has(key)) this.ledger.willSend(key);
    const answer = await ask(this.#nextOrigin(), 'createSale', { token, key, body: sales[0] });
    if (answer?.status === 201) {
      const { id, total_general } = answer.body as Sale;
      this.ledger.acknowledge(key, { id, totalCents: centsFromReais(total_general) });
    }
    return answer;
  }

  /** Lets the counters begin. */
  sell(random: RandomNumbers): void {
    const { ledger } = this;
    const { administrator, sales, sellers } = this.#furnished();
    const nextOrigin = () => this.#nextOrigin();
    this.#selling = Promise.all(
      Array.from({ length: SELLERS }, (_, counter) => {
        // biome-ignore lint/style/noNonNullAssertion: within its length
        const account = () => sellers[counter % sellers.length]!;
        const given = { gate: this.#gate, ledger, sales, random, account, administrator };
        // A getter: a double click reaches two servers at once.
        return work(
          Object.defineProperty({ ...given, origin: '' }, 'origin', {
            get: nextOrigin,
            enumerable: true,
          }),
        );
      }),
    );
    this.#selling.catch(() => {});
    void this.#watch();
    this.#gate.open();
  }

  /** Resolves after some more sales. */
  async sales(count = ENOUGH): Promise<void> {
    const answers = this.ledger.answers(count);
    await Promise.race([answers, this.#selling.then(() => answers)]);
  }

  /** The longest time (ms) without an acknowledged sale, of all that have ended since it was asked last. */
  longestWait(): number {
    const longest = this.#longestWait;
    this.#longestWait = 0;
    return longest;
  }

  async #watch(): Promise<void> {
    for (;;) {
      const wait = await this.ledger.answers(1);
      this.#longestWait = Math.max(this.#longestWait, wait);
    }
  }

  /** Has the counters finish what they have begun, and holds the books against their list. */
  async check(books: Connection): Promise<string[]> {
    await Promise.race([this.#gate.close(), this.#selling]);
    const troubles = troublesOf(await checkBooks(books, this.ledger));
    this.#gate.open();
    await this.sales(1);
    // Nobody was to sell meanwhile.
    this.longestWait();
    return troubles;
  }

  /** Ends the work and closes both servers; answers what was wrong at the end. */
  async close(books: Connection): Promise<string[]> {
    await Promise.race([this.#gate.close(), this.#selling]);
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
      troubles.push(`${entries.size - finding.acknowledged} keys were never answered`);
    }
    for (const dataDir of this.#dataDirs) {
      const head = await readHead(dataDir);
      const findings = await verifyAudit(books.db, Buffer.from(AUDIT_KEY, 'hex'), head);
      if (findings.sealed === 0 || findings.unsealed > 0) {
        troubles.push(`audit: ${findings.sealed} rows sealed, ${findings.unsealed} not`);
      }
      troubles.push(...auditTroubles(findings));
    }
    return troubles;
  }

  /** Whatever happened: none of them goes on. */
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

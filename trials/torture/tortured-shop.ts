import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { openForOperator } from '@balcao/server/src/operator/open-for-operator.ts';
import { asSuperuser } from '@balcao/server/src/testing/cluster.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export const ADMIN_PASSWORD = 'senha-da-tortura';

/** Where a shop has its books. `imports` are modules that plant a fault in the server. */
export type Place = { dataDir: string; databaseUrl?: string; imports?: string[] };

/** The real server, to be killed and restarted. */
export class TorturedShop {
  readonly place: Place;
  #program: ServerProcess;
  #open: Promise<string>;
  /** We have sent the signal that ends it. */
  #isEnding = false;
  #unplanned = Promise.withResolvers<never>();

  constructor(place: Place) {
    this.place = place;
    this.#unplanned.promise.catch(() => {});
    this.#program = this.#start();
    this.#open = this.#program.opened;
  }

  #start(): ServerProcess {
    const { dataDir, databaseUrl, imports } = this.place;
    const program = startServer(
      {
        DATA_DIR: dataDir,
        ADMIN_PASSWORD,
        // Halves the time of a start, and there are hundreds of them.
        NODE_COMPILE_CACHE: path.join(dataDir, '../compiled'),
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
      imports,
    );
    void program.ended.then((how) => {
      if (this.#program !== program || this.#isEnding) return;
      this.#unplanned.reject(new Error(`The server ended unexpectedly (${how})`));
    });
    return program;
  }

  /** The address of the running server; during a restart, of the next one once it is open. */
  open(): Promise<string> {
    return this.#open;
  }

  /** Rejects when the server ends without a signal of ours. */
  get unplannedEnd(): Promise<never> {
    return this.#unplanned.promise;
  }

  /** Ends Node with SIGKILL and starts it again. Before that, one more start may be killed after a while. */
  killNode(killStartAfterMs?: number): Promise<void> {
    return this.#restart(async () => {
      await this.#end('SIGKILL');
      if (killStartAfterMs === undefined) return;
      this.#program = this.#start();
      await delay(killStartAfterMs);
      await this.#end('SIGKILL');
    });
  }

  /** Ends Node with SIGKILL, and starts it again only after a while. */
  stayAway(ms: number): Promise<void> {
    return this.#restart(async () => {
      await this.#end('SIGKILL');
      await delay(ms);
    });
  }

  /** A graceful stop and a new start; returns the exit code. */
  reopen(): Promise<number | string> {
    return this.#restart(() => this.stop());
  }

  /** A graceful stop; returns the exit code. */
  stop(): Promise<number | string> {
    return this.#end('SIGTERM');
  }

  async #restart<T>(end: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    promise.catch(() => {});
    this.#open = promise;
    const ended = await end();
    this.#isEnding = false;
    this.#program = this.#start();
    this.#program.opened.then(resolve, reject);
    return ended;
  }

  #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string> {
    this.#isEnding = true;
    this.#program.kill(signal);
    return this.#program.ended;
  }

  /** The books with the owner's rights, whether the shop is open or not. */
  async withBooks<T>(work: (books: Connection) => Promise<T>): Promise<T> {
    const log = { info: () => {}, warn: () => {}, error: console.error };
    await using books = await openForOperator({ databaseUrl: undefined, ...this.place }, log);
    return await work(books);
  }
}

/**
 * A data folder for a shop. With `url`, whose user may create databases, also a database of its own on that
 * server, so that no real shop is ever tortured. `words` is where the operator finds the books.
 */
export async function makePlace(url?: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'torture-'));
  // When root runs this, PostgreSQL runs as another user, who has to enter this folder.
  await chmod(folder, 0o755);
  const database = `torture_${randomBytes(6).toString('hex')}`;
  const server = { connectionString: url };
  if (url) await asSuperuser(server, `CREATE DATABASE ${database}`);
  return {
    dataDir: path.join(folder, 'data'),
    // With a socket in ?host= the address has no host, so that URL would not parse it.
    ...(url && { databaseUrl: url.replace(/^(\w+:\/\/[^/?]*)\/?[^?]*/, `$1/${database}`) }),
    words: url ? `database ${database} and ${folder}` : folder,
    async remove() {
      if (url) await asSuperuser(server, `DROP DATABASE ${database} WITH (FORCE)`);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

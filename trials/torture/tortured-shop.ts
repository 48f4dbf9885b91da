import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { openForOperator } from '@balcao/server/src/operator/open-shop.ts';
import pg from 'pg';
import { type ServerProcess, startServer } from './server-process.ts';

export const ADMIN_PASSWORD = 'senha-da-tortura';

/** Where a shop has its books; modules that the server loads before its own, to be made worse. */
export type Place = { dataDir: string; databaseUrl?: string; imports?: string[] };

/** The real server, to be killed and started again; who asks for its address waits for it to be open. */
export class TorturedShop {
  readonly place: Place;
  #program: ServerProcess;
  #open: Promise<string>;
  /** Somebody is ending it, or has ended it. */
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
        // Half of the time that a start takes otherwise, and there are hundreds of them.
        NODE_COMPILE_CACHE: path.join(dataDir, '../compiled'),
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
      imports,
    );
    void program.ended.then((how) => {
      if (this.#program !== program || this.#isEnding) return;
      this.#unplanned.reject(new Error(`The server ended by itself (${how})`));
    });
    return program;
  }

  /** The address of the running server; while it is dead, of the one that is being started. */
  open(): Promise<string> {
    return this.#open;
  }

  /** Rejects when the server ends although nobody has ended it. */
  get unplannedEnd(): Promise<never> {
    return this.#unplanned.promise;
  }

  /** Ends Node with SIGKILL and starts it again. Before that, a start may be killed while it opens. */
  async killNode(killOpeningAfterMs?: number): Promise<void> {
    await this.#restart(async () => {
      await this.#end('SIGKILL');
      if (killOpeningAfterMs === undefined) return;
      this.#program = this.#start();
      await delay(killOpeningAfterMs);
      await this.#end('SIGKILL');
    });
  }

  /** An orderly end and a new start; answers the exit code. */
  async reopen(): Promise<number | string> {
    let code: number | string = '';
    await this.#restart(async () => {
      code = await this.#end('SIGTERM');
    });
    return code;
  }

  /** An orderly end; answers the exit code. */
  stop(): Promise<number | string> {
    return this.#end('SIGTERM');
  }

  async #restart(end: () => Promise<void>): Promise<void> {
    // Whoever asks from now on waits for the next one.
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    promise.catch(() => {});
    this.#open = promise;
    await end();
    this.#isEnding = false;
    this.#program = this.#start();
    this.#program.opened.then(resolve, reject);
  }

  #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string> {
    this.#isEnding = true;
    this.#program.kill(signal);
    return this.#program.ended;
  }

  /** The books with the owner's rights, whether the shop is open or not. To be closed soon. */
  books(): Promise<Connection> {
    const log = { info: () => {}, warn: () => {}, error: console.error };
    return openForOperator({ databaseUrl: undefined, ...this.place }, log);
  }
}

export type FoundPlace = Place & {
  /** For people: where the books are, when they are to be looked at. */
  words: string;
  remove(): Promise<void>;
};

/** A data folder for the embedded PostgreSQL. */
export async function makeFolder(): Promise<FoundPlace> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'torture-'));
  // As root PostgreSQL runs as another user, who has to get into this folder.
  await chmod(folder, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  return { dataDir: path.join(folder, 'data'), words: folder, remove };
}

/**
 * A database of its own on the server that `url` names, whose user may make databases: no shop that
 * somebody sells in is ever tormented.
 */
export async function makeDatabase(url: string): Promise<FoundPlace> {
  const folder = await makeFolder();
  const database = `torture_${randomBytes(6).toString('hex')}`;
  const command = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await command(`CREATE DATABASE ${database}`);
  // Without a host, as of a socket in ?host=, it is no URL by the book.
  const databaseUrl = url.replace(/^(\w+:\/\/[^/?]*)\/?[^?]*/, `$1/${database}`);
  const remove = async () => {
    await command(`DROP DATABASE ${database} WITH (FORCE)`);
    await folder.remove();
  };
  return { ...folder, databaseUrl, words: `database ${database} and ${folder.words}`, remove };
}

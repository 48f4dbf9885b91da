import { setTimeout as delay } from 'node:timers/promises';
import { postmasterOf } from '../../database/embedded/testing/shop-folder.ts';
import { startProgram } from '../program.ts';

type Opened = Awaited<ReturnType<ReturnType<typeof startProgram>['opened']>>;

export const ADMIN_PASSWORD = 'senha-da-tortura';

/** The real server on a data folder, to be killed and started again; who sells waits for it to be open. */
export class KillableShop {
  readonly #dataDir: string;
  #program: ReturnType<typeof startProgram>;
  #open: Promise<Opened>;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#program = this.#start();
    this.#open = this.#program.opened();
  }

  #start() {
    return startProgram({ DATA_DIR: this.#dataDir, ADMIN_PASSWORD });
  }

  /** The address of the running server; while it is dead, of the one that is being started. */
  open(): Promise<Opened> {
    return this.#open;
  }

  /** Ends Node with SIGKILL and starts it again. Before that, some starts are killed while they open. */
  async killNode(opening: { kills: number; afterMs: () => number } = NEVER): Promise<void> {
    // Whoever asks from now on waits for the next one.
    const { promise, resolve, reject } = Promise.withResolvers<Opened>();
    promise.catch(() => {});
    this.#open = promise;
    await this.#kill();
    for (let kills = 0; kills < opening.kills; kills++) {
      this.#program = this.#start();
      await delay(opening.afterMs());
      await this.#kill();
    }
    this.#program = this.#start();
    this.#program.opened().then(resolve, reject);
  }

  async #kill(): Promise<void> {
    this.#program.kill('SIGKILL');
    await this.#program.ended();
  }

  /** Ends PostgreSQL with SIGKILL; the server that is running has to bring it back. */
  async killPostgres(): Promise<void> {
    process.kill(await postmasterOf(this.#dataDir), 'SIGKILL');
  }

  /** An orderly end; answers the exit code. */
  stop(): Promise<number | string | null> {
    this.#program.kill('SIGTERM');
    return this.#program.ended();
  }
}

const NEVER = { kills: 0, afterMs: () => 0 };

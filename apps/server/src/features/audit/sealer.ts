import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../database/connection.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import { readHead, writeHead } from './audit-head.ts';
import { AuditKeyTrouble, openAuditKey } from './audit-key.ts';
import type { Seal } from './seal.ts';
import { sealEvents, settle, type Unsettled } from './seal-events.ts';
import { lastSeal, sealAt } from './seals.repository.ts';

export type SealerOptions = {
  db: Db;
  dataDir: string;
  auditKey: Buffer | undefined;
  log: { warn(message: string): void; error(message: string): void };
  /** For tests. */
  pauses?: { idle: number; writers: number; trouble: number };
};

const PAUSES = { idle: 1_000, writers: 100, trouble: 5_000 };
/** What was recorded last is sealed on the way out, if that does not take long. */
const FAREWELL_MS = 2_000;

/** Seals the rows of the audit shortly after their commit, as long as it runs. */
export class Sealer {
  readonly #options: SealerOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #key: Buffer | undefined;
  #head: Seal | undefined;
  #unsettled: Unsettled | undefined;
  /** All rows up to this one are sealed. */
  #done = 0;
  #told = '';

  constructor(options: SealerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the rows there are have been sealed, or could not be within some two seconds. */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await this.#running;
    // Looks anew: what it was waiting for is older than what was recorded last.
    this.#unsettled = undefined;
    const deadline = Date.now() + FAREWELL_MS;
    while (this.#key && Date.now() < deadline) {
      const pause = await this.#pass();
      if (this.#unsettled) await delay(pause);
      else if (pause !== 0) return;
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = await this.#pass();
      if (pause === undefined) return;
      await delay(pause, undefined, { signal }).catch(() => {});
    }
  }

  /** One look at what there is to seal; answers how long (ms) to wait for the next, undefined: no next. */
  async #pass(): Promise<number | undefined> {
    const { idle, writers, trouble } = this.#options.pauses ?? PAUSES;
    try {
      this.#key ??= await this.#open();
      const { db } = this.#options;
      const settled = await settle(db, this.#done, this.#unsettled);
      this.#unsettled = settled.writers.length > 0 ? settled : undefined;
      if (this.#unsettled) return writers;
      if (settled.upTo <= this.#done) return idle;
      const sealed = await sealEvents(db, this.#key, settled.upTo);
      const newest = sealed?.newest ?? (await lastSeal(db));
      if (newest) await this.#noteHead(newest);
      this.#done = newest?.event_id ?? 0;
      this.#told = '';
      return sealed?.more ? 0 : idle;
    } catch (error) {
      // The next answer may come from another server, which has taken over: nothing learnt here holds there.
      this.#unsettled = undefined;
      this.#done = 0;
      const permanent = error instanceof AuditKeyTrouble;
      // The database is away: the pool has said so, and everybody has noticed.
      if (!isUnavailable(error)) this.#tell(error as Error);
      if (permanent) this.#key = undefined;
      return permanent ? undefined : trouble;
    }
  }

  async #open(): Promise<Buffer> {
    const { db, dataDir, auditKey } = this.#options;
    const hasSeals = (await lastSeal(db)) !== undefined;
    return openAuditKey({ dataDir, configured: auditKey, hasSeals });
  }

  /** Moves on only from a link that is still there: otherwise the loss would be forgotten. */
  async #noteHead(newest: Seal): Promise<void> {
    const { db, dataDir } = this.#options;
    this.#head ??= await readHead(dataDir);
    const known = this.#head;
    if (known?.position === newest.position && known.mac.equals(newest.mac)) return;
    const kept = known?.position ? await sealAt(db, known.position) : known;
    if (known && !kept?.mac.equals(known.mac)) {
      throw new Error(
        `Auditoria: o selo ${known.position}, que este servidor anotou, não está mais no banco. Rode npm run audit:verify.`,
      );
    }
    await writeHead(dataDir, newest);
    this.#head = { position: newest.position, mac: newest.mac };
  }

  /** Once, and not every few seconds for days. */
  #tell(error: Error): void {
    if (error.message === this.#told) return;
    this.#told = error.message;
    this.#options.log.error(
      `A auditoria não está sendo selada como devia: ${error.message} O que é registrado continua sendo gravado.`,
    );
  }
}

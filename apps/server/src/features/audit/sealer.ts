import { createSecretKey } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import { writingTransactions } from '../../database/writing-transactions.ts';
import { ownCommand } from '../../program/own-command.ts';
import { readHead, writeHead } from './audit-head.ts';
import { AuditKeyTrouble, openAuditKey } from './audit-key.ts';
import { keyIdOf, type Seal, START, sealAfter } from './seal.ts';
import {
  eventsAfter,
  insertSeals,
  lastSeal,
  newestEventId,
  type SealRow,
  sealAt,
  takesSealLock,
} from './seals.repository.ts';

export type SealerOptions = {
  db: Db;
  dataDir: string;
  auditKey: Buffer | undefined;
  log: { error(message: string): void };
  /** In milliseconds; tests wait less. */
  pauses?: { idle: number; writers: number; trouble: number };
};

const PAUSES = { idle: 1_000, writers: 100, trouble: 5_000 };
/** How long a stop may take to seal the last rows. */
const STOP_MS = 2_000;

/** Seals the audit from the moment the server listens until its last request has been answered. */
export function sealWhileOpen(app: FastifyInstance, options: SealerOptions): void {
  const sealer = new Sealer(options);
  app.addHook('onListen', async () => sealer.start());
  app.addHook('onClose', () => sealer.stop());
}

/** Seals the rows of the audit shortly after their commit. */
export class Sealer {
  readonly #options: SealerOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #key: Buffer | undefined;
  #head: Seal | undefined;
  #pending: Pending | undefined;
  /** All rows up to this id are sealed. */
  #done = 0;
  #loggedError = '';

  constructor(options: SealerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves once all rows are sealed, or after about two seconds. */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await this.#running;
    // The pending ids are older than the last rows.
    this.#pending = undefined;
    const deadline = Date.now() + STOP_MS;
    while (this.#key && Date.now() < deadline) {
      const pause = await this.#pass();
      if (this.#pending) await delay(pause);
      else if (pause !== 0) return;
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await delay(await this.#pass(), undefined, { signal }).catch(() => {});
    }
  }

  /** Seals one batch. Returns the pause (ms) before the next pass. */
  async #pass(): Promise<number> {
    const { db, pauses = PAUSES } = this.#options;
    try {
      this.#key ??= await this.#open();
      const pending = await pendingAfter(db, this.#done, this.#pending);
      this.#pending = pending.writers.length > 0 ? pending : undefined;
      if (this.#pending) return pauses.writers;
      if (pending.upTo <= this.#done) return pauses.idle;
      const sealed = await sealEvents(db, this.#key, pending.upTo);
      const newest = sealed?.newest ?? (await lastSeal(db));
      if (newest) await this.#writeHead(newest);
      this.#done = newest?.event_id ?? 0;
      this.#loggedError = '';
      return sealed?.more ? 0 : pauses.idle;
    } catch (error) {
      // After a failover the next query may reach another server, where none of this holds.
      this.#pending = undefined;
      this.#done = 0;
      // The pool logs that the database is unavailable.
      if (!isUnavailable(error)) this.#logOnce(error as Error);
      // The key may be put back or replaced while the shop is open.
      if (error instanceof AuditKeyTrouble) this.#key = undefined;
      return pauses.trouble;
    }
  }

  async #open(): Promise<Buffer> {
    const { db, dataDir, auditKey } = this.#options;
    const hasSeals = (await lastSeal(db)) !== undefined;
    return openAuditKey({ dataDir, configured: auditKey, hasSeals });
  }

  /**
   * Replaces the head only if its seal still exists; otherwise a cut chain would go unnoticed. The file is read each
   * time, because an earlier one may be put back while the shop is open.
   */
  async #writeHead(newest: Seal): Promise<void> {
    const { db, dataDir } = this.#options;
    const kept = await readHead(dataDir);
    for (const head of [kept, this.#head]) {
      if (!head || isSame(head, newest)) continue;
      const stored = head.position ? await sealAt(db, head.position) : START;
      if (stored && isSame(stored, head)) continue;
      throw new Error(
        `Auditoria: o selo ${head.position}, que este servidor anotou, não está mais no banco. Rode ${ownCommand('audit:verify')}.`,
      );
    }
    if (!kept || !isSame(kept, newest)) await writeHead(dataDir, newest);
    this.#head = { position: newest.position, mac: newest.mac };
  }

  #logOnce({ message }: Error): void {
    if (message === this.#loggedError) return;
    this.#loggedError = message;
    this.#options.log.error(
      `A auditoria não está sendo selada como devia: ${message} O que é registrado continua sendo gravado.`,
    );
  }
}

const isSame = (one: Seal, other: Seal): boolean =>
  one.position === other.position && one.mac.equals(other.mac);

const BATCH = 500;

/** The transactions that may still commit rows with ids up to `upTo`. */
type Pending = { upTo: number; writers: readonly string[] };

/**
 * Reads the newest id and then the writing transactions: ids are assigned in order but committed in any.
 * Once those have ended, no lower id can still appear. Pass the previous result until `writers` is empty.
 */
export async function pendingAfter(db: Db, done: number, before?: Pending): Promise<Pending> {
  if (before)
    return { ...before, writers: await writingTransactions(db, 'audit_events', before.writers) };
  const upTo = await newestEventId(db);
  return { upTo, writers: upTo > done ? await writingTransactions(db, 'audit_events') : [] };
}

/** Seals the next batch; undefined while another server is sealing. Throws AuditKeyTrouble. */
export async function sealEvents(
  db: Db,
  key: Buffer,
  upTo: number,
): Promise<{ newest: SealRow | undefined; more: boolean } | undefined> {
  const keyId = keyIdOf(key);
  const secret = createSecretKey(key);
  return db.transaction().execute(async (tx) => {
    if (!(await takesSealLock(tx))) return undefined;
    const last = await lastSeal(tx);
    if (last && last.key_id !== keyId) {
      throw new AuditKeyTrouble(
        'A auditoria foi selada com outra chave, e esta não serve: todos os servidores de um banco precisam da mesma AUDIT_KEY (ou do mesmo audit.key).',
      );
    }
    const events = await eventsAfter(tx, { after: last?.event_id ?? 0, upTo, limit: BATCH });
    const seals: SealRow[] = [];
    let previous = last ?? START;
    for (const event of events) {
      previous = sealAfter(previous, event, secret);
      seals.push({ ...previous, event_id: Number(event.id), key_id: keyId });
    }
    if (seals.length > 0) await insertSeals(tx, seals);
    return { newest: seals.at(-1) ?? last, more: events.length === BATCH };
  });
}

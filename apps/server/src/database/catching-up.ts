import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from './connection.ts';
import { isUnavailable, tookTooLong } from './unavailable.ts';

const PAUSE_MS = 60_000;

export type Log = { warn(message: string): void; error(message: string): void };

export type CatchingUp = {
  /** Adds what is new to the stored figures, and returns how many sales are left. */
  update: (db: Db, signal: AbortSignal | undefined) => Promise<number>;
  /** This many sales that are left are slow to add up. */
  tooMany: number;
  /** What happened, for the log, when it was not updated. */
  trouble: string;
};

/**
 * The returned function updates stored figures and never throws: without them every answer stays right and
 * only gets slower. It warns once, and again only after an update has worked.
 */
export function catchingUp(
  { db, log }: { db: Db; log: Log },
  { update, tooMany, trouble }: CatchingUp,
  signal?: AbortSignal,
): () => Promise<void> {
  let warned = false;
  const warnOnce = (reason: string) => {
    if (!warned) log.warn(`${trouble}: ${reason}`);
    warned = true;
  };
  return async () => {
    try {
      const left = await update(db, signal);
      if (left > tooMany) warnOnce(`${left} vendas esperam`);
      else if (left === 0) warned = false;
    } catch (error) {
      if (signal?.aborted) return;
      if (tookTooLong(error)) warnOnce('demorou demais');
      else if (!isUnavailable(error)) log.error(`${trouble}: ${(error as Error).message}`);
    }
  };
}

/** Updates once a minute from when the server listens until it closes. */
export function catchUpWhileOpen(
  app: FastifyInstance,
  { db, log }: { db: Db; log: Log },
  stored: CatchingUp,
): void {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  const update = catchingUp({ db, log }, stored, signal);
  const run = async () => {
    while (!signal.aborted) {
      await update();
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  };
  app.addHook('onListen', async () => {
    running = run();
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await running;
  });
}

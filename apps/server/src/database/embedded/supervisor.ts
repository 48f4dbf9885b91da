import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../program/log.ts';
import { HopelessStart } from './assert-durable.ts';
import type { ServerProcess } from './server-process.ts';

/** A server killed a moment ago still holds its shared memory, so refused starts are retried. */
const FIRST_START_PATIENCE_MS = 30_000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** After a run of this length the pauses begin at the shortest again. */
const HEALTHY_MS = 60_000;

export type Supervised = {
  /** Starts a server; `isRetry` when the attempt before this one failed. */
  spawn(isRetry: boolean): Promise<ServerProcess>;
  waitUntilReady(server: ServerProcess): Promise<void>;
  log: Log;
  onDown(): void;
  onUp(): void;
  /** Aborted while the first start is under way, it ends that start. */
  giveUp?: AbortSignal | undefined;
};

/**
 * Opens a server and reopens it, with growing pauses, whenever it dies, until the returned function is
 * called. Rejects when the first start still fails after 30 s.
 */
export async function supervise(supervised: Supervised): Promise<() => Promise<void>> {
  const { log, giveUp } = supervised;
  const stopping = new AbortController();
  const { signal } = stopping;

  let server: ServerProcess | undefined;

  /** One attempt. When it fails, the server that it started has ended. */
  const open = async (isRetry: boolean): Promise<ServerProcess> => {
    const spawned = await supervised.spawn(isRetry);
    server = spawned;
    if (signal.aborted) void spawned.end(log);
    const end = () => void spawned.end(log);
    giveUp?.addEventListener('abort', end);
    try {
      await supervised.waitUntilReady(spawned);
      return spawned;
    } catch (error) {
      await spawned.end(log);
      throw error;
    } finally {
      giveUp?.removeEventListener('abort', end);
    }
  };

  const openFirst = async () => {
    const deadline = Date.now() + FIRST_START_PATIENCE_MS;
    for (let isRetry = false; ; isRetry = true) {
      try {
        return await open(isRetry);
      } catch (error) {
        const isOver = giveUp?.aborted || Date.now() > deadline;
        if (error instanceof HopelessStart || isOver) throw error;
        if (!isRetry) log.warn(`${(error as Error).message} Tentando de novo por até 30 segundos…`);
        await sleep(250, undefined, giveUp && { signal: giveUp }).catch(() => {});
        if (giveUp?.aborted) throw error;
      }
    }
  };

  const keepOpen = async (first: ServerProcess) => {
    let opened: ServerProcess | undefined = first;
    let pauseMs = SHORTEST_PAUSE_MS;
    while (opened) {
      const since = Date.now();
      const how = await opened.exited;
      if (signal.aborted) return;
      log.error(`O PostgreSQL caiu (${how}); reabrindo…`);
      supervised.onDown();
      if (Date.now() - since > HEALTHY_MS) pauseMs = SHORTEST_PAUSE_MS;
      opened = undefined;
      for (let isRetry = false; !signal.aborted; isRetry = true) {
        opened = await open(isRetry).catch((error: Error) => {
          if (!signal.aborted) log.error(error.message);
          return undefined;
        });
        if (opened) break;
        await sleep(pauseMs, undefined, { signal }).catch(() => {});
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
      if (signal.aborted) return opened?.end(log);
      log.info('O PostgreSQL está aberto de novo.');
      supervised.onUp();
    }
  };

  const kept = keepOpen(await openFirst());
  return async () => {
    stopping.abort();
    await server?.end(log);
    await kept;
  };
}

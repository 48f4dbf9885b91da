import { setTimeout as sleep } from 'node:timers/promises';
import { HopelessStart } from './hopeless-start.ts';
import type { Log } from './log.ts';
import type { ServerProcess } from './server-process.ts';

/** A server killed a moment ago still holds its shared memory: refused starts are tried again. */
const FIRST_START_PATIENCE_MS = 30_000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A server that ran this long was well; its death starts the pauses anew. */
const WELL_MS = 60_000;

export type Supervised = {
  /** Starts and readiness of one server; `begun` hands it over as soon as it can be ended. */
  open(retry: boolean, begun: (server: ServerProcess) => void): Promise<ServerProcess>;
  log: Log;
  onDown: () => void;
  onUp: () => void;
};

/**
 * Opens a server and keeps it open: when it dies it is opened again, with growing pauses, until
 * stop() is called. Rejects when the first start is still refused after 30 s.
 */
export async function supervise(supervised: Supervised): Promise<{ stop(): Promise<void> }> {
  const { log } = supervised;
  const stopping = new AbortController();
  let current: ServerProcess | null = null;

  /** One attempt; whatever it started has ended when it fails. */
  const open = async (retry: boolean): Promise<ServerProcess> => {
    const begun = (server: ServerProcess) => {
      current = server;
      if (stopping.signal.aborted) void server.end(log);
    };
    try {
      return await supervised.open(retry, begun);
    } catch (error) {
      await current?.end(log);
      current = null;
      throw error;
    }
  };

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});

  const keepOpen = async (first: ServerProcess) => {
    let server = first;
    let wait = SHORTEST_PAUSE_MS;
    for (;;) {
      const since = Date.now();
      const how = await server.exited;
      if (stopping.signal.aborted) return;
      log.error(`O PostgreSQL caiu (${how}); reabrindo…`);
      tell(supervised.onDown, log);
      if (Date.now() - since > WELL_MS) wait = SHORTEST_PAUSE_MS;
      for (let retry = false; ; retry = true) {
        if (stopping.signal.aborted) return;
        try {
          server = await open(retry);
          break;
        } catch (error) {
          if (!stopping.signal.aborted) log.error((error as Error).message);
        }
        await pause(wait);
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      }
      if (stopping.signal.aborted) return server.end(log);
      log.info('O PostgreSQL está aberto de novo.');
      tell(supervised.onUp, log);
    }
  };

  const kept = keepOpen(await openFirst(open, log));
  let stopped: Promise<void> | null = null;
  return {
    stop() {
      stopped ??= (async () => {
        stopping.abort();
        await current?.end(log);
        await kept;
      })();
      return stopped;
    },
  };
}

async function openFirst(
  open: (retry: boolean) => Promise<ServerProcess>,
  log: Log,
): Promise<ServerProcess> {
  const deadline = Date.now() + FIRST_START_PATIENCE_MS;
  for (let retry = false; ; retry = true) {
    try {
      return await open(retry);
    } catch (error) {
      if (error instanceof HopelessStart || Date.now() > deadline) throw error;
      if (!retry) log.warn(`${(error as Error).message} Tentando de novo por até 30 segundos…`);
      await sleep(250);
    }
  }
}

function tell(listener: () => void, log: Log): void {
  try {
    listener();
  } catch (error) {
    log.error(`Erro ao avisar a queda ou a volta do PostgreSQL: ${(error as Error).message}`);
  }
}

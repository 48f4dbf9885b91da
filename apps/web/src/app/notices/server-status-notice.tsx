import { Loader } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { ApiUnreachable } from '../../api/errors.ts';
import { queryClient } from '../../api/query-client.ts';
import {
  noteCall,
  noteServerFailure,
  readServerFailure,
  readServerTrouble,
  type ServerTrouble,
  subscribeServerTrouble,
} from '../../api/server-trouble.ts';
import { Say } from '../../ui/messages/say.tsx';
import classes from './notices.module.css';

const WORDS = {
  unreachable: 'Sem conexão com o servidor.',
  unavailable: 'O banco de dados está fora do ar.',
};

/** Pauses between two checks of the server; the last one repeats. */
const PAUSES_MS = [500, 1_000, 2_000];
const CHECK_TIMEOUT_MS = 4_000;

/**
 * Lies over the page, so that nothing moves while the server is away. The reference of an internal error stays
 * until it is put away: the page's own message about it may be gone after three seconds.
 */
export function ServerStatusNotice() {
  const trouble = useServerTrouble();
  const failure = useSyncExternalStore(subscribeServerTrouble, readServerFailure);
  return (
    <div aria-live="polite" className={classes.serverStatus}>
      {trouble && (
        <Status action={<Loader size="xs" color="gray" aria-hidden />}>
          <strong>{WORDS[trouble]}</strong> Tentando de novo… O que você digitou continua aqui.
        </Status>
      )}
      {failure && (
        <Status
          action={
            <button
              type="button"
              className={classes.close}
              onClick={() => noteServerFailure(undefined)}
            >
              Fechar
            </button>
          }
        >
          Erro no servidor. Referência para o suporte: <strong>{failure}</strong>
        </Status>
      )}
    </div>
  );
}

const Status = (props: { action: ReactNode; children: ReactNode }) => (
  <Say
    rank="look"
    mx="sm"
    style={{ boxShadow: 'var(--mantine-shadow-sm)', overflowWrap: 'anywhere' }}
    {...props}
  />
);

/**
 * The trouble between this page and the server, once a second check has confirmed it: one failed call
 * proves nothing yet. Checks until the server is back, and then refetches every query that failed.
 */
function useServerTrouble(): ServerTrouble {
  const [confirmed, setConfirmed] = useState(false);
  const trouble = useSyncExternalStore(subscribeServerTrouble, readServerTrouble);
  const troubled = trouble !== undefined;

  useEffect(() => {
    if (!troubled) return;
    const unmounting = new AbortController();
    void waitForServer(unmounting.signal, () => setConfirmed(true)).then((wasAway) => {
      if (!wasAway) return;
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      });
    });
    return () => {
      unmounting.abort();
      setConfirmed(false);
    };
  }, [troubled]);

  // The browser's view of the network is only a reason to check: the server may run on this machine.
  useWindowEvent('offline', () => void checkServer(new AbortController().signal));

  return confirmed ? trouble : undefined;
}

/**
 * Returns whether the server was away and is back. If it never was away, only that call fails, and
 * refetching at once could repeat without end.
 */
async function waitForServer(unmounting: AbortSignal, onStillAway: () => void): Promise<boolean> {
  let away = false;
  for (let checks = 0; !unmounting.aborted; checks++) {
    if (await checkServer(unmounting)) return away;
    if (unmounting.aborted) break;
    away = true;
    onStillAway();
    await pause(PAUSES_MS[Math.min(checks, PAUSES_MS.length - 1)] as number, unmounting);
  }
  return away && readServerTrouble() === undefined;
}

async function checkServer(unmounting: AbortSignal): Promise<boolean> {
  const late = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  try {
    await call('readHealth', { signal: AbortSignal.any([unmounting, late]) });
    return true;
  } catch {
    if (late.aborted) noteCall(new ApiUnreachable('No response in time'));
    return false;
  }
}

/** Ends early when the browser's network comes back or the page no longer waits. */
function pause(ms: number, unmounting: AbortSignal): Promise<void> {
  const ended = new AbortController();
  return new Promise<void>((resolve) => {
    const options = { signal: ended.signal };
    setTimeout(resolve, ms);
    window.addEventListener('online', () => resolve(), options);
    unmounting.addEventListener('abort', () => resolve(), options);
  }).finally(() => ended.abort());
}

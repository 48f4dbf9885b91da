import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAmong } from '../program/addresses.ts';

/**
 * `silent`: a proxy does not say where requests come from. `host`: nor by which name they came. `untrusted`: one that is
 * not in TRUST_PROXY does.
 */
export type ProxyState = 'none' | 'ok' | 'silent' | 'host' | 'untrusted';

const DAY_MS = 24 * 3_600_000;

/**
 * Watches for a proxy that hides its clients: they would all count as one address, so that one of them who
 * mistypes a password delays the others, and the session's cookie would do without `Secure`. The log has each
 * kind once a day. Returns what the last request of a browser through a proxy was like. A single request can pretend
 * what it likes: `silent` and `host` count only from who is signed in, and `untrusted` is forgotten after a day.
 */
export function watchProxy(
  app: FastifyInstance,
  trustProxy: readonly string[] = [],
): () => ProxyState {
  const isTrusted = isAmong(trustProxy);
  let state: ProxyState = 'none';
  let seenAt = 0;
  const warnedAt = new Map<ProxyState, number>();
  const suspects = new WeakMap<FastifyRequest, ProxyState>();
  app.addHook('onRequest', async (request) => {
    const seen = stateSeenIn(request, isTrusted);
    if (seen === 'silent' || seen === 'host') suspects.set(request, seen);
    else if (seen) note(request, seen);
  });
  app.addHook('onSend', async (request, reply) => {
    const seen = suspects.get(request);
    if (seen && isSomebodys(request, reply)) note(request, seen);
  });
  const note = (request: FastifyRequest, seen: ProxyState) => {
    const now = performance.now();
    [state, seenAt] = [seen, now];
    if (state === 'none' || state === 'ok') return;
    if (now - (warnedAt.get(state) ?? Number.NEGATIVE_INFINITY) < DAY_MS) return;
    warnedAt.set(state, now);
    request.log.warn({ proxy: state }, WORDS[state](request.socket.remoteAddress));
  };
  return () => (state === 'untrusted' && performance.now() - seenAt > DAY_MS ? 'none' : state);
}

/** Whether the request is a signed-in user's, or signs in or renews a session. */
function isSomebodys({ signedIn, routeOptions }: FastifyRequest, { statusCode }: FastifyReply) {
  const { route } = routeOptions.config;
  return signedIn || (statusCode === 200 && (route === 'login' || route === 'refreshSession'));
}

const WORDS = {
  silent: () =>
    'Um proxy não passa X-Forwarded-For ou X-Forwarded-Proto: todos os computadores contam como um só, e o cookie da sessão fica sem a proteção do HTTPS. Veja docs/install.md.',
  host: () =>
    'Um proxy não passa Host: a sessão não se renova, e todos entram de novo a cada poucos minutos. Veja docs/install.md.',
  untrusted: (address = '') =>
    `Um proxy em ${address} não está em TRUST_PROXY: todos os seus computadores contam como um só. Veja docs/install.md.`,
};

/** Undefined for a request that says nothing about a proxy. */
function stateSeenIn(
  request: FastifyRequest,
  isTrusted: (peer?: string) => boolean,
): ProxyState | undefined {
  const { headers, socket, ips = [] } = request;
  const { origin, 'sec-fetch-site': site, 'x-forwarded-for': clients } = headers;
  if (clients !== undefined && ips.length < 2) return 'untrusted';
  // Browsers send Origin with every sign-in and renewal; a proxy's own checks of this server have none.
  if (origin === undefined || (site !== undefined && site !== 'same-origin')) return undefined;
  const { remoteAddress, localPort } = socket;
  if (!URL.canParse(origin) || !isTrusted(remoteAddress)) return undefined;
  const { host, hostname, port, protocol } = new URL(origin);
  const usual = protocol === 'https:' ? 443 : 80;
  // A browser on this machine, or a tunnel to it.
  if (/^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)) return undefined;
  if (Number(port || usual) === localPort) return undefined;
  if (clients === undefined || protocol !== `${request.protocol}:`) return 'silent';
  // Of its own pages a browser names the same host in both.
  return site === 'same-origin' && host !== headers.host ? 'host' : 'ok';
}

import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { formatDay } from '@balcao/domain/dates/business-day.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 30 * DAY_MS;
const PATIENCE_MS = 3_000;
const READ_EVERY_MS = 3_600_000;

/**
 * `unknown`: PUBLIC_URL is not set, or nobody answers there; with `why`, this machine does not find its name. `unfit`:
 * browsers refuse it, and `why` says why. In Portuguese.
 */
export type Certificate = {
  state: 'unknown' | 'ok' | 'ending' | 'ended' | 'unfit';
  until: Date | undefined;
  why?: string | undefined;
};

const UNKNOWN: Certificate = { state: 'unknown', until: undefined };

/**
 * Until when the certificate is valid that browsers get at `publicUrl`. Once it has ended no browser opens the
 * shop, since Strict-Transport-Security leaves no way around the warning. Never rejects.
 */
export async function readCertificate(
  publicUrl: string | undefined,
  now = new Date(),
): Promise<Certificate> {
  if (!publicUrl) return UNKNOWN;
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const socket = tls.connect({
    host,
    port: Number(port || 443),
    // Who signed it, the browsers judge.
    rejectUnauthorized: false,
    ...(net.isIP(host) === 0 && { servername: host }),
  });
  // A resolver that nobody answers takes longer than we wait.
  let isFound = net.isIP(host) > 0;
  socket.once('lookup', (error) => {
    isFound = !error;
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    const certificate = socket.getPeerCertificate();
    const until = new Date(certificate.valid_to);
    const left = until.getTime() - now.getTime();
    if (left <= 0) return { state: 'ended', until };
    const why = whyUnfit(certificate, host, now);
    if (why) return { state: 'unfit', until, why };
    return { state: left < SOON_MS ? 'ending' : 'ok', until };
  } catch {
    if (isFound) return UNKNOWN;
    const why = `o nome ${host} não foi encontrado neste servidor: ponha-o no DNS ou em /etc/hosts.`;
    return { ...UNKNOWN, why };
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

function whyUnfit(certificate: tls.PeerCertificate, host: string, now: Date): string | undefined {
  const from = new Date(certificate.valid_from);
  if (from > now) return `só vale a partir de ${formatDay(from)}`;
  const names = certificate.subjectaltname;
  // Node falls back on the common name, browsers do not.
  if (names && !tls.checkServerIdentity(host, certificate)) return undefined;
  return `é de outro endereço (${names ?? 'não diz de qual'})`;
}

/** The same for frequent requests: it asks once an hour. */
export function watchCertificate(publicUrl: string | undefined): () => Promise<Certificate> {
  let readAt = Number.NEGATIVE_INFINITY;
  let certificate = Promise.resolve(UNKNOWN);
  return () => {
    const now = performance.now();
    if (now - readAt > READ_EVERY_MS) {
      readAt = now;
      certificate = readCertificate(publicUrl);
    }
    return certificate;
  };
}

/** For the operator, if there is something to do. */
export function certificateInWords({ state, until, why }: Certificate, publicUrl = '') {
  if (!until) return why;
  if (state === 'ok') return undefined;
  if (why) return `o certificado de ${publicUrl} ${why}; com ele nenhum navegador abre a loja.`;
  const ends = state === 'ended' ? 'acabou' : 'acaba';
  return `o certificado de ${publicUrl} ${ends} em ${formatDay(until)}; sem ele nenhum navegador abre a loja.`;
}

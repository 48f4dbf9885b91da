import type { Socket } from 'node:net';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { problemOf } from './error-handler.ts';
import { Refusal } from './refusal.ts';
import { API_HEADERS } from './security-headers.ts';

/** How long who still sends may go on, to read the answer: a reset would take it away from them. */
const LINGER_MS = 1_000;

/** What Node's own parser refuses, in our words; whatever else it is, it is no HTTP. */
const REFUSALS: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/**
 * Answers what never became a request: there is only the connection to write to, and it is of no more
 * use. Called again for each further piece that arrives on it.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, title, text } = answerTo(REFUSALS[error.code ?? ''] ?? 'invalid_request');
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${text}`);
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
}

function answerTo(code: RefusalCode) {
  const problem = problemOf(new Refusal(code));
  return { status: problem.status, title: problem.title, text: JSON.stringify(problem) };
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { Refusal } from '../request/refusal.ts';
import { problemOf } from './error-handler.ts';
import { API_HEADERS } from './security-headers.ts';

/** How long who still sends may go on, to read the answer: a reset would take it away from them. */
const LINGER_MS = 1_000;

/** What Node's own parser refuses, in our words; whatever else it is, it is no HTTP. */
const REFUSALS: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

const waiting = new WeakSet<ServerResponse>();
const answered = new WeakSet<Socket>();

/**
 * Answers what never became a request: there is only the connection to write to, and it is of no more
 * use. Called again for each further piece that arrives on it.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // Our answer is on its way; closing at a further piece would take it back.
  if (answered.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answering = underWay(socket);
  if (answering) {
    // What came before is whole and may be a sale: this no is not for it, and comes after its answer.
    if (!waiting.has(answering)) answering.once('finish', () => answerClientError(error, socket));
    waiting.add(answering);
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
  answered.add(socket);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${text}`);
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
}

/** The answer to a whole request that is being worked on; Node's own handler looks for it there too. */
function underWay(socket: Socket & { _httpMessage?: ServerResponse | null }) {
  const answer = socket._httpMessage;
  return answer?.req.complete && !answer.writableFinished ? answer : undefined;
}

function answerTo(code: RefusalCode) {
  const problem = problemOf(new Refusal(code));
  return { status: problem.status, title: problem.title, text: JSON.stringify(problem) };
}

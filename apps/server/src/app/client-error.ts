import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../request/refusal.ts';
import { problemOf } from './error-handler.ts';
import { API_HEADERS } from './security-headers.ts';

/**
 * How long we keep the socket open for a client that is still sending; resetting it now would discard our
 * response unread.
 */
const LINGER_MS = 1_000;

/** Responses after which a refusal will be sent. */
const waiting = new WeakSet<ServerResponse>();
const refused = new WeakSet<Socket>();

/** Responds to bytes that Node's parser refuses. Node calls it again for each further chunk. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // Closing the socket now would discard the response that is on its way.
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const earlier = responseUnderWay(socket);
  if (earlier) {
    // The earlier request is complete and may be a sale: its response comes first.
    if (!waiting.has(earlier)) earlier.once('finish', () => answerClientError(error, socket));
    waiting.add(earlier);
    return;
  }
  const problem = problemOf(refusalOf(error));
  const body = JSON.stringify(problem);
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  refused.add(socket);
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${body}`);
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers_too_large');
  return new Refusal('invalid_request');
}

/** The response to a complete request that is being handled. Node's own handler reads the same field. */
function responseUnderWay(socket: Socket & { _httpMessage?: ServerResponse | null }) {
  const response = socket._httpMessage;
  return response?.req.complete && !response.writableFinished ? response : undefined;
}

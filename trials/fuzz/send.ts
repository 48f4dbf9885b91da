import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { FuzzAnswer } from './judge.ts';
import type { FuzzRequest } from './requests.ts';

/** Longer than anything the server does; who waits longer waits for nothing. */
const PATIENCE_MS = 20_000;

export type Sender = {
  send(request: FuzzRequest, headers: Record<string, string>): Promise<FuzzAnswer>;
  close(): void;
};

/** Sends addresses and headers as they stand; fetch would tidy them up. */
export function openSender(origin: string): Sender {
  const { hostname, port } = new URL(origin);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  function once(request: FuzzRequest, headers: Record<string, string>, reuse: boolean) {
    return new Promise<FuzzAnswer>((resolve, reject) => {
      const { body, path, route } = request;
      const length = body === undefined ? undefined : Buffer.byteLength(body);
      const outgoing = http.request({
        hostname,
        port,
        path,
        method: route.method,
        agent: reuse ? agent : false,
        headers: {
          ...request.headers,
          ...headers,
          ...(length !== undefined && { 'content-length': String(length) }),
        },
        timeout: PATIENCE_MS,
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
      outgoing.on('error', (error) => {
        reject(Object.assign(error, { reused: outgoing.reusedSocket }));
      });
      outgoing.on('response', (response) => {
        text(response).then(
          (body) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body }),
          reject,
        );
      });
      outgoing.end(body);
    });
  }

  return {
    async send(request, headers) {
      try {
        return await once(request, headers, true);
      } catch (error) {
        // The server may close an idle connection at the very moment in which it is used again.
        const { code, reused } = error as { code?: string; reused?: boolean };
        if (!reused || code !== 'ECONNRESET') throw error;
        return once(request, headers, false);
      }
    },
    close: () => agent.destroy(),
  };
}

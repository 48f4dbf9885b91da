import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { FuzzResponse } from './judge.ts';
import type { FuzzRequest } from './requests.ts';

/** Longer than any work of the server. */
const TIMEOUT_MS = 20_000;

export type Sender = Disposable & {
  send(request: FuzzRequest, headers: Record<string, string>): Promise<FuzzResponse>;
};

/** Sends addresses and headers unchanged; fetch would normalise them. */
export function openSender(origin: string): Sender {
  const { hostname, port } = new URL(origin);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  async function sendOnce(request: FuzzRequest, headers: Record<string, string>, reuse: boolean) {
    const { body, path, route } = request;
    const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = http.request({
      hostname,
      port,
      path,
      method: route.method,
      agent: reuse ? agent : false,
      headers: { ...request.headers, ...headers, ...length },
      timeout: TIMEOUT_MS,
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response')));
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      outgoing.on('response', resolve);
      outgoing.on('error', (error) => {
        reject(Object.assign(error, { reused: outgoing.reusedSocket }));
      });
      outgoing.end(body);
    });
    const { statusCode: status = 0, headers: received } = response;
    return { status, headers: received, text: await text(response) };
  }

  return {
    async send(request, headers) {
      try {
        return await sendOnce(request, headers, true);
      } catch (error) {
        // The server may close an idle connection at the moment when it is reused.
        const { code, reused } = error as { code?: string; reused?: boolean };
        if (!reused || code !== 'ECONNRESET') throw error;
        return sendOnce(request, headers, false);
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

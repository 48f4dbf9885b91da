import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A certificate for these tests; the browser ignores that no one trusts it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMUNAc7ikgUanKXGu
3vwiTPCp7LGnBGWFXJgK2KiA4JyhRANCAASITQiGKE9HZcTadi+UCZZuDZwSrSZV
MIYMnUDL4UTjOEsY063COcW0BfJEAw+nFPx1k4eTF31oL92fu9HHa8UU
-----END PRIVATE KEY-----`;
const CERT = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUF14aSjCUkdBQlllfA1tUvH5iXR0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIyNDE0MVoYDzIxMjYxMDI4
MjI0MTQxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASITQiGKE9HZcTadi+UCZZuDZwSrSZVMIYMnUDL4UTjOEsY063COcW0
BfJEAw+nFPx1k4eTF31oL92fu9HHa8UUo1MwUTAdBgNVHQ4EFgQUjmciCpqZk4RY
w8xYj+Qas+dp0gswHwYDVR0jBBgwFoAUjmciCpqZk4RYw8xYj+Qas+dp0gswDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBxW+2ZPUuJ+ctdIyyE1+BN
QfsF2scqAL5b3MpZxD6GKQIhAKGE8dfgMjMY/444RwgrI9zi24X/ZMTPz53u+R7Q
QaX2
-----END CERTIFICATE-----`;

/** Another of the same key, which ended on 1 March 2026. */
export const ENDED_CERT = `-----BEGIN CERTIFICATE-----
MIIBDzCBtgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwHhcN
MjQwMTAxMTIwMDAwWhcNMjYwMzAxMTIwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASITQiGKE9HZcTadi+UCZZuDZwS
rSZVMIYMnUDL4UTjOEsY063COcW0BfJEAw+nFPx1k4eTF31oL92fu9HHa8UUMAoG
CCqGSM49BAMCA0gAMEUCIFlwKjfEeHYh7k8n8BUamnjDD6rPVzgK/YN6RJfzBIA0
AiEApcn8LkCDoshLi0n96d9lI4aJ+i+Yn+Dq/bnrZdXZZ5o=
-----END CERTIFICATE-----`;

/** Starts a TLS proxy in front of a local server, as docs/install.md recommends. */
export async function openTlsProxy(origin: string, cert = CERT) {
  const proxy = https.createServer({ key: KEY, cert }, (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-proto': 'https' };
    const passed = http.request(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
      headers,
      // A kept connection may just have been closed by the server: on a slow machine each of the
      // browser's retries met one, until it gave up.
      agent: false,
    });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  // Node closes a connection that was idle for six seconds. On a slow machine the browser sent its request
  // just then, sent it again on the next idle connection, and gave up with ERR_TOO_MANY_RETRIES.
  proxy.keepAliveTimeout = 0;
  // Also those whose handshake is not over: Node's closeAllConnections() leaves them, and close() waits.
  const sockets = new Set<Duplex>();
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    async close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await once(proxy, 'close');
    },
  };
}

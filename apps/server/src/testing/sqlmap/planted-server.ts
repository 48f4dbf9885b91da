import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import type { Target } from './targets.ts';

/** A server that builds its SQL from what it is sent, and tells nothing of what goes wrong with it. */
export async function openPlantedServer(pool: pg.Pool) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://planted');
    const body = await text(request);
    const rows = await Promise.resolve()
      .then(() => (body ? JSON.parse(body).name : url.searchParams.get('search')))
      .then((given) => given ?? decodeURIComponent(url.pathname.slice(1)))
      .then((given) => pool.query(`SELECT id, name FROM products WHERE name LIKE '%${given}%'`))
      .then((result) => result.rows)
      .catch(() => []);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(rows));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { origin: `http://127.0.0.1:${port}`, close };
}

const head = (line: string) => `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;

/** A hole of each kind of place that our own calls have. */
export const HOLES: readonly Target[] = [
  { name: 'planted', places: ['query search'], request: `${head('GET /?search=a*')}\r\n` },
  { name: 'planted', places: ['path'], request: `${head('GET /a*')}\r\n` },
  {
    name: 'planted',
    places: ['body name'],
    request: `${head('POST /')}Content-Type: application/json\r\n\r\n{"name":"a*"}`,
  },
];

import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import type { Connection } from '../database/connection.ts';

/** One round trip: a message to which PostgreSQL responds. */
export type RoundTrip = {
  /** The name of the prepared statement, or the text of an unnamed one. */
  statement: string;
  /** Whether the text was sent too, to be parsed and planned. */
  parsed: boolean;
};

export type WireTap = {
  /** Connects through the tap to the same database. */
  config: pg.ClientConfig;
  /** The round trips since the last call, in order. */
  take(): RoundTrip[];
};

/** Records the round trips between an application and PostgreSQL on the wire. */
export async function openWireTap(
  { pool }: Pick<Connection, 'pool'>,
  whenOver: (close: () => Promise<void>) => void,
): Promise<WireTap> {
  const target = new pg.Client(pool.options);
  const { user, password, database } = target;
  let heard: RoundTrip[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (app) => {
    const postgres = target.host.startsWith('/')
      ? net.connect(`${target.host}/.s.PGSQL.${target.port}`)
      : net.connect(target.port, target.host);
    const listen = listener((roundTrip) => heard.push(roundTrip));
    app.on('data', listen);
    for (const [from, to] of [
      [app, postgres],
      [postgres, app],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  whenOver(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as net.AddressInfo;
  return {
    config: { host: '127.0.0.1', port, user, password, database, ssl: false },
    take() {
      const taken = heard;
      heard = [];
      return taken;
    },
  };
}

const LENGTH_BYTES = 4;

/** Parses what one connection sends: a startup message, then messages of type, length and content. */
function listener(hear: (roundTrip: RoundTrip) => void): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0);
  let started = false;
  let statement = '';
  let parsed = false;
  let unnamed = '';

  const read = (type: string, content: Buffer) => {
    const [first = '', second = ''] = content.toString('latin1').split('\0');
    if (type === 'P') {
      parsed = true;
      if (first === '') unnamed = second;
    }
    // A Bind message names the portal first.
    if (type === 'B') statement = second || unnamed;
    if (type === 'Q') hear({ statement: first, parsed: true });
    if (type === 'S') {
      hear({ statement, parsed });
      parsed = false;
    }
  };

  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const typeBytes = started ? 1 : 0;
      if (unread.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + unread.readInt32BE(typeBytes);
      if (unread.length < end) return;
      if (started) {
        read(String.fromCharCode(unread[0] as number), unread.subarray(1 + LENGTH_BYTES, end));
      }
      started = true;
      unread = unread.subarray(end);
    }
  };
}

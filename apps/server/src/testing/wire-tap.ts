import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import type { Connection } from '../database/connection.ts';

/** One message that makes PostgreSQL answer: a round trip. */
export type RoundTrip = {
  /** The name of the prepared statement; of one without a name, its text. */
  statement: string;
  /** Whether its text was sent along, to be parsed and planned. */
  parsed: boolean;
};

export type WireTap = {
  /** How to reach the same database as the given connection does, through the tap. */
  config: pg.ClientConfig;
  /** What has been asked since the last call of this, in order. */
  take(): RoundTrip[];
};

/** Listens on the wire between an application and PostgreSQL, whatever library speaks there. */
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

/** Reads what one connection sends: a start without a type, then messages of type, length and content. */
function listener(hear: (roundTrip: RoundTrip) => void): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0);
  let started = false;
  let statement = '';
  let parsed = false;
  /** The text that the statement without a name has at this moment. */
  let unnamed = '';

  const read = (type: string, content: Buffer) => {
    const [first = '', second = ''] = content.toString('latin1').split('\0');
    if (type === 'P') {
      parsed = true;
      if (first === '') unnamed = second;
    }
    // A Bind names its portal first.
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

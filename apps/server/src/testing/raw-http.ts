import net from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

export function openRaw(origin: string): net.Socket {
  const { hostname: host, port } = new URL(origin);
  // A server that closes while we are sending resets the connection; its response is still read.
  return net.connect({ host, port: Number(port) }).on('error', () => {});
}

/** Sends bytes and returns all responses until the server closes the connection. */
export async function exchange(
  origin: string,
  sent: string | Uint8Array,
  { hangUp = false } = {},
): Promise<RawAnswer[]> {
  const socket = openRaw(origin);
  const answers = answersOf(socket);
  if (hangUp) socket.end(sent);
  else socket.write(sent);
  return answers;
}

export async function answersOf(socket: net.Socket): Promise<RawAnswer[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  return parsed(Buffer.concat(chunks));
}

/** Splits responses by their content-length; one without a length ends with the connection. */
function parsed(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`No end of headers: ${rest.toString('latin1').slice(0, 200)}`);
    const [line = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((each) => {
        const colon = each.indexOf(':');
        return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
      }),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]);
    const bodiless = status < 200 || status === 204 || status === 304;
    const length = bodiless ? 0 : Number(headers['content-length'] ?? rest.length);
    const start = end + 4;
    answers.push({ status, headers, body: rest.subarray(start, start + length).toString('utf8') });
    rest = rest.subarray(start + length);
  }
  return answers;
}

/*
 * The body of a backup is a sequence of parts: first the shop's own files, then its tables. A part is
 * a frame with its kind and name as JSON, frames of content, and an empty frame. A frame is its length
 * (4 bytes) and that many bytes. Frames are needed because COPY does not say in advance how much it sends.
 */

/** The content can be read once; reading the next part skips what is left. */
export type Part = { kind: 'file' | 'table'; name: string; content: AsyncIterable<Buffer> };

const END_OF_PART = Buffer.alloc(4);
const CUT_OFF = 'O conteúdo do backup termina antes do fim.';

export async function* writeParts(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  for await (const { kind, name, content } of parts) {
    yield frame(Buffer.from(JSON.stringify({ kind, name })));
    for await (const chunk of content) if (chunk.length > 0) yield frame(chunk);
    yield END_OF_PART;
  }
}

/** Throws when the sequence is cut off. */
export async function* readParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const frames = readFrames(bytes);
  for (;;) {
    const { value: head } = await frames.next();
    if (!head) return;
    let isOpen = true;
    async function* content(): AsyncGenerator<Buffer> {
      while (isOpen) {
        const { value: chunk } = await frames.next();
        if (!chunk) throw new Error(CUT_OFF);
        if (chunk.length > 0) yield chunk;
        else isOpen = false;
      }
    }
    yield { ...JSON.parse(head.toString('utf8')), content: content() };
    for await (const _rest of content());
  }
}

function frame(content: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(4 + content.length);
  framed.writeUInt32BE(content.length);
  content.copy(framed, 4);
  return framed;
}

async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    while (pending.length >= 4) {
      const end = 4 + pending.readUInt32BE();
      if (pending.length < end) break;
      yield pending.subarray(4, end);
      pending = pending.subarray(end);
    }
  }
  if (pending.length > 0) throw new Error(CUT_OFF);
  return undefined;
}

const BLOCK = 512;
const CUT = 'O arquivo termina antes do fim.';

/** An entry of a tar archive. Its content passes by once; what is not read is skipped. */
export type TarEntry = {
  name: string;
  kind: 'file' | 'folder' | 'other';
  size: number;
  header: Buffer;
  content: AsyncIterable<Buffer>;
};

/**
 * The entries of a ustar stream, one after the other, in bounded memory. The blocks of zeros that end an
 * archive are passed over, so that archives may follow each other. Throws when the stream is cut.
 */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source);
  try {
    for (;;) {
      const header = await bytes.exactly(BLOCK);
      if (!header) return;
      if (header.every((byte) => byte === 0)) continue;
      const size = sizeIn(header);
      let left = size;
      async function* rest(): AsyncGenerator<Buffer> {
        while (left > 0) {
          const part = await bytes.upTo(left);
          if (!part) throw new Error(CUT);
          left -= part.length;
          yield part;
        }
      }
      yield { name: nameIn(header), kind: kindIn(header), size, header, content: rest() };
      for await (const _skipped of rest());
      await bytes.exactly(paddingOf(size));
    }
  } finally {
    await bytes.close();
  }
}

/** The header of a file of ours. */
export function fileHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  return withChecksum(header);
}

/** The header of another archive with its entry moved into `folder`. */
export function movedInto(folder: string, header: Buffer): Buffer {
  const moved = Buffer.from(header);
  const prefix = [folder, text(moved, 345, 155)].filter(Boolean).join('/');
  moved.fill(0, 345, 500);
  moved.write(prefix, 345, 155);
  return withChecksum(moved);
}

/** What follows a content of this size. */
export function padding(size: number): Buffer {
  return Buffer.alloc(paddingOf(size));
}

/** The two blocks at the end of an archive. */
export const END_OF_ARCHIVE = Buffer.alloc(2 * BLOCK);

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function text(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

function nameIn(header: Buffer): string {
  if (checksumOf(header) !== Number.parseInt(text(header, 148, 8), 8)) {
    throw new Error('O conteúdo do arquivo está danificado.');
  }
  return [text(header, 345, 155), text(header, 0, 100)].filter(Boolean).join('/');
}

function kindIn(header: Buffer): TarEntry['kind'] {
  const flag = header[156];
  if (flag === 0 || flag === 0x30) return 'file';
  return flag === 0x35 ? 'folder' : 'other';
}

/** Octal digits, or from 8 GB on a big number whose first bit is set. */
function sizeIn(header: Buffer): number {
  if (((header[124] ?? 0) & 0x80) === 0) return Number.parseInt(text(header, 124, 12), 8) || 0;
  return Number(header.readBigUInt64BE(128));
}

function withChecksum(header: Buffer): Buffer {
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Of all bytes of the header, those of the checksum itself taken as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of header.entries()) {
    if (index < 148 || index >= 156) sum += byte;
  }
  return sum;
}

/** Pieces of a stream in the sizes that are asked for. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least one byte and at most `most`; null at the end. */
  async upTo(most: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return null;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }

  /** That many bytes; null when the stream has ended before the first one. */
  async exactly(length: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (let have = 0; have < length; ) {
      const part = await this.upTo(length - have);
      if (!part && have === 0) return null;
      if (!part) throw new Error(CUT);
      have += part.length;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readParts, writeParts } from './backup-frames.ts';

test('any body can be read in pieces of any size, and one that is cut is refused', async () => {
  const part = fc.record({
    kind: fc.constantFrom('file' as const, 'table' as const),
    name: fc.string({ maxLength: 20 }),
    chunks: fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 4 }),
  });
  /** The parts of a body, with their content in hexadecimal. */
  const read = async (body: Buffer, size: number) => {
    const starts = Array.from({ length: Math.ceil(body.length / size) }, (_, at) => at * size);
    const pieces = starts.map((start) => body.subarray(start, start + size));
    const found = [];
    for await (const { kind, name, content } of readParts(Readable.from(pieces))) {
      found.push({ kind, name, content: (await buffer(content)).toString('hex') });
    }
    return found;
  };
  const anyParts = fc.array(part, { maxLength: 4 });
  const property = fc.asyncProperty(
    anyParts,
    fc.integer({ min: 1, max: 400 }),
    async (all, size) => {
      const given = all.map(({ chunks, ...rest }) => ({
        ...rest,
        chunks: chunks.map(Buffer.from),
      }));
      const written = given.map((each) => ({ ...each, content: Readable.from(each.chunks) }));
      const body = await buffer(writeParts(Readable.from(written)));
      expect(await read(body, size)).toEqual(
        given.map(({ kind, name, chunks }) => {
          return { kind, name, content: Buffer.concat(chunks).toString('hex') };
        }),
      );
      if (body.length === 0) return;
      await expect(read(body.subarray(0, -1), size)).rejects.toThrow('termina antes do fim');
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

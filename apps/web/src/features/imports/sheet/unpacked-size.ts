/*
 * A ZIP ends with a record that says where the directory of its files begins; each file's entry there has its
 * sizes. What unpacks the file stops at the size of its entry.
 */
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const DEFLATED = 8;
/** The sizes are elsewhere, behind the file itself. */
const SIZES_FOLLOW = 8;

/** How many bytes the files of a ZIP take unpacked; Infinity if it does not say so. Throws if it is no ZIP. */
export function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = directoryOf(view);
  let all = 0;
  for (let left = at.entries; left > 0; left--) {
    const { start } = at;
    if (view.getUint32(start, true) !== ENTRY) throw new Error('No entry of a directory');
    const word = (offset: number) => view.getUint16(start + offset, true);
    const [packed, unpacked] = [view.getUint32(start + 20, true), view.getUint32(start + 24, true)];
    // A file that is not packed is its own limit.
    if (word(10) === DEFLATED) {
      const isUnsaid = unpacked === 0 ? packed > 2 : packed === 0;
      const mayBeElsewhere = (word(8) & SIZES_FOLLOW) !== 0 && packed === 0;
      all += isUnsaid || mayBeElsewhere ? Number.POSITIVE_INFINITY : unpacked;
    }
    at = { start: start + ENTRY_BYTES + word(28) + word(30) + word(32), entries: left - 1 };
  }
  return all;
}

function directoryOf(view: DataView): { start: number; entries: number } {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
    if (view.getUint32(at, true) !== END) continue;
    return { start: view.getUint32(at + 16, true), entries: view.getUint16(at + 10, true) };
  }
  throw new Error('No directory of a ZIP');
}

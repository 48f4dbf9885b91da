import type { SheetRow } from './sheet/sheet.ts';

/** Prime numbers of FNV-1a and a second one beside it: two files are alike by chance once in 2^64. */
const STEPS = [16_777_619, 0x5bd1e995] as const;

/** A short name of what a file says, whatever it is called. Browsers keep real hashes for secure pages. */
export function printOf(rows: readonly SheetRow[]): string {
  const text = JSON.stringify(rows);
  return STEPS.map((step) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), step);
    return (hash >>> 0).toString(16);
  }).join('-');
}

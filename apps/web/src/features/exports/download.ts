import type { ExportRequest } from '@balcao/contract/exports.ts';
import { call } from '../../api/call.ts';
import { saveFile } from '../../ui/save-file.ts';

/** So large that a file has few pieces, and so small that none weighs on the page. */
const PIECE_BYTES = 1 << 20;

/**
 * Saves an exported list once it is complete. The browser gets it piece by piece as it comes,
 * which keeps it outside the page's memory, on disk if it is large. Returns the file's name and its rows.
 */
export async function download(
  body: ExportRequest,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<{ name: string; rows: number }> {
  let saved = { name: '', rows: 0 };
  const readFile = async ({ headers, body: bytes }: Response) => {
    const pieces: Blob[] = [];
    let piece: BlobPart[] = [];
    let [size, all] = [0, 0];
    const reader = (bytes as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (value) {
        piece.push(value);
        size += value.byteLength;
        all += value.byteLength;
        onProgress(all);
      }
      if (size < PIECE_BYTES && !done) continue;
      pieces.push(new Blob(piece));
      [piece, size] = [[], 0];
      if (done) break;
    }
    saved = { name: nameIn(headers), rows: Number(headers.get('Export-Rows')) };
    saveFile(new Blob(pieces, { type: headers.get('Content-Type') ?? '' }), saved.name);
  };
  await call('exportList', { body, signal, readFile });
  return saved;
}

function nameIn(headers: Headers): string {
  const [, name = 'lista'] =
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '') ?? [];
  return decodeURIComponent(name);
}

import { routes } from '@balcao/contract/api/routes.ts';
import type { ExportRequest } from '@balcao/contract/exports.ts';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';

type Row = Record<string, unknown>;

/** Requests an export and leaves the response as it is. */
export function requestExport(
  { origin }: { origin: string },
  token: string,
  body: ExportRequest,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(origin + routes.exportList.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** The text of an exported CSV. */
export async function exportedText(
  shop: { origin: string },
  token: string,
  body: Omit<ExportRequest, 'format'>,
): Promise<string> {
  const response = await requestExport(shop, token, { ...body, format: 'csv' });
  if (!response.ok) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}

/** The rows of an exported CSV by the titles of their columns, as texts. */
export async function exportedCsv(...call: Parameters<typeof exportedText>): Promise<Row[]> {
  const text = await exportedText(...call);
  const [titles = [], ...rows] = parseCsv(text.replace(/^\ufeff/, ''), {
    delimiter: ';',
    typeInference: false,
  }) as string[][];
  return rows.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at]])));
}

/** The rows of an exported XLSX by the titles of their columns, as typed in the sheet. */
export async function exportedXlsx(
  shop: { origin: string },
  token: string,
  body: Omit<ExportRequest, 'format'>,
): Promise<Row[]> {
  const response = await requestExport(shop, token, { ...body, format: 'xlsx' });
  if (!response.ok) throw new Error(await response.text());
  return rowsOfXlsx(new Uint8Array(await response.arrayBuffer()));
}

/** The rows of the first sheet, or of the one with this name. */
export async function rowsOfXlsx(bytes: Uint8Array, name?: string): Promise<Row[]> {
  const { sheets } = await readXlsx(bytes);
  const sheet = name === undefined ? sheets[0] : sheets.find((each) => each.name === name);
  const [titles = [], ...rows] = sheet?.rows ?? [];
  return rows.map((cells) =>
    Object.fromEntries(titles.map((title, at) => [String(title), cells[at] ?? null])),
  );
}

/** An amount as the CSV has it, in centavos. */
export const centsOfText = (text: unknown): number =>
  Math.round(Number(String(text || '0').replace(',', '.')) * 100);

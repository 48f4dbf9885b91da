import { MAX_CELL_LENGTH, MOST_IMPORTED } from '@balcao/contract/fields/list-limits.ts';
import { isOfx, readOfx } from '@balcao/domain/bank/ofx.ts';
import { whole } from '../../../ui/counts.ts';
import { loadCode } from '../../../ui/use-code.ts';

/** Cells are texts; the server reads them. `line` counts as the spreadsheet's own rows do. */
export type SheetRow = { line: number; cells: string[] };
export type Sheet = {
  rows: SheetRow[];
  format: string;
  /** If a workbook has several visible sheets: their names, and the sheet that these rows are from. */
  tabs?: { names: string[]; shown: string };
  /** What a bank's statement says of itself: the days that it covers, and its account or ''. */
  statement?: { from: string | undefined; to: string | undefined; account: string };
};

/** Above the rows may be a title, a date and the headings. */
const MOST_ROWS = MOST_IMPORTED + 10;

/**
 * Ten times what the most rows take, as files and as cells. A file of 10 MB can unfold to 10 GB, and a row of a few
 * bytes can have 16,384 cells that all hold one shared text: more than the browser has.
 */
const MOST_UNPACKED = 64 * 1024 * 1024;
const CELL_BYTES = 8;
const MOST_COLUMNS = 256;

const TOO_LARGE =
  'A planilha é grande demais: descompactada, passa de 64 MB. Deixe nela só a aba a importar, ou salve como .csv.';

/** A file that cannot be read, and why, in words for the screen. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

type Report = (rows: number) => void;

/** `tab`: of a workbook, by default the first that is not hidden. Throws UnreadableFile. */
export async function readSheet(
  bytes: Uint8Array,
  report: Report = () => {},
  tab?: string,
): Promise<Sheet> {
  const begins = (...signature: number[]) =>
    signature.every((byte, index) => bytes[index] === byte);
  if (bytes.length === 0) throw new UnreadableFile('O arquivo está vazio.');
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UnreadableFile(
      'É uma planilha com senha ou do Excel antigo (.xls). Abra e salve como .xlsx, sem senha.',
    );
  }
  const sheet = begins(0x50, 0x4b) ? await readTab(bytes, report, tab) : await readText(bytes);
  // Another tab may have some.
  if (sheet.rows.length === 0 && !sheet.tabs)
    throw new UnreadableFile('A planilha não tem nenhuma linha.');
  report(sheet.rows.length);
  return sheet;
}

async function readTab(bytes: Uint8Array, report: Report, tab?: string): Promise<Sheet> {
  const { readXlsx, streamXlsxRows } = await loadCode('xlsx', () => import('hucre/xlsx'));
  const rows: SheetRow[] = [];
  const add = rowsInto(rows);
  const names: string[] = [];
  let shown = tab;
  try {
    if (unpackedSize(bytes) > MOST_UNPACKED) {
      throw new UnreadableFile(TOO_LARGE);
    }
    // Asked which tabs to read, it names them all.
    await readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) names.push(name);
        return false;
      },
    });
    shown ??= names[0];
    for await (const { index, values } of streamXlsxRows(bytes, shown ? { sheet: shown } : {})) {
      add(index, values);
      if (rows.length % 1_000 === 0) report(rows.length);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(
      'O arquivo não pôde ser lido como planilha. Abra e salve de novo como .xlsx ou .csv.',
      { cause: error },
    );
  }
  return {
    ...{ rows, format: 'Excel' },
    ...(shown && names.length > 1 && { tabs: { names, shown } }),
  };
}

const SAMPLE_LINES = 50;

const SEPARATORS: Record<string, string> = {
  ';': 'ponto e vírgula',
  ',': 'vírgula',
  '\t': 'tabulação',
  '|': 'barra',
};

async function readText(bytes: Uint8Array): Promise<Sheet> {
  const { parseCsv, detectDelimiter } = await loadCode('csv', () => import('hucre/csv'));
  const { text, encoding } = decode(bytes);
  if (isOfx(text)) return ofxSheet(text);
  // Excel's own way to name the separator, which is a row of the file for nobody else.
  const named = /^sep=(.)(?=\r?\n)/i.exec(text);
  const delimiter = named?.[1] ?? (isSemicolon(text) ? ';' : detectDelimiter(text));
  const rows: SheetRow[] = [];
  const values = parseCsv(named ? text.slice(named[0].length) : text, { delimiter });
  const add = rowsInto(rows);
  for (const [index, cells] of values.entries()) add(index, cells);
  const separator = SEPARATORS[delimiter] ?? `“${delimiter}”`;
  return { rows, format: `${encoding}, separado por ${separator}` };
}

/** Most lines hold one: then commas are those of amounts, be they more or fewer. */
function isSemicolon(text: string): boolean {
  const lines = text.split('\n', SAMPLE_LINES).filter((line) => line.trim() !== '');
  return lines.filter((line) => line.includes(';')).length > lines.length / 2;
}

/** A bank's statement as a spreadsheet with the headings that the screen looks for. */
function ofxSheet(text: string): Sheet {
  const { rows, ...statement } = readOfx(text);
  const sheet: SheetRow[] = [];
  const add = rowsInto(sheet);
  add(0, ['Data', 'Valor', 'Histórico', 'Identificador']);
  for (const [index, { date, amount, memo, id }] of rows.entries()) {
    add(index + 1, [date, amount, memo, id]);
  }
  return { rows: sheet, format: 'OFX', statement };
}

/** Without a mark, what is mostly no valid UTF-8 is from a Brazilian Windows. */
function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const as = (label: string, options?: TextDecoderOptions) =>
    new TextDecoder(label, options).decode(bytes);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: as('utf-16le'), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { text: as('utf-16be'), encoding: 'UTF-16' };
  // No text has this byte; pictures, PDFs and programs do.
  if (bytes.subarray(0, 4_096).includes(0)) {
    throw new UnreadableFile('Este arquivo não é uma planilha. Use .xlsx ou .csv.');
  }
  // Banks cut texts off in the middle of a letter, which spoils that one alone.
  const text = as('utf-8');
  const [spoiled, whole] = [/\ufffd/g, /[^\p{ASCII}\ufffd]/gu].map(
    (kind) => text.match(kind)?.length ?? 0,
  ) as [number, number];
  if (spoiled <= whole) return { text, encoding: 'UTF-8' };
  return { text: as('windows-1252'), encoding: 'Windows-1252' };
}

/**
 * Adds rows that hold something, without empty cells beyond the most columns. Throws UnreadableFile when that is too
 * much.
 */
function rowsInto(rows: SheetRow[]) {
  let bytes = 0;
  return (index: number, values: readonly unknown[]): void => {
    // A row may have 16,384 cells, nearly all of them nothing.
    const isFilled = (value: unknown) =>
      value != null && value !== '' && textOf(value).trim() !== '';
    const filled = 1 + values.findLastIndex(isFilled);
    if (filled === 0) return;
    if (filled > MOST_COLUMNS) {
      throw new UnreadableFile(
        `O arquivo tem mais de ${MOST_COLUMNS} colunas, na linha ${index + 1}. Deixe nele só as colunas a importar.`,
      );
    }
    const cells = values.slice(0, MOST_COLUMNS).map(textOf);
    for (const cell of cells) bytes += CELL_BYTES + cell.length;
    if (bytes > MOST_UNPACKED) throw new UnreadableFile(TOO_LARGE);
    rows.push({ line: index + 1, cells });
    if (rows.length <= MOST_ROWS) return;
    const most = whole(MOST_IMPORTED);
    throw new UnreadableFile(`O arquivo tem mais de ${most} linhas. Divida em arquivos menores.`);
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\0', '').slice(0, MAX_CELL_LENGTH);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (value instanceof Date) return dateText(value);
  return '';
}

/** Rounds to the 15 digits that spreadsheets compute with: 10 × 1,07 is 10,7, not 10,700000000000001. */
function numberText(value: number): string {
  return String(Number(value.toPrecision(15))).replace('.', ',');
}

/** '01/03/2026', '01/03/2026 14:05', or of a time alone '14:05'. */
function dateText(value: Date): string {
  const instant = new Date(Math.round(value.getTime() / 1_000) * 1_000);
  const [, time = ''] = /T(.{5}(?::(?!00).{2})?)/.exec(instant.toISOString()) ?? [];
  if (instant.getUTCFullYear() < 1900) return time;
  const day = instant.toLocaleDateString('pt-BR', { timeZone: 'UTC' });
  return time === '00:00' ? day : `${day} ${time}`;
}

/*
 * A ZIP ends with a record that says where the directory of its files begins; each file's entry there has its
 * sizes. The program that unpacks the file stops at the size of its entry.
 */
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const DEFLATED = 8;
/** The sizes are elsewhere, behind the file itself. */
const SIZES_FOLLOW = 8;
/** The number is elsewhere, in a record that hucre would believe. */
const FOLLOWS_16 = 0xffff;
const FOLLOWS_32 = 0xffffffff;

/** How many bytes the files of a ZIP take unpacked; Infinity if it does not say so. Throws if it is no ZIP. */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = directoryOf(view);
  let all = at.isElsewhere ? Number.POSITIVE_INFINITY : 0;
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
    at = { ...at, start: start + ENTRY_BYTES + word(28) + word(30) + word(32) };
  }
  return all;
}

function directoryOf(view: DataView) {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
    if (view.getUint32(at, true) !== END) continue;
    const [size, start] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
    const entries = view.getUint16(at + 10, true);
    const isElsewhere = entries === FOLLOWS_16 || size === FOLLOWS_32 || start === FOLLOWS_32;
    return { start, entries: isElsewhere ? 0 : entries, isElsewhere };
  }
  throw new Error('No directory of a ZIP');
}

import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readSheet } from './sheet.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
/** Every character of the samples is in Latin-1, where code points are the bytes. */
const windows = (text: string) => Uint8Array.from(text, (each) => each.codePointAt(0) as number);
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\ufeff${text}`, (each) => each.charCodeAt(0)).buffer);

const TEXT =
  'Código;Nome;Valor\r\n007;Lápis à mão;"1.234,50"\r\n\r\n8;"Borracha; ""grande""";2\r\n';
const ROWS = [
  { line: 1, cells: ['Código', 'Nome', 'Valor'] },
  { line: 2, cells: ['007', 'Lápis à mão', '1.234,50'] },
  { line: 4, cells: ['8', 'Borracha; "grande"', '2'] },
];

it.each([
  ['UTF-8', utf8(TEXT), 'UTF-8, separado por ponto e vírgula'],
  ['UTF-8 with a mark', utf8(`\ufeff${TEXT}`), 'UTF-8, separado por ponto e vírgula'],
  ['Windows-1252', windows(TEXT), 'Windows-1252, separado por ponto e vírgula'],
  ['UTF-16', utf16(TEXT), 'UTF-16, separado por ponto e vírgula'],
  [
    'tabs',
    utf8('Código\tNome\tValor\n007\tLápis à mão\t1.234,50\n\n8\t"Borracha; ""grande"""\t2'),
    'UTF-8, separado por tabulação',
  ],
  [
    'commas',
    utf8('Código,Nome,Valor\n007,Lápis à mão,"1.234,50"\n\n8,"Borracha; ""grande""",2'),
    'UTF-8, separado por vírgula',
  ],
])('reads text in %s', async (_, bytes, format) => {
  expect(await readSheet(bytes)).toEqual({ rows: ROWS, format });
});

it('does not take the commas of amounts for the separator, though each line has one', async () => {
  const { rows, format } = await readSheet(
    utf8('Extrato;Conta\nData;Valor;Saldo\n02/03/2026;42,00;0\n03/03/2026;18,00;0'),
  );
  expect(rows[2]?.cells).toEqual(['02/03/2026', '42,00', '0']);
  expect(format).toBe('UTF-8, separado por ponto e vírgula');
});

it('reads a statement in OFX as rows with headings, and the days that it says it covers', async () => {
  const text =
    'OFXHEADER:100\r\nCHARSET:1252\r\n<OFX><DTSTART>20260301<DTEND>20260331\r\n<STMTTRN>\r\n<TRNTYPE>CREDIT\r\n<DTPOSTED>20260302\r\n<TRNAMT>49.90\r\n<FITID>1\r\n<MEMO>PIX João\r\n</STMTTRN></OFX>';
  expect(await readSheet(windows(text))).toEqual({
    rows: [
      { line: 1, cells: ['Data', 'Valor', 'Histórico', 'Identificador'] },
      { line: 2, cells: ['02/03/2026', '+49,90', 'PIX João', '1'] },
    ],
    format: 'OFX',
    statement: { from: '2026-03-01', to: '2026-03-31', account: '' },
  });
});

it('takes the separator that Excel names, and counts its line', async () => {
  const { rows } = await readSheet(utf8('sep=|\r\nCódigo|Nome\r\n1|a;b\r\n'));
  expect(rows).toEqual([
    { line: 2, cells: ['Código', 'Nome'] },
    { line: 3, cells: ['1', 'a;b'] },
  ]);
});

it('reads the first tab of a workbook that is not hidden, or another one', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Oculta', hidden: true, rows: [['não']] },
      { name: 'Março', rows: [['sim']] },
      { name: 'Abril', rows: [['outra']] },
      { name: 'Vazia', rows: [] },
    ],
  });
  const names = ['Março', 'Abril', 'Vazia'];
  expect(await readSheet(bytes)).toEqual({
    ...{ rows: [{ line: 1, cells: ['sim'] }], format: 'Excel' },
    tabs: { names, shown: 'Março' },
  });
  const other = await readSheet(bytes, () => {}, 'Abril');
  expect([other.rows[0]?.cells, other.tabs]).toEqual([['outra'], { names, shown: 'Abril' }]);
  // The others can still be chosen.
  expect((await readSheet(bytes, () => {}, 'Vazia')).rows).toEqual([]);
});

it('keeps the time of a cell', async () => {
  const at = (...time: [number, number, number?]) => new Date(Date.UTC(2026, 2, 1, ...time));
  const bytes = await writeXlsx({
    sheets: [{ name: 'A', rows: [[at(14, 5), at(9, 7, 30), at(0, 0)]] }],
  });
  expect((await readSheet(bytes)).rows[0]?.cells).toEqual([
    ...['01/03/2026 14:05', '01/03/2026 09:07:30', '01/03/2026'],
  ]);
});

it('spoils one letter where a text was cut in the middle of it, and not the whole file', async () => {
  const [before, after] = [utf8('Data;Histórico\n1;PIX JO\u00c3'), utf8(';MARÇO\n')];
  const bytes = new Uint8Array([...before.subarray(0, -1), ...after]);
  expect(await readSheet(bytes)).toEqual({
    rows: [
      { line: 1, cells: ['Data', 'Histórico'] },
      { line: 2, cells: ['1', 'PIX JO\ufffd', 'MARÇO'] },
    ],
    format: 'UTF-8, separado por ponto e vírgula',
  });
});

it('reads the first sheet of a workbook: texts as they are, numbers as people write them', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Produtos',
        rows: [
          ['Código', 'Nome', 'Valor', 'Ativo'],
          ['007', '=1+1', 12.9, true],
          [null, null, null, null],
          [52998224725, new Date(Date.UTC(2026, 2, 1)), 10 * 1.07, false],
        ],
        cells: new Map([['1,1', { value: 'Soma', formula: 'A1&A2', formulaResult: 'Soma' }]]),
      },
      { name: 'Outra', rows: [['não']] },
    ],
  });
  expect((await readSheet(bytes)).rows).toEqual([
    { line: 1, cells: ['Código', 'Nome', 'Valor', 'Ativo'] },
    { line: 2, cells: ['007', 'Soma', '12,9', 'Sim'] },
    { line: 4, cells: ['52998224725', '01/03/2026', '10,7', 'Não'] },
  ]);
});

it.each([
  ['an empty file', new Uint8Array(), 'O arquivo está vazio.'],
  ['lines without cells', utf8('\r\n ; ;\r\n'), 'A planilha não tem nenhuma linha.'],
  [
    'an old or locked workbook',
    Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1),
    /senha ou do Excel antigo/,
  ],
  ['another ZIP', Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9, 9), /não pôde ser lido como planilha/],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), /não é uma planilha/],
  ['too many lines', utf8('1\n'.repeat(20_100)), /mais de 20\.000 linhas/],
])('says in words what is wrong with %s', async (_, bytes, words) => {
  await expect(readSheet(bytes)).rejects.toThrow(words);
});

describe('a workbook that unfolds to more than the browser has', () => {
  const TOO_LARGE = /descompactada, passa de 64 MB.*só a aba a importar/;
  const workbook = (rows: number) =>
    writeXlsx({
      sheets: [
        { name: 'A', rows: Array.from({ length: rows }, (_, n) => [n + 'x'.repeat(32_000)]) },
      ],
    });
  /** Changes the entry of the largest file in the directory of a ZIP. */
  const withEntry = (bytes: Uint8Array, change: (entry: DataView) => void) => {
    const copy = bytes.slice();
    const entries: DataView[] = [];
    for (let at = 0; at < copy.length - 46; at++) {
      const view = new DataView(copy.buffer, at);
      if (view.getUint32(0, true) === 0x02014b50) entries.push(view);
    }
    const sizeOf = (entry: DataView) => entry.getUint32(24, true);
    const largest = entries.sort((one, other) => sizeOf(other) - sizeOf(one))[0];
    if (largest) change(largest);
    return copy;
  };

  it('is refused in words before it is unpacked, whatever its directory says', {
    timeout: 60_000,
  }, async () => {
    const large = await workbook(2_200);
    expect(large.length).toBeLessThan(1_000_000);
    await expect(readSheet(large)).rejects.toThrow(TOO_LARGE);
    const silent = withEntry(large, (entry) => entry.setUint32(24, 0, true));
    await expect(readSheet(silent)).rejects.toThrow(TOO_LARGE);
    const elsewhere = withEntry(large, (entry) => {
      entry.setUint16(8, 8, true);
      entry.setUint32(20, 0, true);
    });
    await expect(readSheet(elsewhere)).rejects.toThrow(TOO_LARGE);
    // The end says that its sizes stand in a record of another kind, where the reader would believe them.
    const hidden = large.slice();
    new DataView(hidden.buffer).setUint32(hidden.length - 22 + 12, 0xffffffff, true);
    await expect(readSheet(hidden)).rejects.toThrow(TOO_LARGE);
    const lying = withEntry(large, (entry) => entry.setUint32(24, 1_000, true));
    await expect(readSheet(lying)).rejects.toThrow(/não pôde ser lido como planilha/);
  });

  it('is refused by its columns and by what all its cells hold, of which a few bytes can make any number', async () => {
    const wide = await writeXlsx({
      sheets: [
        { name: 'A', rows: Array.from({ length: 3 }, () => [...Array(16_383).fill(null), 'x']) },
      ],
    });
    await expect(readSheet(wide)).rejects.toThrow(/mais de 256 colunas.*só as colunas a importar/);
    // One shared text in every cell.
    const text = 'x'.repeat(500);
    const rows = Array.from({ length: 2_000 }, () => Array(100).fill(text));
    const full = await writeXlsx({ sheets: [{ name: 'A', rows }] });
    expect(full.length).toBeLessThan(2_000_000);
    await expect(readSheet(full)).rejects.toThrow(TOO_LARGE);
  }, 60_000);

  it('is read without the empty cells that some programs add to its rows', async () => {
    const bytes = await writeXlsx({
      sheets: [{ name: 'A', rows: [['a', ...Array(1_000).fill('')]] }],
    });
    for (const file of [bytes, utf8(`a${';'.repeat(1_000)}\n`)]) {
      const [row] = (await readSheet(file)).rows;
      expect(row?.cells).toEqual(['a', ...Array(255).fill('')]);
    }
  });

  it('is read as long as it is not', async () => {
    expect((await readSheet(await workbook(10))).rows).toHaveLength(10);
  });
});

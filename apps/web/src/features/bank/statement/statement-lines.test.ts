import { readFile } from 'node:fs/promises';
import { pairMovements } from '@balcao/domain/bank/same-movement.ts';
import { expect, it, test } from 'vitest';
import { splitHeadings } from '../../imports/match-columns.ts';
import { readSheet } from '../../imports/sheet/sheet.ts';
import { accountOf } from './account-field.tsx';
import { FIELDS, guessStatementColumns, isUnsure, readStatement } from './statement-lines.ts';

/** As the screen reads it before anybody chooses a column. */
async function read(bytes: Uint8Array, tab?: string) {
  const sheet = await readSheet(bytes, () => {}, tab);
  const { headings, rows } = splitHeadings(sheet.rows, FIELDS);
  const columns = guessStatementColumns(headings, rows);
  return { ...readStatement(rows, columns, headings, sheet.statement), columns };
}
const csv = (...lines: string[]) => read(new TextEncoder().encode(lines.join('\r\n')));

/** The same days of one account of an invented shop, as seven banks would write them. */
const FORMS = [
  'sgml.ofx',
  'cdata.ofx',
  'signed.csv',
  'two-columns.csv',
  'deb-cred.csv',
  'suffix.csv',
  'no-heading.csv',
];
const form = async (name: string) =>
  read(await readFile(new URL(`./forms/${name}`, import.meta.url)));

it.each(FORMS)('reads what came and the Pix that went, and only that, of %s', async (name) => {
  const { credits, unreadable, showsSent } = await form(name);
  expect(showsSent).toBe(true);
  expect(credits.map(({ day, amount, kind }) => [day.slice(8), amount, kind])).toEqual([
    ['02', 4_200, 'pix'],
    ['02', 4_200, 'pix'],
    ['03', 1_800, 'pix'],
    ['04', 3_000, 'sent'],
    ['04', 3_000, 'reversal'],
    ['05', 12_300, 'card'],
    ['05', 180, 'reversal'],
  ]);
  expect(credits.filter(isUnsure)).toEqual([]);
  expect(unreadable).toEqual([]);
  const names = credits.map(({ memo }) => memo).join(' ');
  expect(names).not.toMatch(/ana|prado|jo[aã]o|[ií]ris|papelaria|lua/i);
});

it.each(FORMS.flatMap((one) => FORMS.map((other) => [one, other] as const)))(
  'after %s nothing of %s is new, and nothing has to be asked',
  async (one, other) => {
    const [kept, again] = (await Promise.all([form(one), form(other)])).map(({ credits }) =>
      credits.map((line) => ({ ...line, account: '' })),
    );
    const pairs = [...pairMovements(kept ?? [], again ?? [])].flat();
    expect(pairs.map(({ read }) => read).sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(pairs.filter(({ isSure }) => !isSure)).toEqual([]);
  },
);

it.each(FORMS.flatMap((one) => FORMS.map((other) => [one, other] as const)))(
  'of %s up to a day and %s from that day on, each movement is kept once',
  async (one, other) => {
    const [all, again] = (await Promise.all([form(one), form(other)])).map(({ credits }) =>
      credits.map((line) => ({ ...line, account: '' })),
    );
    // One of two twins is missing too, as where a bank's page ends in the middle of a day.
    const kept = (all ?? []).filter(({ day }) => day <= '2026-03-04').slice(1);
    const read = (again ?? []).filter(({ day }) => day !== '2026-03-03');
    const pairs = [...pairMovements(kept, read)].flat();
    const left = read.filter((_, at) => pairs.every((pair) => pair.read !== at));
    const made = [...kept, ...left].map(({ day, amount, kind }) => [day.slice(8), amount, kind]);
    expect(made.sort()).toEqual(
      (all ?? []).map(({ day, amount, kind }) => [day.slice(8), amount, kind]).sort(),
    );
    expect(pairs.every(({ isSure }) => isSure)).toBe(true);
  },
);

test('a balance is of no day that the file covers, a movement of any kind is', async () => {
  const days = async (...lines: string[]) => {
    const { from, to } = await csv('Data;Histórico;Valor', ...lines);
    return [from, to].map((day) => day.slice(8));
  };
  const movements = ['20/03/2026;TARIFA PACOTE;-1,80', '21/03/2026;PIX RECEBIDO ANA;42,00'];
  for (const words of ['SALDO ANTERIOR', 'SDO', 'SLD', '000 Saldo', 'S A L D O', 'Total'])
    expect(
      await days(`19/03/2026;${words};-10,00`, ...movements, `22/03/2026;${words};30,20`),
    ).toEqual(['20', '21']);
  expect(await days(...movements, '22/03/2026;BOLETO;-5,00')).toEqual(['20', '22']);
  // What an OFX says of itself stays.
  const { from, to } = await csv(
    '<OFX><DTSTART>20260318<DTEND>20260331<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260317<TRNAMT>-10.00<MEMO>SALDO ANTERIOR</STMTTRN>',
    '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260320<TRNAMT>42.00<MEMO>PIX ANA</STMTTRN></OFX>',
  );
  expect([from, to]).toEqual(['2026-03-18', '2026-03-31']);
});

test('reads a workbook with its times and whichever tab is chosen', async () => {
  const bytes = await readFile(new URL('./forms/tabs.xlsx', import.meta.url));
  const { tabs } = await readSheet(bytes);
  expect(tabs).toEqual({ names: ['Capa', 'Conta'], shown: 'Capa' });
  const { credits } = await read(bytes, 'Conta');
  expect(credits).toMatchObject([
    { day: '2026-03-05', time: '14:05', amount: 700, kind: 'pix' },
    { day: '2026-03-05', time: '15:05', amount: 900, kind: 'sent' },
  ]);
});

test('a column whose cells say the direction is it, whatever its heading', async () => {
  const { credits, others } = await csv(
    'Data;Qualquer coisa;Valor;Saldo;Saldo D/C',
    '02/03/2026;Crédito;42,00;42,00;C',
    '02/03/2026;DÉB.;289,50;247,50;D',
    '03/03/2026;;18,00;229,50;D',
  );
  expect(credits.map(({ amount, ...line }) => [amount, isUnsure(line as never)])).toEqual([
    [4_200, false],
    [1_800, true],
  ]);
  expect(others).toBe(1);
});

test('of a file that does not say what came all lines have to be asked about', async () => {
  const { credits } = await csv('Data;Valor;Histórico', '02/03/2026;42,00;PIX ANA');
  expect(credits.map(isUnsure)).toEqual([true]);
  // The D and C of a balance say nothing of the movement.
  const balance = await csv('Data;Valor;Saldo;D/C', '02/03/2026;42,00;10,00;C');
  expect(balance.credits.map(isUnsure)).toEqual([true]);
});

test('without headings a column is not guessed where two may be it', async () => {
  const { columns } = await csv(
    '02/03/2026;PIX RECEBIDO ANA;42,00;142,00',
    '03/03/2026;PIX RECEBIDO RUI;18,00;160,00',
  );
  expect(columns).toEqual({ date: 0, memo: 1 });
});

test('an OFX without a single sign is asked about, unless its types say what came', async () => {
  const movement = (type: string) =>
    `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260302<TRNAMT>30.00<MEMO>PIX ANA</STMTTRN>`;
  const { credits } = await csv(`<OFX>${['PAYMENT', 'XFER', 'POS', 'CREDIT'].map(movement)}</OFX>`);
  expect(credits.map(isUnsure)).toEqual([true, true, true, false]);
});

test('a fee in a column of figures makes no reversal of a card, a column of texts does', async () => {
  const of = async (heading: string) =>
    (
      await csv(
        `Data;Histórico;${heading};Valor`,
        '02/03/2026;CIELO VENDAS;Tarifa;42,00',
        '02/03/2026;BOLETO;;-1,00',
      )
    ).credits.map(({ kind }) => kind);
  expect(await of('Plano')).toEqual(['card']);
  expect(await of('Complemento')).toEqual(['reversal']);
  expect(await of('Detalhe')).toEqual(['reversal']);
});

test('a file that names no account is asked about, unless it is the very first', () => {
  const of = (account: string, account_in_file = '') =>
    ({ account, account_in_file }) as Parameters<typeof accountOf>[1][number];
  expect(accountOf('', [])).toBe('');
  expect(accountOf('0999 1', [])).toBe('0999 1');
  expect(accountOf('', [of('')])).toBeUndefined();
  expect(accountOf('', [of('Caixa', '0999 1')])).toBeUndefined();
  expect(accountOf('0999 1', [of('Caixa', '0999 1')])).toBe('Caixa');
  expect(accountOf('0999 2', [of('Caixa', '0999 1')])).toBeUndefined();
});

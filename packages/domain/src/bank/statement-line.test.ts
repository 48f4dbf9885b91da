import { expect, it, test } from 'vitest';
import { pixTxid } from '../pix/pix-txid.ts';
import { directionWord, saysDirection } from './direction.ts';
import { isOfx, readOfx } from './ofx.ts';
import { shortMemo } from './short-memo.ts';
import { readStatementRow, type StatementRow } from './statement-line.ts';

const TXID = pixTxid('0198c0de-1234-4567-89ab-0123456789ab', 1);
const END_TO_END = 'E60701190202603011722DY5AB1C2D3E';

const row = (given: Partial<StatementRow>): StatementRow => {
  const cells = { date: '02/03/2026', time: '', amount: '49,90', type: '', memo: '', ...given };
  return { whole: Object.values(cells).join('\n'), about: '', ...cells };
};
/** In a file whose amounts without a mark came. */
const read = (given: Partial<StatementRow>) => readStatementRow(row(given), 'in');

// As Itaú and Banco do Brasil write it: no closing tags, a constant time, a decimal comma.
const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>BRL
<BANKACCTFROM><BANKID>0341<ACCTID>0123456789<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20260301100000[-03:EST]
<DTEND>20260331100000[-03:EST]
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20260302100000[-03:EST]
<TRNAMT>1.049,90
<FITID>20260302001
<MEMO>PIX QRS MARIA DA02/03 ${TXID.toUpperCase()}
</STMTTRN>
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20260302100000[-03:EST]
<TRNAMT>30.00
<FITID>20260302002
<MEMO>TAR PACOTE &amp; SERVICOS
</STMTTRN>
<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260303<TRNAMT>-12.5<FITID>3<MEMO>PIX ENVIADO
</BANKTRANLIST>
<LEDGERBAL><BALAMT>9999.99<DTASOF>20260331</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

// As Nubank and Inter write it.
const XML = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST><DTSTART>20260301000000[-3:BRT]</DTSTART><DTEND>20260302000000[-3:BRT]</DTEND>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260301000000[-3:BRT]</DTPOSTED><TRNAMT>49.90</TRNAMT><FITID>${END_TO_END}</FITID><NAME>Transferência recebida pelo Pix</NAME><MEMO>Transferência recebida pelo Pix - MARIA DA SILVA - •••.982.247-•• - BANCO X</MEMO></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const linesOf = (text: string) =>
  readOfx(text).rows.map(({ id, ...cells }) => read({ ...cells, whole: `${cells.memo}\n${id}` }));

test('a statement in OFX is read in both of its forms', () => {
  expect([SGML, XML, 'Data;Valor\n01/03/2026;1,00'].map(isOfx)).toEqual([true, true, false]);
  expect(readOfx(SGML)).toMatchObject({ from: '2026-03-01', to: '2026-03-31' });
  expect(readOfx(SGML).rows.map(({ amount, memo }) => [amount, memo])).toEqual([
    ['+1049,90', `PIX QRS MARIA DA02/03 ${TXID.toUpperCase()}`],
    ['-30,00', 'TAR PACOTE & SERVICOS'],
    ['-12,50', 'PIX ENVIADO'],
  ]);
  expect(linesOf(SGML)).toEqual([
    {
      ...{ day: '2026-03-02', time: null, amount: 104_990, txid: TXID, end_to_end: null },
      ...{ kind: 'pix', memo: 'PIX QRS M. …' },
    },
    'other',
    {
      ...{ day: '2026-03-03', time: null, amount: 1_250, txid: null, end_to_end: null },
      ...{ kind: 'sent', memo: 'PIX ENVIADO' },
    },
  ]);
  // 17:22 UTC is 14:22 in São Paulo.
  expect(linesOf(XML)).toEqual([
    {
      ...{ day: '2026-03-01', time: '14:22', amount: 4_990, txid: null, end_to_end: END_TO_END },
      ...{ kind: 'pix', memo: 'Transferência recebida pelo Pix M. S. … B. X.' },
    },
  ]);
});

it.each([
  ['1.234,56', 123_456],
  ['R$ 1.234,56 C', 123_456],
  ['C 49,90', 4_990],
  ['+49.90', 4_990],
  ['0,01', 1],
])('reads money that came: %s', (amount, cents) => {
  expect(read({ amount })).toMatchObject({ amount: cents });
});

it.each<[string, Partial<StatementRow>]>([
  ['a minus', { amount: '-49,90' }],
  ['a minus behind it', { amount: 'R$ 49,90 -' }],
  ['a typographic minus', { amount: '−49,90' }],
  ['an accountant’s brackets', { amount: '(49,90)' }],
  ['a D', { amount: '49,90 D' }],
  ['a D in front', { amount: 'D 49,90' }],
  ['a DB', { amount: '49,90 DB' }],
  ['a minus, whatever its kind says', { amount: '-49,90', type: 'Crédito' }],
  ['its kind', { type: 'Débito' }],
  ['its kind in words', { type: 'Boleto enviado' }],
  ['its text', { memo: 'TED ENVIADA JOAO' }],
  ['a balance', { memo: 'SALDO DO DIA' }],
  ['a balance in wide letters', { memo: 'S A L D O' }],
  ['a balance cut short', { memo: 'SDO ANTERIOR' }],
  ['another one', { memo: 'SLD.' }],
  ['a balance with its code', { memo: '000 Saldo Anterior' }],
  ['a balance in a column that nobody chose', { whole: '02/03/2026\nSALDO EM CONTA\n49,90' }],
  ['a total below the rows', { date: 'Total', amount: '9.999,00' }],
  ['nothing in the column of credits', { amount: '' }],
])('leaves out what is no money that came: %s', (_why, given) => {
  expect(read(given)).toBe('other');
});

it.each<[string, Partial<StatementRow>]>([
  ['a sign', { amount: '-49,90', memo: 'PIX PAPELARIA LUA' }],
  ['a cell', { type: 'D', memo: 'PIX PAPELARIA LUA' }],
  ['its text', { memo: 'PIX ENVIADO PAPELARIA LUA' }],
  ['its text, of money given back', { amount: '-49,90', memo: 'DEV PIX LUA' }],
  ['an identifier', { amount: '-49,90', memo: 'LUA', whole: 'D60701190202603011722DY5AB1C2D3E' }],
])('keeps a Pix that went out, by %s', (_why, given) => {
  expect(read(given)).toMatchObject({ kind: 'sent', amount: 4_990 });
});
it.each(['TARIFA PIX', 'TAR PIX', 'COMPRA CARTAO', 'SALDO PIX'])(
  'leaves out what went and is no Pix: %s',
  (memo) => expect(read({ amount: '-49,90', memo })).toBe('other'),
);

it.each<[string, Partial<StatementRow>]>([
  ['no day of the calendar', { date: '31/02/2026' }],
  ['a day without a year', { date: '02/03' }],
  ['three decimals', { amount: '49,900' }],
])('does not guess: %s', (_why, given) => {
  expect(read(given)).toBe('unreadable');
});

it.each([
  ['2/3/26', '', '2026-03-02', null],
  ['2026-03-02T14:05:10', '', '2026-03-02', '14:05'],
  ['02/03/2026 00:00', '', '2026-03-02', null],
  ['20260302', '9h07', '2026-03-02', '09:07'],
])('reads the day and the time: %s %s', (date, time, day, at) => {
  expect(read({ date, time })).toMatchObject({ day, time: at });
});

it.each([
  ['PIX RECEBIDO', 'pix'],
  ['CIELO VENDAS DEBITO', 'card'],
  ['REDE VISA CD', 'card'],
  ['TED RECEBIDA', 'other'],
  ['', 'other'],
])('knows what came by its text: %s', (memo, kind) => {
  expect(read({ memo })).toMatchObject({ kind });
});

test('of a text nothing is kept that names a payer, and shortened again it is the same', () => {
  const kept = shortMemo(
    'PIX RECEBIDO - Maria da Silva Souza CPF 529.982.247-25 ag 0001 ***.982.247-**',
  );
  expect(kept).toBe('PIX RECEBIDO M. S. S. … A. …');
  expect(shortMemo(kept)).toBe(kept);
  const long = shortMemo('Álvaro '.repeat(60));
  expect(long.length).toBeLessThanOrEqual(60);
  expect(shortMemo(long)).toBe(long);
});

it.each(['D', 'd', 'Déb.', 'DÉBITO', 'debitos', '-', '−', 'Saída', ' (D) ', 'D - Débito'])(
  'reads a cell that says money went: %s',
  (cell) => expect(directionWord(cell)).toBe('out'),
);
it.each(['C', 'Cred', 'crédito', 'CR', '+', 'ENTRADA'])(
  'reads a cell that says money came: %s',
  (cell) => expect(directionWord(cell)).toBe('in'),
);
it.each(['', 'Pix', 'Crédito Pix', 'D/C', 'Déb. Cred.', '12'])(
  'takes no other cell for one: %s',
  (cell) => expect(directionWord(cell)).toBeUndefined(),
);
test('a column says the direction if all of its cells do that are not blank', () => {
  expect(saysDirection(['C', '', 'd', ' '])).toBe(true);
  expect(saysDirection(['C', 'Pix'])).toBe(false);
  expect(saysDirection(['', ''])).toBe(false);
  expect(saysDirection(['-', '', '-'])).toBe(false);
  expect(saysDirection(['-', '+'])).toBe(true);
  expect(saysDirection(['D', ''])).toBe(true);
});

const unmarked = (given: Partial<StatementRow>) => readStatementRow(row(given));

test('where nothing says that the money came, a person has to', () => {
  expect(unmarked({ memo: 'PIX MARIA' })).toMatchObject({ isUnsure: true, amount: 4_990 });
  expect(unmarked({ type: 'Pagamento' })).toMatchObject({ isUnsure: true });
  expect(unmarked({ memo: 'TED ENVIADA RUI' })).toBe('other');
  expect(unmarked({ memo: 'PIX ENVIADO RUI' })).toMatchObject({ kind: 'sent' });
  expect(unmarked({ type: 'Débito automático' })).toBe('other');
  expect(unmarked({ type: 'Crédito/Débito' })).toMatchObject({ isUnsure: true });
  for (const said of [{ amount: '+49,90' }, { amount: '49,90C' }, { type: 'C' }]) {
    expect(unmarked({ memo: 'PIX MARIA', ...said })).not.toHaveProperty('isUnsure');
  }
});

test('a sign wins over a word, and a cell over a mark', () => {
  expect(unmarked({ amount: '+49,90', type: 'Pagamento' })).toMatchObject({ amount: 4_990 });
  expect(unmarked({ amount: '+49,90', type: 'Pagamento recebido' })).toMatchObject({
    amount: 4_990,
  });
  expect(unmarked({ amount: '49,90 C', type: 'Débito' })).toBe('other');
});

it.each([
  ['DEV PIX ENVIADO RUI', 'DEV PIX ENVIADO R.'],
  ['Pix devolvido Papelaria', 'Pix devolvido P.'],
  ['DEVOLUÇÃO DE PIX', 'DEVOLUÇÃO PIX'],
  ['ESTORNO TARIFA PIX', 'ESTORNO TARIFA PIX'],
  ['TAR PIX', 'TAR PIX'],
  ['PIX ENVIADO RUI', 'PIX ENVIADO R.'],
])('a fee or a payment of the shop’s that came back is no Pix of a sale: %s', (memo, kept) => {
  expect(unmarked({ amount: '+49,90', memo })).toMatchObject({ kind: 'reversal', memo: kept });
});

it.each(['PIX RECEBIDO DEV TECNOLOGIA', 'PIX RECEBIDO ENVIADO POR ANA', 'PIX TARSILA'])(
  'a payer’s name is no fee: %s',
  (memo) => expect(unmarked({ amount: '+49,90', memo })).toMatchObject({ kind: 'pix' }),
);

test('what a line is may stand in another column of text, but no other cell makes it a reversal', () => {
  const given = { amount: '+49,90', memo: 'ANA PRADO' };
  expect(unmarked({ ...given, about: 'Pix devolvido\n123' })).toMatchObject({ kind: 'reversal' });
  const card = { amount: '+49,90', memo: 'CIELO VENDAS', type: 'Crédito' };
  const whole = 'CIELO VENDAS\nisento de tarifa\n+49,90';
  expect(unmarked({ ...card, whole })).toMatchObject({ kind: 'card' });
  expect(unmarked({ ...card, type: 'Tarifa' })).toMatchObject({ kind: 'reversal' });
});

test('money that a Pix identifier of the network says was given back is a reversal', () => {
  const given = { amount: '+5,00', memo: 'PIX', whole: 'D60701190202603011722DY5AB1C2D3E' };
  expect(unmarked(given)).toMatchObject({ kind: 'reversal', end_to_end: null });
});

test('what a line is stays readable, though names do not', () => {
  expect(shortMemo('RENDIMENTO APLIC. SALÁRIO REF. TARIFA PACOTE SERVIÇOS ANA')).toBe(
    'RENDIMENTO A. SALÁRIO R. TARIFA PACOTE SERVIÇOS A.',
  );
});

/** A statement of movements in the form of XML. */
const ofx = (...movements: Record<string, string>[]) =>
  `<OFX><STMTTRNRS>${movements
    .map(
      (values) =>
        `<STMTTRN>${Object.entries({ DTPOSTED: '20260302', ...values })
          .map(([name, value]) => `<${name}>${value}</${name.split(' ')[0]}>`)
          .join('\n')}</STMTTRN>`,
    )
    .join('')}</STMTTRNRS></OFX>`;
const rowsOf = (...movements: Record<string, string>[]) => readOfx(ofx(...movements)).rows;

test('in OFX an amount without a minus came, whatever its type; but not where no amount has one, or debits have none', () => {
  const payment = { TRNTYPE: 'PAYMENT', TRNAMT: '10.00' };
  const amounts = (...movements: Record<string, string>[]) =>
    rowsOf(...movements).map(({ amount }) => amount);
  const unknown = ['PAYMENT', 'XFER', 'POS', 'OTHER', ''];
  expect(amounts(...unknown.map((TRNTYPE) => ({ ...payment, TRNTYPE })))).toEqual(
    unknown.map(() => '10,00'),
  );
  expect(amounts(payment, { TRNTYPE: 'DEP', TRNAMT: '3.00' })).toEqual(['10,00', '+3,00']);
  expect(amounts({ ...payment, TRNAMT: '+10.00' })).toEqual(['+10,00']);
  expect(amounts(payment, { TRNTYPE: 'OTHER', TRNAMT: '-3.00' })).toEqual(['+10,00', '-3,00']);
  expect(amounts({ ...payment, TRNAMT: '-10.00' })).toEqual(['-10,00']);
  expect(
    amounts(payment, { TRNTYPE: 'DEBIT', TRNAMT: '3.00' }, { TRNTYPE: 'CREDIT', TRNAMT: '4.00' }),
  ).toEqual(['10,00', '-3,00', '+4,00']);
});

it.each([
  ['CDATA', '<![CDATA[PIX MARIA <3 & CIA]]>', 'PIX MARIA <3 & CIA'],
  ['a break', 'PIX RECEBIDO<BR/>MARIA', 'PIX RECEBIDO MARIA'],
  ['a break in CDATA', '<![CDATA[PIX<br />MARIA]]>', 'PIX MARIA'],
  ['two lines', 'PIX RECEBIDO\r\n   MARIA', 'PIX RECEBIDO MARIA'],
  ['entities', 'JO&#195;O &amp; F&aacute; &#xC7;A', 'JOÃO & Fá ÇA'],
  ['none', '', ''],
])('in OFX a text is read with %s', (_what, memo, read) => {
  expect(rowsOf({ TRNTYPE: 'CREDIT', TRNAMT: '1', MEMO: memo })[0]?.memo).toBe(read);
});

test('in OFX tags may have attributes, and the account is that of the file', () => {
  const text = `<OFX><BANKACCTFROM><BANKID>0341<ACCTID>12345-6</BANKACCTFROM>
<STMTTRN id="1"><TRNTYPE>CREDIT<DTPOSTED>20260302<TRNAMT cur="BRL">1.00<MEMO lang="pt">PIX
MARIA
<FITID>9
</STMTTRN>`;
  expect(readOfx(text)).toMatchObject({
    account: '0341 12345-6',
    rows: [{ date: '02/03/2026', amount: '+1,00', memo: 'PIX MARIA', id: '9' }],
  });
  expect(readOfx(`${text}<ACCTID>9`).account).toBe('');
});

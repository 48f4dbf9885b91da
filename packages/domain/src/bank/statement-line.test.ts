import { expect, it, test } from 'vitest';
import { pixTxid } from '../pix/pix-txid.ts';
import { isOfx, readOfx } from './ofx.ts';
import { shortMemo } from './short-memo.ts';
import { identitiesOf, readStatementRow, type StatementRow } from './statement-line.ts';

const TXID = pixTxid('0198c0de-1234-4567-89ab-0123456789ab', 1);
const END_TO_END = 'E60701190202603011722DY5AB1C2D3E';

const row = (given: Partial<StatementRow>): StatementRow => {
  const cells = { date: '02/03/2026', time: '', amount: '49,90', type: '', memo: '', ...given };
  return { whole: Object.values(cells).join(' '), ...cells };
};
const read = (given: Partial<StatementRow>) => readStatementRow(row(given));

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
  readOfx(text).rows.map(({ id, ...cells }) => read({ ...cells, whole: `${cells.memo} ${id}` }));

test('a statement in OFX is read in both of its forms', () => {
  expect([SGML, XML, 'Data;Valor\n01/03/2026;1,00'].map(isOfx)).toEqual([true, true, false]);
  expect(readOfx(SGML)).toMatchObject({ from: '2026-03-01', to: '2026-03-31' });
  expect(readOfx(SGML).rows.map(({ amount, memo }) => [amount, memo])).toEqual([
    ['1049,90', `PIX QRS MARIA DA02/03 ${TXID.toUpperCase()}`],
    ['-30,00', 'TAR PACOTE & SERVICOS'],
    ['-12,50', 'PIX ENVIADO'],
  ]);
  expect(linesOf(SGML)).toEqual([
    {
      ...{ day: '2026-03-02', time: null, amount: 104_990, txid: TXID, end_to_end: null },
      ...{ kind: 'pix', memo: 'PIX Q. M. …' },
    },
    'other',
    'other',
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
  ['a D', { amount: '49,90 D' }],
  ['its kind', { type: 'Débito' }],
  ['its kind in words', { type: 'Pix enviado' }],
  ['its text', { memo: 'PIX ENVIADO JOAO' }],
  ['a balance', { memo: 'SALDO DO DIA' }],
  ['a total below the rows', { date: 'Total', amount: '9.999,00' }],
  ['nothing in the column of credits', { amount: '' }],
])('leaves out what is no money that came: %s', (_why, given) => {
  expect(read(given)).toBe('other');
});

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
  expect(kept).toBe('PIX RECEBIDO M. S. S. C. … A. …');
  expect(shortMemo(kept)).toBe(kept);
  const long = shortMemo('Álvaro '.repeat(60));
  expect(long.length).toBeLessThanOrEqual(60);
  expect(shortMemo(long)).toBe(long);
});

test('the same line has the same identity in another file, and equal ones of a file are counted', () => {
  const line = (given: Partial<StatementRow>) => {
    const found = read(given);
    if (typeof found === 'string') throw new Error(found);
    return found;
  };
  const two = [line({ memo: 'PIX A' }), line({ memo: 'PIX A' })];
  const day = [line({ memo: 'PIX B' }), ...two, line({ date: '03/03/2026', memo: 'PIX A' })];
  expect(new Set(identitiesOf(day)).size).toBe(4);
  expect(identitiesOf(day)).toEqual(expect.arrayContaining(identitiesOf(two)));
  // In another format the text differs, and the network's identifier does not.
  const [csv, ofx] = ['PIX RECEBIDO', 'TRANSF'].map((memo) =>
    line({ memo: `${memo} ${END_TO_END}` }),
  );
  expect(identitiesOf([csv as never])).toEqual(identitiesOf([ofx as never]));
});

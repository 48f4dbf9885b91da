import { type BusinessDay, parseBusinessDay } from '../dates/business-day.ts';

/** A movement as texts of the same form as those of a Brazilian spreadsheet. */
export type OfxRow = { date: string; amount: string; memo: string; id: string };

export type Ofx = {
  /** Undefined where the file does not say it. */
  from: BusinessDay | undefined;
  to: BusinessDay | undefined;
  /** Its bank and number; '' for none, or for more than one. */
  account: string;
  rows: OfxRow[];
};

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
};

function characterOf(whole: string, entity: string): string {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,5})|(\d{1,6}))$/i.exec(entity) ?? [];
  if (hex || decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  const [, letter = '', accent = ''] =
    /^([a-z])(acute|grave|circ|tilde|uml|cedil)$/i.exec(entity) ?? [];
  if (letter) return `${letter}${ACCENTS[accent.toLowerCase()]}`.normalize('NFC');
  return ENTITIES[entity.toLowerCase()] ?? whole;
}

const VALUE = /((?:<!\[CDATA\[[\s\S]*?\]\]>|<br\s*\/?>|[^<])*)/;
/** Up to the next tag at most: a file of unended ones would be read to its end for each. */
const tag = (name: string) => `<${name}(?:\\s[^<>]*)?>`;

/** SGML leaves out the closing tags, so a value ends at the next tag; it may go over lines, in CDATA, with <BR/>. */
function textOf(block: string, name: string): string {
  const [, text = ''] = new RegExp(tag(name) + VALUE.source, 'i').exec(block) ?? [];
  return text
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/&(#?\w+);/g, characterOf)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Banks disagree about the time and its zone, and often write a constant: only the day is read. */
function dayOf(text: string): BusinessDay | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  return parseBusinessDay(`${year}-${month}-${day}`);
}

/** With its sign, if the amount or its type says one. The last separator is the decimal one: 1234.56, 1.234,56. */
function amountOf(text: string, type: string, leavesOutSigns: boolean): string {
  const [, sign = '', digits = ''] = /^([+-]?)\s*([\d.,]*)$/.exec(text) ?? [];
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const whole = (at < 0 ? digits : digits.slice(0, at)).replace(/\D/g, '');
  if (whole === '' && at < 0) return text;
  const decimals = at < 0 ? '' : digits.slice(at + 1);
  const ofType = GOES_OUT.test(type) ? '-' : leavesOutSigns && !COMES_IN.test(type) ? '' : '+';
  return `${sign || ofType}${whole || '0'},${decimals.padEnd(2, '0')}`;
}

/** Types of movements that some banks write without the minus. PAYMENT is none: it may be one to the shop. */
const GOES_OUT = /^(?:debit|check|fee|srvchg|directdebit)$/i;
const COMES_IN = /^(?:credit|dep|directdep|int|div)$/i;

export const isOfx = (text: string): boolean =>
  /^\s*OFXHEADER:|<OFX[\s>]/i.test(text.slice(0, 4_000));

/** Reads a statement in OFX, in its SGML form (1.x) and in XML (2.x). */
export function readOfx(text: string): Ofx {
  const [head = '', ...blocks] = text.split(new RegExp(tag('STMTTRN'), 'i'));
  const movements = blocks.map((block) => {
    const [movement = ''] = block.split(/<\/(?:STMTTRN|BANKTRANLIST)>/i);
    return (name: string) => textOf(movement, name);
  });
  // By the standard an amount without a sign came. A file without a single minus may leave them all out.
  const leavesOutSigns =
    !movements.some((value) => value('TRNAMT').startsWith('-')) ||
    movements.some((value) => GOES_OUT.test(value('TRNTYPE')) && /^\d/.test(value('TRNAMT')));
  const rows = movements.map((value) => {
    const ids = [value('FITID'), value('REFNUM'), value('CHECKNUM')];
    const day = dayOf(value('DTPOSTED'));
    return {
      date: day ? day.split('-').reverse().join('/') : value('DTPOSTED'),
      amount: amountOf(value('TRNAMT'), value('TRNTYPE'), leavesOutSigns),
      memo: value('MEMO').includes(value('NAME'))
        ? value('MEMO')
        : `${value('NAME')} ${value('MEMO')}`.trim(),
      id: ids.join(' ').trim(),
    };
  });
  const accounts = text.match(new RegExp(tag('ACCTID'), 'gi')) ?? [];
  return {
    ...{ from: dayOf(textOf(head, 'DTSTART')), to: dayOf(textOf(head, 'DTEND')), rows },
    account:
      accounts.length === 1 ? `${textOf(head, 'BANKID')} ${textOf(head, 'ACCTID')}`.trim() : '',
  };
}

import { type BusinessDay, parseBusinessDay } from '../dates/business-day.ts';

/** A movement as texts of the same form as those of a Brazilian spreadsheet. */
export type OfxRow = { date: string; amount: string; memo: string; id: string };

export type Ofx = {
  /** Undefined where the file does not say it. */
  from: BusinessDay | undefined;
  to: BusinessDay | undefined;
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

/** SGML leaves out the closing tags, so a value ends with its line or at the next tag. */
function textOf(block: string, name: string): string {
  const [, value = ''] = new RegExp(`<${name}>([^<\\r\\n]*)`, 'i').exec(block) ?? [];
  return value
    .replace(/&(\w+);/g, (whole, entity) => ENTITIES[entity.toLowerCase()] ?? whole)
    .trim();
}

/** Banks disagree about the time and its zone, and often write a constant: only the day is read. */
function dayOf(text: string): BusinessDay | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  return parseBusinessDay(`${year}-${month}-${day}`);
}

/** The last separator is the decimal one: banks write 1234.56, 1234,56 and 1.234,56. */
function amountOf(text: string, type: string): string {
  const [, sign = '', digits = ''] = /^([+-]?)\s*([\d.,]*)$/.exec(text) ?? [];
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const whole = (at < 0 ? digits : digits.slice(0, at)).replace(/\D/g, '');
  if (whole === '' && at < 0) return text;
  const decimals = at < 0 ? '' : digits.slice(at + 1);
  const isDebit = sign === '-' || /^(?:debit|payment|check|fee|srvchg|directdebit)$/i.test(type);
  return `${isDebit ? '-' : ''}${whole || '0'},${decimals.padEnd(2, '0')}`;
}

export const isOfx = (text: string): boolean => /^\s*OFXHEADER:|<OFX>/i.test(text.slice(0, 4_000));

/** Reads a statement in OFX, in its SGML form (1.x) and in XML (2.x). */
export function readOfx(text: string): Ofx {
  const [head = '', ...blocks] = text.split(/<STMTTRN>/i);
  const rows = blocks.map((block) => {
    const [movement = ''] = block.split(/<\/(?:STMTTRN|BANKTRANLIST)>/i);
    const value = (name: string) => textOf(movement, name);
    const ids = [value('FITID'), value('REFNUM'), value('CHECKNUM')];
    const day = dayOf(value('DTPOSTED'));
    return {
      date: day ? day.split('-').reverse().join('/') : value('DTPOSTED'),
      amount: amountOf(value('TRNAMT'), value('TRNTYPE')),
      memo: value('MEMO').includes(value('NAME'))
        ? value('MEMO')
        : `${value('NAME')} ${value('MEMO')}`.trim(),
      id: ids.join(' ').trim(),
    };
  });
  return { from: dayOf(textOf(head, 'DTSTART')), to: dayOf(textOf(head, 'DTEND')), rows };
}

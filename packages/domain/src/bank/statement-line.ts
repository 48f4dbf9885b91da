import {
  type BusinessDay,
  businessDayOf,
  formatTime,
  parseBusinessDay,
} from '../dates/business-day.ts';
import type { Cents } from '../money.ts';
import { foldText } from '../search-text.ts';
import { centsTyped } from '../typed-money.ts';
import { shortMemo } from './short-memo.ts';

/** Money that came, as it is kept of a bank's statement. */
export type CreditLine = {
  day: BusinessDay;
  /** 'HH:MM', null where the statement has none. */
  time: string | null;
  amount: Cents;
  /** Of the shop's own QR codes (pix-txid.ts). */
  txid: string | null;
  /** The Pix network's own identifier of the payment. */
  end_to_end: string | null;
  kind: 'pix' | 'card' | 'other';
  memo: string;
};

/** A row of a statement. `whole` is all of its cells: identifiers stand in columns of any name. */
export type StatementRow = Record<'date' | 'time' | 'amount' | 'type' | 'memo' | 'whole', string>;

const TXID = /(?<![0-9a-z])[0-9a-f]{24}[1-5](?![0-9a-z])/i;
const END_TO_END =
  /(?<![0-9a-z])E\d{8}(20\d{2})(\d{2})(\d{2})(\d{2})(\d{2})[0-9a-z]{11}(?![0-9a-z])/i;

const PIX = /\bpix\b|\bqr ?code\b/;
const CARD =
  /\b(?:cielo|rede|redecard|stone|getnet|pagseguro|pagbank|mercado ?pago|sumup|safrapay|cart(?:ao|oes)|visa|master(?:card)?|elo|hipercard|amex|antecip\w*)\b|\bvendas? (?:no )?(?:debito|credito)/;
const GOES_OUT = /^(?:d|deb|debito|saida)$|\benviad[oa]s?\b|\bpagamento\b/;
const BALANCE = /^(?:saldo|total)\b/;

/** `other`: a debit, a balance, or no movement at all. `unreadable`: money came, but when or how much is unclear. */
export function readStatementRow(row: StatementRow): CreditLine | 'other' | 'unreadable' {
  const [memo, type] = [foldText(row.memo), foldText(row.type)];
  const day = statementDay(row.date);
  const bare = row.amount.replace(/R\$|\s/gi, '');
  const [, before, typed = '', after] = /^([CD+]?)(.*?)([CD]?)$/i.exec(bare) ?? [];
  const amount = centsTyped(typed);
  if (amount === 0 || amount === 'negative' || !/\d/.test(typed)) return 'other';
  if (BALANCE.test(memo) || (!day && BALANCE.test(foldText(row.whole)))) return 'other';
  if (GOES_OUT.test(type) || /\benviad[oa]s?\b/.test(memo)) return 'other';
  if ([before, after].some((mark) => mark?.toUpperCase() === 'D')) return 'other';
  if (typeof amount === 'string') return day ? 'unreadable' : 'other';
  if (!day) return 'unreadable';

  const txid = TXID.exec(row.whole)?.[0].toLowerCase() ?? null;
  const [end_to_end = null, ...sent] = END_TO_END.exec(row.whole) ?? [];
  const words = `${type} ${memo}`;
  const isPix = txid !== null || end_to_end !== null || PIX.test(words);
  return {
    day,
    time: readTime(row.time) ?? readTime(row.date.slice(8)) ?? timeSent(sent, day),
    amount,
    txid,
    end_to_end,
    kind: isPix ? 'pix' : CARD.test(words) ? 'card' : 'other',
    memo: shortMemo(row.memo),
  };
}

/** Undefined for what is no day of the calendar, or has no year. */
export function statementDay(text: string): BusinessDay | undefined {
  const bare = text.trim();
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/.exec(bare) ?? [];
  const [, first, second, third] = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(bare) ?? [];
  if (first) return parseBusinessDay(`${first}-${second}-${third}`);
  return parseBusinessDay(
    `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
}

/** Midnight is what spreadsheets show of a day without a time. */
function readTime(text: string): string | null {
  const [, hour = '', minute] = /(?<!\d)([01]?\d|2[0-3])[:h]([0-5]\d)/.exec(text) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute}`;
  return minute === undefined || time === '00:00' ? null : time;
}

/** The identifier has the minute in UTC; of another day than the statement's it helps nobody. */
function timeSent([year, month, day, hour, minute]: string[], booked: BusinessDay): string | null {
  if (minute === undefined) return null;
  const sent = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  const isKnown = !Number.isNaN(sent.getTime()) && businessDayOf(sent) === booked;
  return isKnown ? formatTime(sent) : null;
}

/**
 * What makes a line the same in another file: the Pix network's identifier, or else all that is kept of it. Equal
 * lines of one file are counted, since a statement has each movement once.
 */
export function identitiesOf(lines: readonly Omit<CreditLine, 'kind'>[]): string[] {
  const counts = new Map<string, number>();
  return lines.map(({ day, time, amount, txid, end_to_end, memo }) => {
    const same = end_to_end ?? [day, time ?? '', amount, txid ?? '', memo].join('|');
    const count = (counts.get(same) ?? 0) + 1;
    counts.set(same, count);
    return `${same}#${count}`;
  });
}

import {
  type BusinessDay,
  businessDayOf,
  formatTime,
  parseBusinessDay,
} from '../dates/business-day.ts';
import type { Cents } from '../money.ts';
import { foldText } from '../search-text.ts';
import { centsTyped } from '../typed-money.ts';
import { type Direction, directionWord, partsOfAmount } from './direction.ts';
import { shortMemo } from './short-memo.ts';

/** Money that came, or a Pix that went out, as it is kept of a bank's statement. */
export type CreditLine = {
  day: BusinessDay;
  /** 'HH:MM', null where the statement has none. */
  time: string | null;
  amount: Cents;
  /** Of the shop's own QR codes (pix-txid.ts). */
  txid: string | null;
  /** The Pix network's own identifier of the payment. */
  end_to_end: string | null;
  /**
   * `reversal`: a fee or a payment of the shop's that came back, which is no sale. `sent`: a Pix that went out. The
   * others came.
   */
  kind: 'pix' | 'card' | 'reversal' | 'sent' | 'other';
  memo: string;
};

/** Its row does not say whether the money came or went: a person has to. */
export type UnsureLine = CreditLine & { isUnsure: true };

/**
 * A row of a statement. `about` is a line for each other cell that may say what it is, `whole` one for each of its
 * cells: identifiers stand in columns of any name.
 */
export type StatementRow = Record<
  'date' | 'time' | 'amount' | 'type' | 'memo' | 'about' | 'whole',
  string
>;

const TXID = /(?<![0-9a-z])[0-9a-f]{24}[1-5](?![0-9a-z])/i;
const END_TO_END =
  /(?<![0-9a-z])E\d{8}(20\d{2})(\d{2})(\d{2})(\d{2})(\d{2})[0-9a-z]{11}(?![0-9a-z])/i;

/** The Pix network's identifier of money that was given back. */
const GIVEN_BACK = /(?<![0-9a-z])D\d{8}20\d{10}[0-9a-z]{11}(?![0-9a-z])/i;

const PIX = /\bpix\b|\bqr ?code\b/;
const CARD =
  /\b(?:cielo|rede|redecard|stone|getnet|pagseguro|pagbank|mercado ?pago|sumup|safrapay|cart(?:ao|oes)|visa|master(?:card)?|elo|hipercard|amex|antecip\w*)\b|\bvendas? (?:no )?(?:debito|credito)/;
const SENT = /\benviad[oa]s?\b(?! (?:por|pelo|pela)\b)/;
const RECEIVED = /\brecebid[oa]s?\b/;
const CAME_BACK = /\b(?:devolvid\w*|devoluc\w*|estorn\w*|tarifas?)\b/;
/** Of money that went. */
const FEE = /\btarifas?\b|^\W*tar\b|\bpix tar\b/;
/** DEV and TAR may begin a payer's name, so they count only where banks write them. */
const CAME_BACK_SHORT =
  /^\W*(?:dev|tar)\b|\bpix (?:dev|tar)\b|\b(?:dev|tar)\W+(?:de )?(?:pix|ted|doc)\b/;
const BALANCE = /^[^a-z]*(?:s[ .]*a[ .]*l[ .]*d[ .]*o|sdo|sld)(?![a-z])/;
const TOTAL = /^[^a-z]*total\b/;

const isSent = (words: string) => SENT.test(words) && !RECEIVED.test(words);

/** Of money that came: the words of a fee, or of a payment of the shop's, which came back. */
export function isReversal(memo: string): boolean {
  const words = foldText(memo);
  return CAME_BACK.test(words) || CAME_BACK_SHORT.test(words) || isSent(words);
}

/**
 * `unmarked` is what an amount means in this file that has neither a sign nor a mark. `other`: a debit that is no Pix, a
 * balance, or no movement at all. `unreadable`: when or how much is unclear.
 */
export function readStatementRow(
  row: StatementRow,
  unmarked?: Direction,
): CreditLine | UnsureLine | 'other' | 'unreadable' {
  const [memo, type] = [foldText(row.memo), foldText(row.type)];
  const words = `${type} ${memo}`;
  const day = statementDay(row.date);
  const { bare } = partsOfAmount(row.amount);
  const amount = centsTyped(bare);
  if (amount === 0 || amount === 'negative' || !/\d/.test(bare)) return 'other';
  if (isBalance(row)) return 'other';
  const said = directionOfRow(row, unmarked);
  const texts = [memo, type, ...row.about.split('\n')];
  const isGivenBack = GIVEN_BACK.test(row.whole);
  const isPix =
    PIX.test(foldText(row.whole)) || [TXID, END_TO_END].some((id) => id.test(row.whole));
  const isFee = texts.some((text) => FEE.test(foldText(text)));
  if (said === 'out' && (isFee || !(isPix || isGivenBack))) return 'other';
  if (typeof amount === 'string') return day ? 'unreadable' : 'other';
  if (!day) return 'unreadable';

  const txid = TXID.exec(row.whole)?.[0].toLowerCase() ?? null;
  const [end_to_end = null, ...sent] = END_TO_END.exec(row.whole) ?? [];
  // Not in any cell: a card's credit may have its fee beside it.
  const isBack = texts.some(isReversal) || isGivenBack;
  const came = isBack ? 'reversal' : isPix ? 'pix' : CARD.test(words) ? 'card' : 'other';
  return {
    day,
    time: readTime(row.time) ?? readTime(row.date.slice(8)) ?? timeSent(sent, day),
    amount,
    txid,
    end_to_end,
    kind: said === 'out' ? 'sent' : came,
    memo: shortMemo(row.memo),
    ...(said === undefined && { isUnsure: true as const }),
  };
}

/** Undefined: the row does not say it, nor does the file of amounts without a sign and a mark. */
export function directionOfRow(row: StatementRow, unmarked?: Direction): Direction | undefined {
  const [memo, type] = [foldText(row.memo), foldText(row.type)];
  const words = `${type} ${memo}`;
  const { sign, mark } = partsOfAmount(row.amount);
  const isOut = isSent(words) && !CAME_BACK.test(words) && !CAME_BACK_SHORT.test(memo);
  return sign ?? directionOfType(type) ?? mark ?? (isOut ? 'out' : unmarked);
}

/** Also a total below the rows. */
export function isBalance({ date, memo, whole }: StatementRow): boolean {
  const [text, ...cells] = [memo, ...whole.split('\n')].map(foldText);
  const totals = statementDay(date) ? [text] : [text, ...cells];
  return (
    [text, ...cells].some((cell = '') => BALANCE.test(cell)) ||
    totals.some((cell = '') => TOTAL.test(cell))
  );
}

/** A cell of its own: 'D', 'Crédito', or in words, 'Débito automático', 'Pix recebido'. */
function directionOfType(type: string): Direction | undefined {
  if (isSent(type)) return 'out';
  // Not of 'Crédito/Débito'.
  const [first = ''] = /^[a-z]+(?= )/.exec(type) ?? [];
  return directionWord(type) ?? directionWord(first) ?? (RECEIVED.test(type) ? 'in' : undefined);
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

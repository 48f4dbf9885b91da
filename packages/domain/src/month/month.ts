import { type PixState, pixStateWords, returnStateWords } from '../bank/pix-states.ts';
import type { BusinessDay } from '../dates/business-day.ts';
import { lastOfMonth, type Period } from '../dates/periods.ts';

/** A calendar month 'YYYY-MM' of the shop. */
export type Month = string & { readonly __unit: 'shop month' };

export const isMonth = (value: unknown): value is Month =>
  typeof value === 'string' && /^2\d{3}-(0[1-9]|1[0-2])$/.test(value);

export const monthOf = (day: BusinessDay): Month => day.slice(0, 7) as Month;

/** Its first and its last day. */
export function daysOfMonth(month: Month): Period {
  const from = `${month}-01` as BusinessDay;
  return { from, to: lastOfMonth(from) };
}

/** In the words of the comparison with the bank, so that it is found there. */
const ofPix = (state: PixState) => `Pix: ${pixStateWords[state].toLowerCase()}`;

const ofReturns = (state: PixState) =>
  `Devoluções em Pix: ${returnStateWords[state].toLowerCase()}`;

/** What may be left open in a month, in words. */
export const MATTERS = {
  day_not_closed: 'Dia com movimento e sem fechamento',
  closing_drifted: 'Fechamento que mudou depois',
  box_unsettled: 'Caixa contado, com diferença sem motivo',
  box_open: 'Caixa ainda aberto',
  pix_differs: ofPix('differs'),
  pix_missing: ofPix('missing'),
  pix_uncovered: ofPix('uncovered'),
  pix_unknown: ofPix('unknown'),
  pix_double: ofPix('double'),
  pix_undone: ofPix('undone'),
  returns_missing: ofReturns('missing'),
  returns_unknown: 'Pix que saiu sem devolução registrada',
  returns_double: ofReturns('double'),
  cards_differ: 'Cartões: o banco pagou outro valor',
} as const;

/** With its number. */
export function matterInWords(matter: {
  kind: keyof typeof MATTERS;
  count: number | null;
}): string {
  const { kind, count } = matter;
  if (count === null) return MATTERS[kind];
  const unit = kind === 'cards_differ' ? ' dias' : '';
  return `${MATTERS[kind]} (${count.toLocaleString('pt-BR')}${unit})`;
}

const inWords = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
});

/** 'outubro de 2026' */
export function monthInWords(month: Month): string {
  return inWords.format(Date.parse(`${month}-01T12:00:00Z`));
}

/** The fingerprint of a month's figures as people compare it: groups of four, 64 digits in all. */
export function codeInGroups(fingerprint: string): string {
  return fingerprint.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ');
}

import {
  DEFAULT_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  PAGE_SIZES,
} from '@balcao/contract/fields/list-limits.ts';
import { parseBusinessDay } from '@balcao/domain/dates/business-day.ts';

const MAX_PAGE = 9_999_999;

type Address = Record<string, unknown>;

/** The part of a list that an address names; defaults are left out. */
export type ListSearch = {
  page?: number | undefined;
  page_size?: number | undefined;
  search?: string | undefined;
};

/** The same with its defaults, for a query. */
export type ListSlice = { page: number; page_size: number; search: string };

/** Reads an address that anyone may have typed. Invalid values become defaults. */
export function readListSearch(address: Address): ListSearch {
  const page = Number(address.page);
  const size = Number(address.page_size);
  const search = readText(address.search);
  return {
    ...(Number.isInteger(page) && page > 1 && page <= MAX_PAGE && { page }),
    ...(PAGE_SIZES.some((offered) => offered === size) &&
      size !== DEFAULT_PAGE_SIZE && { page_size: size }),
    ...(search !== '' && { search }),
  };
}

export function listQueryOf({ page, page_size, search }: ListSearch): ListSlice {
  return { page: page ?? 1, page_size: page_size ?? DEFAULT_PAGE_SIZE, search: search ?? '' };
}

/** Returns a text of an address, trimmed; '' if there is none. */
export function readText(value: unknown): string {
  // The router parses texts that look like a number or a boolean.
  if (!['string', 'number', 'boolean'].includes(typeof value)) return '';
  return String(value).replaceAll('\0', '').slice(0, MAX_SEARCH_LENGTH).trim();
}

/** Shorter numbers are those of sales. */
const PERSONAL_DIGITS = 7;

/** Whether a text may hold a CPF or a matrícula, or most of one: it is kept out of the address. */
export const isPersonal = (text: string) => text.replace(/\D/g, '').length >= PERSONAL_DIGITS;

/** Returns the days of a filter; '' for a missing or invalid one. */
export function readDays({ startDate, endDate }: Address): { startDate: string; endDate: string } {
  return {
    startDate: parseBusinessDay(String(startDate ?? '')) ?? '',
    endDate: parseBusinessDay(String(endDate ?? '')) ?? '',
  };
}

/** Reads a period of an address that anyone may have typed; invalid days are left out. */
export function readPeriodSearch(address: Address): { startDate?: string; endDate?: string } {
  return withoutEmpty(readDays(address));
}

/** Leaves out the values that filter nothing. */
export function withoutEmpty<Filter extends object>(filter: Filter): Partial<Filter> {
  const entries = Object.entries(filter).filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as Partial<Filter>;
}

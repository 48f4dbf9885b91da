import { type BusinessDay, parseBusinessDay } from '@balcao/domain/business-day.ts';

export const PAGE_SIZES = [10, 25, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 10;

/** What the contract takes; more would be a refused call instead of a search. */
export const MAX_SEARCH_LENGTH = 200;
const MAX_PAGE = 9_999_999;

/** Which part of a list is shown, as its address says it: what is as usual is left out. */
export type ListSearch = {
  page?: number | undefined;
  page_size?: number | undefined;
  search?: string | undefined;
};

/** The same, whole: as a query takes it. */
export type ListSlice = { page: number; page_size: number; search: string };

/** Reads an address that anybody may have typed. What makes no sense is as usual. */
export function readListSearch(address: Record<string, unknown>): ListSearch {
  const page = Number(address.page);
  const size = Number(address.page_size);
  const search = textOf(address.search).replaceAll('\0', '').slice(0, MAX_SEARCH_LENGTH).trim();
  return {
    ...(Number.isInteger(page) && page > 1 && page <= MAX_PAGE && { page }),
    ...(size !== DEFAULT_PAGE_SIZE && PAGE_SIZES.some((offered) => offered === size)
      ? { page_size: size }
      : {}),
    ...(search !== '' && { search }),
  };
}

export function sliceOf({ page, page_size, search }: ListSearch): ListSlice {
  return { page: page ?? 1, page_size: page_size ?? DEFAULT_PAGE_SIZE, search: search ?? '' };
}

/** The router has turned what looks like a number or a boolean into one. */
function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** The days between which an address filters; one that is none is left out. */
export function daysIn(address: Record<string, unknown>): {
  startDate?: BusinessDay;
  endDate?: BusinessDay;
} {
  const [startDate, endDate] = [address.startDate, address.endDate].map((day) =>
    parseBusinessDay(String(day ?? '')),
  );
  return { ...(startDate && { startDate }), ...(endDate && { endDate }) };
}

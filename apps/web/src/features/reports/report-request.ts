import { parseBusinessDay } from '@balcao/domain/business-day.ts';

/**
 * What the period report is asked for. It travels in the history entry's state, so that it survives a
 * reload and going back, and nobody's filter is left in an address.
 */
export type ReportRequest = {
  search: string;
  productsSelected: number[];
  startDate: string;
  endDate: string;
};

declare module '@tanstack/react-router' {
  interface HistoryState extends Partial<ReportRequest> {}
}

/** Reads the state; undefined when the page was opened without one. */
export function reportRequestOf(state: Partial<ReportRequest>): ReportRequest | undefined {
  const { search = '', productsSelected = [], startDate = '', endDate = '' } = state;
  if (!parseBusinessDay(startDate) || !parseBusinessDay(endDate)) return undefined;
  return { search, productsSelected, startDate, endDate };
}

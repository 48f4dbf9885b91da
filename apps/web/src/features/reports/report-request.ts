import { parseBusinessDay } from '@balcao/domain/dates/business-day.ts';

/**
 * The filter of a period report. It is kept in the state of the history entry: it survives a reload and
 * going back, and no address shows it.
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

/** Returns undefined if the page was opened without a request. */
export function reportRequestOf(state: Partial<ReportRequest>): ReportRequest | undefined {
  const { search = '', productsSelected = [], startDate = '', endDate = '' } = state;
  if (!parseBusinessDay(startDate) || !parseBusinessDay(endDate)) return undefined;
  return { search, productsSelected, startDate, endDate };
}

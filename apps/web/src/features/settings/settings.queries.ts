import type { CardSettings } from '@balcao/contract/bank.ts';
import type { InstitutionInput, PaperChoice } from '@balcao/contract/shop/institution.ts';
import type { Pix } from '@balcao/contract/shop/pix.ts';
import type { Settings } from '@balcao/contract/shop/settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, newerAccess } from '../../api/call.ts';
import { readSession } from '../../api/session.ts';
import { shownRow } from '../../api/shown-row.ts';
import { today } from '../../storage/server-clock.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('readSettings', { signal }),
  staleTime: 0,
  meta: { failure: 'The settings could not be loaded' },
});

/** Today's sales and uncounted boxes, which a change of the mode would leave behind. */
export const leftBehindQuery = queryOptions({
  queryKey: ['settings', 'left-behind'],
  queryFn: async ({ signal }) => {
    const day = today();
    const query = { startDate: day, endDate: day, page_size: '1' };
    const [sales, boxes] = await Promise.all([
      call('listSales', { query, signal }),
      call('listOpenBoxes', { signal }),
    ]);
    return { sales: sales.count, boxes: boxes.length };
  },
  staleTime: 0,
  meta: { failure: 'The sales and boxes of today could not be loaded' },
});

/** Saves what differs from `shown`, the settings as the form has them. */
export const editSettings = (shown: Settings, part: Partial<Settings>) =>
  call('editSettings', { headers: shownRow(shown), body: { ...shown, ...part } });

/** Saves what browsers learn with their access; this one learns it at once. */
export async function editForSessions(...edit: Parameters<typeof editSettings>) {
  const settings = await editSettings(...edit);
  const session = readSession();
  // It is saved even if that fails.
  if (session) await newerAccess(session).catch(console.warn);
  return settings;
}

/** The payment methods, one of which stands for Pix, and some of which are cards. */
export const methodsQuery = queryOptions({
  queryKey: ['payment-methods', 'settings'],
  queryFn: async ({ signal }) =>
    (await call('listPaymentMethods', { query: { page_size: 1000 }, signal })).results,
  staleTime: 0,
  meta: { failure: 'The payment methods could not be loaded' },
});

export const cardTermsQuery = queryOptions({
  queryKey: ['settings', 'card-terms'],
  queryFn: ({ signal }) => call('readCardTerms', { signal }),
  staleTime: 0,
  meta: { failure: 'The terms of the cards could not be loaded' },
});

export const editCardTerms = (body: CardSettings & { shown: CardSettings }) =>
  call('editCardTerms', { body });

export const editInstitution = (body: InstitutionInput, shown: object) =>
  call('editInstitution', { headers: shownRow(shown), body });

export const editPix = (pix: Pix | null, shown: Pix) =>
  call('editPix', { headers: shownRow(shown), body: { pix } });

export const editPaper = (body: PaperChoice) => call('editPaper', { body });

import type { Settings } from '@balcao/contract/settings.ts';
import { businessDayOf } from '@balcao/domain/business-day.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('readSettings', { signal }),
  staleTime: 0,
  meta: { failure: 'The settings could not be loaded' },
});

/** What a change of the mode would leave behind: today's sales, and boxes that are not counted. */
export const leftBehindQuery = queryOptions({
  queryKey: ['settings', 'left-behind'],
  queryFn: async ({ signal }) => {
    const today = businessDayOf(new Date());
    const query = { startDate: today, endDate: today, page_size: '1' };
    const [sales, boxes] = await Promise.all([
      call('listSales', { query, signal }),
      call('listOpenBoxes', { signal }),
    ]);
    return { sales: sales.count, boxes: boxes.length };
  },
  staleTime: 0,
  meta: { failure: 'The sales and boxes of today could not be loaded' },
});

export const editSettings = (body: Settings) => call('editSettings', { body });

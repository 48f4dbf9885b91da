import type { Settings } from '@balcao/contract/settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('readSettings', { signal }),
  staleTime: 0,
  meta: { failure: 'The settings could not be loaded' },
});

export const editSettings = (body: Settings) => call('editSettings', { body });

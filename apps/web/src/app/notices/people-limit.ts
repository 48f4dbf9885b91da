import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const ASK_EVERY_MS = 10 * 60_000;
/** As long as a notice stays. */
const DAY_MS = 24 * 60 * 60_000;

export const PEOPLE_LIMIT = 'people.limit_reached';

/** The newest event of the audit that says that a seller has met too many people; null for none in a day. */
export const peopleLimitQuery = queryOptions({
  queryKey: ['people-limit'],
  queryFn: async ({ signal }) => {
    const { results } = await call('listAudit', {
      query: { kind: PEOPLE_LIMIT, page_size: 1 },
      signal,
    });
    const newest = results[0];
    return newest && Date.now() - Date.parse(newest.at) < DAY_MS ? newest : null;
  },
  staleTime: ASK_EVERY_MS,
  refetchInterval: ASK_EVERY_MS,
});

import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BoxReport, OwnBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { timeNow } from '../../storage/server-clock.ts';
import { isDialogOpen } from '../../ui/open-dialogs.ts';

/** The key of every query about cash boxes, and of what closes them. */
export const CASH_BOXES_KEY = ['cash-boxes'] as const;

/** The seller's own box, and whether the shop asks for one. Another tab may open or close it. */
export const ownBoxQuery = (seller: number) =>
  queryOptions({
    queryKey: [...CASH_BOXES_KEY, 'own', seller],
    queryFn: ({ signal }) => call('readOwnBox', { signal }),
    // The counter may not change under an open dialog.
    refetchOnWindowFocus: () => !isDialogOpen(),
    meta: { failure: 'The own cash box could not be loaded' },
  });

/** Every box that is not closed, oldest first, for administrators. */
export const openBoxesQuery = queryOptions({
  queryKey: [...CASH_BOXES_KEY, 'open'],
  queryFn: ({ signal }) => call('listOpenBoxes', { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  meta: { failure: 'The open cash boxes could not be loaded' },
});

/** Why a counter may not sell now; undefined if it may. */
export type BoxObstacle = 'not-open' | 'left-open' | 'not-settled';

export function boxObstacle({ cash_box, box }: OwnBox): BoxObstacle | undefined {
  if (box?.left_open && !box.counts) return 'left-open';
  if (cash_box === 'simple') return undefined;
  if (!box) return 'not-open';
  return box.counts ? 'not-settled' : undefined;
}

export const openBox = (float: number) => call('openBox', { body: { float } });

export type NewMovement = BodyOf<Endpoints['moveCash']>;

export const moveCash = (body: NewMovement, key: string) =>
  call('moveCash', { body, headers: { 'idempotency-key': key } });

export type NewCount = BodyOf<Endpoints['countBox']>;

export const countBox = (id: number, body: NewCount) => call('countBox', { params: { id }, body });

export const settleBox = (id: number, body: BodyOf<Endpoints['settleBox']>) =>
  call('settleBox', { params: { id }, body });

/** The sums that an open box should hold, with the time of this look. */
export type SeenBox = BoxReport & { seen_at: string };

export async function readBox(id: number): Promise<SeenBox> {
  const report = await call('readBox', { params: { id } });
  return { ...report, seen_at: timeNow().toISOString() };
}

import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { AnswerOf, QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { KeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { once } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  type KeptRow,
  keptPage,
  lockKept,
  markAccepted,
  readKept,
  waitingDevices,
} from './kept-sales.repository.ts';

/** Newest first, or those alone that an administrator has to look at; and the computers that still have some. */
export async function listKeptSales(
  db: Db,
  query: QueryOf<Endpoints['listKeptSales']>,
): Promise<AnswerOf<Endpoints['listKeptSales']>> {
  const slice = sliceOf(query);
  const { rows, count } = await keptPage(db, slice, { open: query.open === '1' });
  const devices = (await waitingDevices(db)).map(({ received_at, ...device }) => ({
    ...device,
    received_at: received_at.toISOString(),
  }));
  return { ...pageOf(rows.map(keptSaleOf), count, slice), devices };
}

/**
 * An administrator has looked at a kept sale, once: the first note stays. One that was not recorded needs a note. Throws
 * not_found and invalid_request.
 */
export async function acceptKeptSale(
  db: Db,
  actor: { id: number; name: string },
  { id, note: typed }: { id: number; note: string },
): Promise<KeptSale> {
  const note = tidyText(typed);
  const { answer } = await once<KeptRow, KeptRow, KeptSale>(db, {
    lock: async (tx) => {
      const row = await lockKept(tx, id);
      if (!row) throw new Refusal('not_found');
      return row;
    },
    first: async (_tx, row) => (row.accepted_at ? row : undefined),
    again: async (_tx, row) => keptSaleOf(row),
    make: async (tx, { sale, reasons, total }) => {
      if (sale === null && note === '')
        throw new Refusal('invalid_request', { field: 'body/note' });
      await markAccepted(tx, id, { by: actor.id, note });
      // Not the note, which may name people.
      const after = { sale, total_general: reaisFromCents(total), kept_reasons: reasons };
      await recordAudit(tx, actor, 'kept_sale.accepted', { subjectId: id, after });
      return keptSaleOf(await readKept(tx, id));
    },
  });
  return answer;
}

function keptSaleOf({ total, items, accepted_at, accepted_by, note, ...row }: KeptRow): KeptSale {
  return {
    ...row,
    made_at: row.made_at.toISOString(),
    received_at: row.received_at.toISOString(),
    total: reaisFromCents(total),
    items:
      items?.map(({ price_cents, ...item }) => ({ ...item, price: reaisFromCents(price_cents) })) ??
      null,
    accepted: accepted_at && {
      at: accepted_at.toISOString(),
      by: accepted_by ?? '',
      note: note ?? '',
    },
  };
}

import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { MOST_PIECES } from '@balcao/contract/fields/list-limits.ts';
import type { Ledger, StockMovement, stockEndpoints } from '@balcao/contract/stock/stock.ts';
import type { MovementKind } from '@balcao/domain/product/stock.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { onceByKey } from '../../database/once.ts';
import { inSnapshot } from '../../database/reading-snapshot.ts';
import { Refusal } from '../../request/refusal.ts';
import type { Asked } from '../../request/request-hash.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { findByIds } from '../products/products.service.ts';
import {
  findMovement,
  insertMovement,
  isFollowed,
  onHandNow,
  recordsOf,
  type StockMovementRow,
} from './movements.repository.ts';
import { lockProducts } from './stock.repository.ts';

export type Actor = Pick<SignedIn, 'id' | 'name'>;

type Moving = Pick<Asked, 'action' | 'body'> & {
  key: string;
  kind: MovementKind;
  reason?: string;
  supplier?: string | undefined;
  document?: string | undefined;
  /** Inside the transaction; above zero for what comes. */
  linesOf: (tx: Tx) => Promise<StockMovementRow['lines']>;
};

/** Records pieces that come or go, once for a key, with its audit. Throws key_reused, clock_in_closed_month and
 * what `linesOf` throws. */
export async function recordMovement(db: Db, actor: Actor, moving: Moving): Promise<StockMovement> {
  const { action, body, key, kind, reason = '', supplier = '', document = '', linesOf } = moving;
  const { answer } = await onceByKey(db, {
    table: 'stock_movements',
    key,
    asked: { by: actor.id, action, subject: null, body },
    again: readMovement,
    make: async (tx, columns) => {
      await refuseClosedMonthNow(tx);
      const lines = await linesOf(tx);
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      if (kind === 'delivery') refuseTooMany(pieces);
      const [from, paper] = [tidyText(supplier), tidyText(document)];
      const id = await insertMovement(
        tx,
        {
          ...{ ...columns, kind, made_by: actor.id, made_by_name: actor.name },
          ...{ reason: tidyText(reason), supplier: from, document: paper },
        },
        lines,
      );
      const [{ product = 0 } = {}] = lines;
      await recordAudit(tx, actor, kind === 'delivery' ? 'stock.delivered' : 'stock.adjusted', {
        subjectId: id,
        // Not the reason, which may name people.
        after:
          kind === 'delivery'
            ? { pieces, product_count: lines.length, supplier: from, document: paper }
            : { movement_kind: kind, pieces, name: (await findByIds(tx, [product]))[0]?.name },
      });
      return readMovement(tx, id);
    },
  });
  return answer;
}

/** A slip of the finger, and no delivery. Throws too_many_pieces. */
export function refuseTooMany(pieces: number): void {
  if (pieces > MOST_PIECES) throw new Refusal('too_many_pieces');
}

/** Throws unknown_product, repeated_product, too_many_pieces, clock_in_closed_month and key_reused. */
export function createDelivery(
  db: Db,
  actor: Actor,
  key: string,
  body: BodyOf<typeof stockEndpoints.createDelivery>,
): Promise<StockMovement> {
  const { supplier, document, lines } = body;
  return recordMovement(db, actor, {
    ...{ action: 'delivery', body, key, kind: 'delivery', supplier, document },
    linesOf: async (tx) => {
      const ids = lines.map(({ product }) => product);
      const seen = new Set<number>();
      const again = ids.findIndex((id) => seen.size === seen.add(id).size);
      if (again !== -1) {
        const detail = 'Um produto está duas vezes na lista: some as quantidades em uma linha.';
        throw new Refusal('repeated_product', { field: `body/lines/${again}/product`, detail });
      }
      const live = new Set((await lockProducts(tx, ids)).map(({ id }) => id));
      const unknown = ids.findIndex((id) => !live.has(id));
      if (unknown !== -1) {
        throw new Refusal('unknown_product', { field: `body/lines/${unknown}/product` });
      }
      return lines;
    },
  });
}

/** Throws unknown_product, not_followed, invalid_request and key_reused. */
export function adjustStock(
  db: Db,
  actor: Actor,
  key: string,
  body: BodyOf<typeof stockEndpoints.adjustStock>,
): Promise<StockMovement> {
  const { product, kind, quantity, reason } = body;
  if (quantity === 0 || (quantity < 0 && kind !== 'adjustment')) {
    throw new Refusal('invalid_request', { field: 'body/quantity' });
  }
  return recordMovement(db, actor, {
    ...{ action: 'stock_adjustment', body, key, kind, reason },
    linesOf: async (tx) => {
      if ((await lockProducts(tx, [product])).length === 0) {
        throw new Refusal('unknown_product', { field: 'body/product' });
      }
      if (!(await isFollowed(tx, product))) {
        throw new Refusal('not_followed', { field: 'body/product' });
      }
      return [{ product, quantity: kind === 'adjustment' ? quantity : -quantity }];
    },
  });
}

async function readMovement(tx: Tx, id: number): Promise<StockMovement> {
  const { created_at, ...movement } = await findMovement(tx, id);
  return { ...movement, created_at: created_at.toISOString() };
}

const MOST_ROWS = 200;

/** The newest records of a product, also of a deleted one. Throws not_found. */
export function readLedger(db: Db, id: number): Promise<Ledger> {
  return inSnapshot(db, async (tx) => {
    const [product] = await findByIds(tx, [id]);
    if (!product) throw new Refusal('not_found');
    const { code, name, price } = product;
    let before: number | null = null;
    const rows = (await recordsOf(tx, id)).map(({ there, ...record }) => {
      const { at, kind, quantity } = record;
      const [on_hand, came] = kind === 'count' ? [quantity, 0] : [there ?? 0, quantity];
      const sold = before === null ? 0 : before + came - (there ?? 0);
      before = on_hand;
      return { ...record, at: at.toISOString(), sold, on_hand };
    });
    const on_hand = await onHandNow(tx, id);
    const sold_since = (before ?? 0) - (on_hand ?? 0);
    const newest = rows.reverse().slice(0, MOST_ROWS);
    return { id, code, name, price, on_hand, sold_since, rows: newest };
  });
}

/*
 * An edit of many products is a bulk change: its audit events hold each product before and after, and an undoing reads
 * them there. It brings back a product whose fields are still as the edit made them, and lists the others.
 */
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { PickedProducts } from '@balcao/contract/products/picked-products.ts';
import type {
  ProductChange,
  productChangeEndpoints,
  UndoneChange,
} from '@balcao/contract/products/product-changes.ts';
import type { Product } from '@balcao/contract/products/products.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { onceByKey } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import {
  type BulkChange,
  lastBulkChanges,
  lockBulkChange,
  nextBulkChange,
  recordBulkChange,
  shownChange,
  undoOnce,
} from '../bulk-changes/undo-once.service.ts';
import { lockPicked, pickedProducts } from './price-changes.repository.ts';
import { findByIds, productOf, products } from './products.service.ts';
import { undoProducts } from './undo-products.ts';

export type Actor = Pick<SignedIn, 'id' | 'name'>;

/** What was asked for: a rule of prices, or a field. */
type Asked = Pick<ProductChange, 'rule' | 'fields'>;

const KINDS = ['product_edits'] as const;

/**
 * Edits or deletes the picked products, once for its key. `plan` gets the ids of the products, which are locked, and
 * says what changes. Throws key_reused and what `plan` throws.
 */
export async function editProducts(
  db: Db,
  actor: Actor,
  request: { key: string; action: string; body: { products: PickedProducts }; asked: Asked },
  plan: (tx: Tx, ids: number[]) => Promise<Parameters<typeof products.changeAll>[2]>,
): Promise<ProductChange> {
  const { key, action, body, asked } = request;
  const { answer } = await onceByKey(db, {
    table: 'bulk_changes',
    key,
    asked: { by: actor.id, action, subject: null, body },
    lock: (tx) => lockPicked(tx, body.products),
    again: async (tx, id) => productChangeOf((await lockBulkChange(tx, id, KINDS)) as BulkChange),
    make: async (tx, columns, ids) => {
      const changes = await plan(tx, ids);
      const id = await nextBulkChange(tx);
      const edits = asked.rule ? 'product.repriced' : 'product.edited';
      const events = await products.changeAll(tx, actor, changes, { product_change: id }, edits);
      const details = { ...asked, products: events.length };
      const change = { id, columns, kind: KINDS[0], events, details };
      return productChangeOf(await recordBulkChange(tx, actor, change));
    },
  });
  return answer;
}

/** Sets one field of the picked products, where it differs. Throws key_reused and nothing_changes. */
export function changeProducts(
  db: Db,
  actor: Actor,
  key: string,
  body: BodyOf<typeof productChangeEndpoints.changeProducts>,
): Promise<ProductChange> {
  const { fields } = body;
  const request = { key, action: 'products', body, asked: { rule: null, fields } };
  return editProducts(db, actor, request, async (tx, ids) => {
    const found = (await pickedProducts(tx, { ids })).map(productOf);
    if (found.length > 0 && 'deleted' in fields) return { edited: [], deleted: found };
    const [[field, value]] = Object.entries(fields) as [[keyof Product, unknown]];
    const edited = found
      .filter((before) => before[field] !== value)
      .map((before) => ({ before, after: { ...before, ...fields } }));
    if (edited.length === 0) throw new Refusal('nothing_changes');
    return { edited };
  });
}

const LISTED_CHANGES = 20;

export async function listProductChanges(db: Db): Promise<ProductChange[]> {
  return (await lastBulkChanges(db, KINDS[0], LISTED_CHANGES)).map(productChangeOf);
}

/** Throws not_found, undo_ended and nothing_to_undo. */
export async function undoProductChange(db: Db, actor: Actor, id: number): Promise<UndoneChange> {
  const { restored, kept } = await undoOnce(db, actor, { id, kinds: KINDS }, (tx, change, events) =>
    undoProducts(tx, actor, change, events),
  );
  return {
    restored,
    kept: await findByIds(
      db,
      kept.map((product) => product.id),
    ),
  };
}

function productChangeOf(change: BulkChange): ProductChange {
  const { undone, ...shown } = shownChange(change);
  return {
    ...shown,
    ...(change.details as Asked & Pick<ProductChange, 'products'>),
    undone: undone && { at: undone.at, by: undone.by, products: undone.rows },
  };
}

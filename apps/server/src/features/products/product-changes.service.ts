/*
 * A change in bulk keeps, for each product, the fields that it set with their old and new values. An undoing is such a
 * change too, which points to the first one, at most one, for 24 hours; it brings back the old values of a product
 * whose fields are still as the change made them, and lists the others.
 */
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  ProductChange,
  productChangeEndpoints,
} from '@balcao/contract/products/product-changes.ts';
import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { onceByKey } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudits } from '../audit/audit.service.ts';
import { lockPrices, pickedProducts } from './price-changes.repository.ts';
import {
  findProductChange,
  insertProductChange,
  lastProductChanges,
  type ProductChangeRow,
  type State,
  type Step,
  writeSteps,
} from './product-changes.repository.ts';

export type Actor = Pick<SignedIn, 'id' | 'name'>;

export type NamedStep = Step & { name: string };

/**
 * Sets one field of the picked products, once for its key, where it differs. Throws key_reused, and nothing_changes
 * if it differs nowhere.
 */
export async function changeProducts(
  db: Db,
  actor: Actor,
  key: string,
  body: BodyOf<typeof productChangeEndpoints.changeProducts>,
): Promise<ProductChange> {
  const { answer } = await onceByKey(db, {
    table: 'product_changes',
    key,
    asked: { by: actor.id, action: 'products', subject: null, body },
    again: readProductChange,
    make: async (tx, columns) => {
      const maker = { made_by: actor.id, made_by_name: actor.name };
      const fields = JSON.stringify(body.fields);
      const id = await insertProductChange(tx, { ...columns, ...maker, fields });
      const ids = (await pickedProducts(tx, body.products)).map((product) => product.id);
      await lockPrices(tx, ids);
      // Read again under the lock: whoever had it before may have changed or deleted one.
      const steps = (await pickedProducts(tx, { ids })).flatMap((product): NamedStep[] => {
        const state: State = { ...product, price_cents: product.price, deleted: false };
        const [[field, value]] = Object.entries(body.fields) as [[keyof State, unknown]];
        if (state[field] === value) return [];
        return [
          { id: product.id, name: product.name, old: { [field]: state[field] }, new: body.fields },
        ];
      });
      if (steps.length === 0) throw new Refusal('nothing_changes');
      const action = 'deleted' in body.fields ? 'product.deleted' : 'product.edited';
      await recordSteps(tx, actor, { id, action }, steps);
      return readProductChange(tx, id);
    },
  });
  return answer;
}

type ProductAction = Extract<AuditAction, `product.${string}`>;

/** Writes what changes, with an audit event for each product. */
export async function recordSteps(
  tx: Tx,
  actor: Actor,
  change: { id: number; action: ProductAction },
  steps: readonly NamedStep[],
): Promise<void> {
  await writeSteps(tx, { changeId: change.id, by: actor.id }, steps);
  const events = steps.map(({ id, name, ...step }) => ({
    subjectId: id,
    before: { name, ...audited(step.old) },
    after: { name, ...audited(step.new), product_change: change.id },
  }));
  await recordAudits(tx, actor, change.action, events);
}

/** In reais, as everywhere in the audit; that it was deleted the action says. */
function audited({ price_cents, deleted: _, ...fields }: Partial<State>) {
  return { ...fields, ...(price_cents !== undefined && { price: reaisFromCents(price_cents) }) };
}

const LISTED_CHANGES = 20;

export async function listProductChanges(db: Db): Promise<ProductChange[]> {
  return (await lastProductChanges(db, LISTED_CHANGES)).map(productChangeOf);
}

export async function readProductChange(tx: Tx, id: number): Promise<ProductChange> {
  return productChangeOf((await findProductChange(tx, id)) as ProductChangeRow);
}

function productChangeOf(row: ProductChangeRow): ProductChange {
  const { undone_at, undone_by } = row;
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    by: row.made_by_name,
    rule: row.rule,
    fields: row.fields,
    products: row.products,
    undone:
      undone_at && undone_by !== null
        ? { at: undone_at.toISOString(), by: undone_by, products: row.undone_products }
        : null,
    can_undo: row.recent && undone_at === null,
  };
}

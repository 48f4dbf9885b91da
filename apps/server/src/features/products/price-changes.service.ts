/*
 * The preview returns a digest of all old and new prices. The change sends back what was picked, the rule and that
 * digest; the server locks the products, computes again, and refuses (prices_changed) if the digest differs. So a
 * price that changed, a product that came or went, and another rule are one check. An undoing is a change that points
 * to the first one, at most one, for 24 hours; it restores a price that is still the one that the change made. The
 * history of a price is read from the audit, where every way of changing a product writes both prices under seal.
 */
import { createHash } from 'node:crypto';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  PickedProducts,
  PriceChange,
  PricePreview,
  PriceRule,
  PriceStep,
  priceChangeEndpoints,
} from '@balcao/contract/products/price-changes.ts';
import { type Cents, centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { type PriceObstacle, priceByRule } from '@balcao/domain/price-rule.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { onceByKey } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudits } from '../audit/audit.service.ts';
import {
  findPriceChange,
  insertPriceChange,
  lastPriceChanges,
  lockPrices,
  type NewPrice,
  type PriceChangeRow,
  type PricedProduct,
  pickedProducts,
  priceSteps,
  setPrices,
} from './price-changes.repository.ts';

type Actor = Pick<SignedIn, 'id' | 'name'>;

/** A product and what a rule makes of its price. */
type Planned = PricedProduct & { planned: Cents | PriceObstacle };

export async function previewPrices(
  db: Db,
  { products, rule }: { products: PickedProducts; rule: PriceRule },
): Promise<PricePreview> {
  const planned = plan(await pickedProducts(db, products), rule);
  return {
    products: planned.map(({ planned: made, price, ...product }) => ({
      ...product,
      price: reaisFromCents(price),
      ...(typeof made === 'string'
        ? { new_price: null, obstacle: made }
        : { new_price: reaisFromCents(made), obstacle: null }),
    })),
    seen: seenOf(planned),
  };
}

function plan(products: readonly PricedProduct[], rule: PriceRule): Planned[] {
  const stored =
    'price' in rule
      ? ({ kind: 'fixed', price: centsFromReais(rule.price) } as const)
      : ({ ...rule, kind: 'percent', hundredths: Math.round(rule.percent * 100) } as const);
  return products.map((product) => ({ ...product, planned: priceByRule(product.price, stored) }));
}

/** The same for the same products with the same old and new prices. */
function seenOf(planned: readonly Planned[]): string {
  const prices = planned.map(({ id, price, planned: made }) => `${id} ${price} ${made}`);
  return createHash('sha256').update(prices.sort().join('\n')).digest('hex');
}

/**
 * Changes the prices of a preview, all or none, once for its key. A product without a new price by the rule stays.
 * Throws key_reused, prices_changed and same_prices.
 */
export async function changePrices(
  db: Db,
  actor: Actor,
  key: string,
  body: BodyOf<typeof priceChangeEndpoints.changePrices>,
): Promise<PriceChange> {
  const load = async (tx: Tx, id: number) =>
    priceChangeOf((await findPriceChange(tx, id)) as PriceChangeRow);
  const { answer } = await onceByKey(db, {
    table: 'price_changes',
    key,
    asked: { by: actor.id, action: 'prices', subject: null, body },
    again: load,
    make: async (tx, columns) => {
      const rule = JSON.stringify(body.rule);
      const maker = { made_by: actor.id, made_by_name: actor.name };
      const id = await insertPriceChange(tx, { ...columns, ...maker, rule });
      // Read again under the lock: whoever had it before may have changed a price.
      await lockPrices(
        tx,
        (await pickedProducts(tx, body.products)).map((product) => product.id),
      );
      const planned = plan(await pickedProducts(tx, body.products), body.rule);
      if (seenOf(planned) !== body.seen) throw new Refusal('prices_changed');
      const changes = planned.flatMap(({ planned: price, ...product }) =>
        typeof price === 'string' || price === product.price
          ? []
          : [{ ...product, old: product.price, price }],
      );
      if (changes.length === 0) throw new Refusal('same_prices');
      await recordPrices(tx, actor, { id, action: 'product.repriced' }, changes);
      return load(tx, id);
    },
  });
  return answer;
}

/** Writes new prices with an audit event for each product. */
export async function recordPrices(
  tx: Tx,
  actor: Actor,
  change: { id: number; action: 'product.repriced' | 'product.price_restored' },
  products: readonly NewPrice[],
): Promise<void> {
  await setPrices(tx, change.id, products);
  const events = products.map(({ id, name, old, price }) => ({
    subjectId: id,
    before: { name, price: reaisFromCents(old) },
    after: { name, price: reaisFromCents(price), price_change: change.id },
  }));
  await recordAudits(tx, actor, change.action, events);
}

const LISTED_CHANGES = 20;

export async function listPriceChanges(db: Db): Promise<PriceChange[]> {
  return (await lastPriceChanges(db, LISTED_CHANGES)).map(priceChangeOf);
}

function priceChangeOf(row: PriceChangeRow): PriceChange {
  const { undone_at, undone_by } = row;
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    by: row.made_by_name,
    rule: row.rule,
    products: row.products,
    undone:
      undone_at && undone_by !== null
        ? { at: undone_at.toISOString(), by: undone_by, products: row.undone_products }
        : null,
    can_undo: row.recent && undone_at === null,
  };
}

const STEPS = 100;

const HOW: Readonly<Record<string, PriceStep['how']>> = {
  'product.created': 'created',
  'product.edited': 'form',
  'product.repriced': 'bulk',
  'product.price_restored': 'undone',
};

/** Without the beginning of a product that was not made by a call: of a sample shop. Throws not_found. */
export async function readPriceHistory(db: Db, productId: number): Promise<PriceStep[]> {
  const [product] = await pickedProducts(db, { ids: [productId] });
  if (!product) throw new Refusal('not_found');
  return (await priceSteps(db, productId, STEPS)).map(
    ({ at, action, imported, undone, ...step }) => ({
      ...step,
      at: at.toISOString(),
      how: imported ? 'import' : undone ? 'undone' : (HOW[action] ?? 'form'),
    }),
  );
}

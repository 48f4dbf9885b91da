/*
 * The preview returns a digest of all old and new prices. The change sends back what was picked, the rule and that
 * digest; the server locks the products, computes again, and refuses (prices_changed) if the digest differs. So a
 * price that changed, a product that came or went, and another rule are one check. How it is undone says
 * product-changes.service.ts. The history of a price is read from the audit, where every way of changing a product
 * writes both prices under seal.
 */
import { createHash } from 'node:crypto';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { PickedProducts, PriceRule } from '@balcao/contract/products/picked-products.ts';
import type {
  PricePreview,
  PriceStep,
  priceChangeEndpoints,
} from '@balcao/contract/products/price-changes.ts';
import type { ProductChange } from '@balcao/contract/products/product-changes.ts';
import { type Cents, centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { type PriceObstacle, priceByRule } from '@balcao/domain/product/price-rule.ts';
import type { Db } from '../../database/connection.ts';
import { onceByKey } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import {
  lockPrices,
  type PickedProduct,
  pickedProducts,
  priceSteps,
} from './price-changes.repository.ts';
import { insertProductChange } from './product-changes.repository.ts';
import { type Actor, readProductChange, recordSteps } from './product-changes.service.ts';

/** A product and what a rule makes of its price. */
type Planned = PickedProduct & { planned: Cents | PriceObstacle };

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

function plan(products: readonly PickedProduct[], rule: PriceRule): Planned[] {
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
): Promise<ProductChange> {
  const { answer } = await onceByKey(db, {
    table: 'product_changes',
    key,
    asked: { by: actor.id, action: 'prices', subject: null, body },
    again: readProductChange,
    make: async (tx, columns) => {
      const rule = JSON.stringify(body.rule);
      const maker = { made_by: actor.id, made_by_name: actor.name };
      const id = await insertProductChange(tx, { ...columns, ...maker, rule });
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
          : [
              {
                id: product.id,
                name: product.name,
                old: { price_cents: product.price },
                new: { price_cents: price },
              },
            ],
      );
      if (changes.length === 0) throw new Refusal('same_prices');
      await recordSteps(tx, actor, { id, action: 'product.repriced' }, changes);
      return readProductChange(tx, id);
    },
  });
  return answer;
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

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
import { Refusal } from '../../request/refusal.ts';
import { pickedProducts, priceSteps } from './price-changes.repository.ts';
import { type Actor, editProducts } from './product-changes.service.ts';
import type { ProductRow } from './products.repository.ts';
import { productOf } from './products.service.ts';

/** A product and what a rule makes of its price. */
type Planned = ProductRow & { planned: Cents | PriceObstacle };

export async function previewPrices(
  db: Db,
  { products, rule }: { products: PickedProducts; rule: PriceRule },
): Promise<PricePreview> {
  const planned = plan(await pickedProducts(db, products), rule);
  return {
    products: planned.map(({ planned: made, ...product }) => ({
      ...productOf(product),
      ...(typeof made === 'string'
        ? { new_price: null, obstacle: made }
        : { new_price: reaisFromCents(made), obstacle: null }),
    })),
    seen: seenOf(planned),
  };
}

function plan(products: readonly ProductRow[], rule: PriceRule): Planned[] {
  const stored =
    'price' in rule
      ? ({ kind: 'fixed', price: centsFromReais(rule.price) } as const)
      : ({ ...rule, kind: 'percent', hundredths: Math.round(rule.percent * 100) } as const);
  return products.map((product) => ({
    ...product,
    planned: priceByRule(product.price_cents, stored),
  }));
}

/** The same for the same products with the same old and new prices. */
function seenOf(planned: readonly Planned[]): string {
  const prices = planned.map(
    ({ id, price_cents, planned: made }) => `${id} ${price_cents} ${made}`,
  );
  return createHash('sha256').update(prices.sort().join('\n')).digest('hex');
}

/**
 * Changes the prices of a preview, all or none, once for its key. A product without a new price by the rule stays.
 * Throws key_reused, prices_changed and same_prices.
 */
export function changePrices(
  db: Db,
  actor: Actor,
  key: string,
  body: BodyOf<typeof priceChangeEndpoints.changePrices>,
): Promise<ProductChange> {
  const request = { key, action: 'prices', body, asked: { rule: body.rule, fields: null } };
  return editProducts(db, actor, request, async (tx) => {
    // Read again under the lock: who had it before may have changed a price.
    const planned = plan(await pickedProducts(tx, body.products), body.rule);
    if (seenOf(planned) !== body.seen) throw new Refusal('prices_changed');
    const edited = planned.flatMap(({ planned: price, ...product }) =>
      typeof price === 'string' || price === product.price_cents
        ? []
        : [{ before: productOf(product), after: productOf({ ...product, price_cents: price }) }],
    );
    if (edited.length === 0) throw new Refusal('same_prices');
    return { edited };
  });
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

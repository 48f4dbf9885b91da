import { randomUUID } from 'node:crypto';
import type { Problem } from '@balcao/contract/problem.ts';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { sql } from 'kysely';
import { callOrThrow } from './call.ts';
import { type Counter, untilReply } from './counter.ts';
import type { Ledger } from './ledger.ts';
import type { Account, OpenShop } from './staff-and-stock.ts';

const APPLIED = 0.2;
/** The readings of one go, of which some take an earlier one back. */
const READINGS = 3;
const TAKEN_BACK = 0.2;

const aProduct = ({ sales, random }: Counter) =>
  sales[random.below(sales.length)]?.products[0]?.product as number;

/** Every product is followed from the start. The first is never counted: all that was sold of it has gone since. */
export async function fillShelves(
  { db }: Pick<Connection, 'db'>,
  sales: Counter['sales'],
  { stock }: Pick<Ledger, 'stock'>,
): Promise<void> {
  const key = randomUUID();
  const products = sales.flatMap((sale) => sale.products.map(({ product }) => product));
  stock.willSend(key);
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO stock_movements (created_at, made_by, made_by_name, idempotency_key, request_hash, kind, reason,
        supplier, document)
      SELECT now() - interval '70 days', min(id), 'Operador', ${key}::uuid, sha256('x'), 'delivery', '', '', ''
      FROM users RETURNING id, created_at, kind),
    audited AS (
      INSERT INTO audit_events (actor_id, action, subject_id)
      SELECT (SELECT min(id) FROM users), 'stock.delivered', id FROM made),
    lines AS (
      INSERT INTO stock_movement_lines (movement_id, line, product_id, quantity, created_at, kind)
      SELECT made.id, place, product, 500, created_at, kind
      FROM made, unnest(${products}::integer[]) WITH ORDINALITY AS given (product, place))
    SELECT id FROM made`.execute(db);
  stock.acknowledge(key, rows[0]?.id ?? 0, 500 * products.length);
}

/** A delivery, or a loss. */
export async function moveStock(counter: Counter): Promise<void> {
  const { ledger, random, administrator } = counter;
  const key = randomUUID();
  const [product, quantity] = [aProduct(counter), 1 + random.below(9)];
  const comes = random.chance(0.5);
  const body = comes
    ? { lines: [{ product, quantity }] }
    : { product, quantity, kind: 'loss', reason: 'Sumiu' };
  ledger.stock.willSend(key);
  const name = comes ? 'createDelivery' : 'adjustStock';
  const reply = await untilReply(counter, administrator, name, { key, body }, [201]);
  ledger.stock.acknowledge(key, (reply.body as { id: number }).id, comes ? quantity : -quantity);
}

/** Some readings of the open count, which all counters share; now and then it is applied. */
export async function countShelf(counter: Counter): Promise<void> {
  const { ledger, random, administrator, shelf } = counter;
  shelf.count ??= await beginCount(counter);
  const id = shelf.count;
  for (let number = 0; number < READINGS; number++) {
    const product = aProduct(counter);
    if (product === counter.sales[0]?.products[0]?.product) continue;
    const key = randomUUID();
    const quantity = random.chance(TAKEN_BACK) ? -1 : random.below(9);
    ledger.readings.willSend(key);
    const given = { id, body: { lines: [{ key, product, quantity }] } };
    const account = counter.account();
    const reply = await untilReply(counter, account, 'addCountLines', given, [200, 409, 422]);
    if (reply.status === 200) ledger.readings.acknowledge(key, product, quantity);
    else
      expectRefusal(reply.body, ['count_ended', 'below_counted'], () =>
        ledger.readings.refused(key),
      );
  }
  if (!random.chance(APPLIED)) return;
  const seen = await untilReply(counter, administrator, 'readCount', { id }, [200]);
  const body = { lines: (seen.body as { lines: number }).lines, missing_as_zero: false };
  const given = { id, body };
  const applied = await untilReply(counter, administrator, 'applyCount', given, [200, 409, 422]);
  if (applied.status === 200) {
    if (shelf.count === id) shelf.count = undefined;
  } else expectRefusal(applied.body, ['count_changed', 'nothing_counted']);
}

function expectRefusal(body: unknown, codes: readonly string[], then = () => {}): void {
  if (!codes.includes((body as Problem).code)) throw new Error(JSON.stringify(body));
  then();
}

async function beginCount(counter: Counter): Promise<number> {
  const key = randomUUID();
  counter.ledger.counts.willSend(key);
  const body = { name: 'Prateleira', blind: counter.random.chance(0.5), products: null };
  const given = { key, body };
  const reply = await untilReply(counter, counter.administrator, 'beginCount', given, [201]);
  const { id } = reply.body as { id: number };
  counter.ledger.counts.acknowledge(key, id, 0);
  return id;
}

/**
 * Compares what the server says is on hand with a sum over every record that there is, without the results of counts. The shop must be at rest.
 */
export async function stockTroubles(
  { db }: Pick<Connection, 'db'>,
  shop: OpenShop,
  administrator: Account,
): Promise<string[]> {
  type OnHand = { products: { product: number; on_hand: number }[] };
  const shown = await callOrThrow<OnHand>(await shop.open(), 'readOnHand', {
    token: await administrator.newToken(),
  });
  const { rows } = await sql<{ product: number; on_hand: number }>`
    WITH read AS (
      SELECT product_id, count_id, sum(quantity) AS quantity,
        coalesce(max(counted_at) FILTER (WHERE quantity >= 0), max(counted_at)) AS at
      FROM stock_count_lines WHERE count_id IN (SELECT id FROM stock_counts WHERE outcome = 'applied')
      GROUP BY product_id, count_id HAVING sum(quantity) > 0 OR bool_or(quantity = 0)
    ), base AS (
      SELECT product_id, quantity, at FROM (
        SELECT *, row_number() OVER (PARTITION BY product_id ORDER BY at DESC) AS newest FROM read) AS counted
      WHERE newest = 1
      UNION ALL
      SELECT product_id, 0, '-infinity' FROM stock_movement_lines
      WHERE product_id NOT IN (SELECT product_id FROM read) GROUP BY product_id
    ), moved AS (
      -- A count from settled_from on has seen it: a deletion of a sale gives back what no count has settled.
      SELECT product_id, created_at AS settled_from, quantity FROM stock_movement_lines
      UNION ALL
      SELECT product_id, s.created_at, -quantity FROM sales s JOIN sale_items i ON i.sale_id = s.id
      UNION ALL
      SELECT product_id, s.created_at, quantity FROM sales s JOIN sale_items i ON i.sale_id = s.id
      WHERE s.deleted_at IS NOT NULL
      UNION ALL
      SELECT i.product_id, c.created_at, r.quantity FROM correction_items r
        JOIN corrections c ON c.id = r.correction_id
        JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
      WHERE NOT r.damaged)
    SELECT base.product_id AS product, (base.quantity + coalesce((
      SELECT sum(quantity) FROM moved WHERE product_id = base.product_id AND moved.settled_from > base.at), 0))::integer
      AS on_hand FROM base`.execute(db);
  const known = new Map(rows.map(({ product, on_hand }) => [product, on_hand]));
  const wrong = shown.products.filter(({ product, on_hand }) => known.get(product) !== on_hand);
  const missing = known.size - shown.products.length;
  return [
    ...wrong.map(
      ({ product, on_hand }) =>
        `on hand of product ${product} is ${on_hand}, and its records say ${known.get(product)}`,
    ),
    ...(missing === 0 ? [] : [`${missing} followed products are not shown`]),
  ];
}

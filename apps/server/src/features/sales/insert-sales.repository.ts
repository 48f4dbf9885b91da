import { changeNotFromCash } from '@balcao/domain/net-payments.ts';
import { netLineTotals } from '@balcao/domain/refund-worth.ts';
import type pg from 'pg';
import { BROKEN_CLOCK_RULE } from '../../database/clock.ts';
import { BROKEN_BOX_RULE, openBoxes } from './open-box.repository.ts';
import type { StoredSale } from './sale-record.ts';

export type SaleToInsert = Omit<StoredSale, 'id' | 'createdAt'> & {
  /** In lower case. */
  idempotencyKey: string;
  requestHash: Buffer;
  /** Missing: it is made now. */
  kept?: KeptMark;
};

/** Of a sale that a counter kept: when it counts and in which box, decided before. */
export type KeptMark = { at: Date; boxId: number | null; made_at: Date; device: string };

export type InsertedSale = { id: number; createdAt: Date };

/** Why a sale was not written: its key already has one, it has to be checked again, or it is refused. */
export type BrokenRule = {
  broken:
    | 'key_taken'
    | 'check_again'
    | 'parked_sale_taken'
    | 'clock_in_closed_month'
    | 'clock_behind'
    | 'box_left_open'
    | 'box_not_open';
};

/**
 * Writes whole sales and their audit rows in one statement, those that keep the rules:
 * - The client and the student are current. A merge or an anonymisation and the sale wait for each other.
 * - Nobody has taken up the parked order of the sale's key, to sell it under another one.
 * - The month of now is not closed, and now is not before the newest sale, unless an administrator has confirmed it.
 * - The seller's box is open and of today, if there is one or the settings ask for one.
 * - The key has no sale. Only its unique index decides this.
 *
 * A kept sale has the first and the last rule alone, and its people are what they were when it was checked: an
 * anonymised one stays one.
 *
 * A statement that waits for a row sees it as it is then, though it sees the rest of the database as it was at
 * its beginning. So each rule is a column of a locked row. A merge and an anonymisation lock their people with
 * FOR UPDATE first (lockPeople): an UPDATE of these columns alone would not wait. People are locked before
 * orders, as anonymising locks them, and sales are written in the order of their keys: two statements do not
 * wait for each other. The transaction of an exchange has locked the old sale before; if an anonymisation waits
 * for that one, PostgreSQL ends one of the two, and it is done again.
 *
 * The time of a sale is that of this statement, not of its transaction, which in an exchange may have waited before.
 *
 * One gap is left: an order that another tab parks, and that is taken up too, while this statement waits for
 * a lock or for its replica. A tab parks nothing that it is sending, so it takes a copy of the tab.
 */
const INSERT = {
  name: 'insert-sales',
  text: `
    WITH requested AS MATERIALIZED (
      SELECT (client->>'id')::integer AS client_id, (student->>'id')::integer AS student_id,
        (seller->>'id')::integer AS seller_id, sale.*
      FROM json_to_recordset($1::json) AS sale (
        "idempotencyKey" uuid, "requestHash" bytea, seller json, client json, student json, subtotal integer, total integer, "generalDiscount" integer,
        "totalGeneral" integer, paid integer, change integer, items json, payments json, lists text[],
        "parkedBy" text, audit jsonb, kept json)
    ), current_clients AS (
      SELECT id, anonymised_at IS NOT NULL AS anonymised FROM clients
      WHERE id = ANY (ARRAY(SELECT client_id FROM requested)) AND merged_into IS NULL
      ORDER BY id FOR KEY SHARE
    ), current_students AS (
      SELECT id, anonymised_at IS NOT NULL AS anonymised FROM students
      WHERE id = ANY (ARRAY(SELECT student_id FROM requested)) AND merged_into IS NULL
      ORDER BY id FOR KEY SHARE
    ), of_current_people AS MATERIALIZED (
      SELECT * FROM requested
      WHERE (client_id, client->'anonymised' IS NOT NULL) IN (SELECT id, anonymised FROM current_clients)
        AND (student_id IS NULL
          OR (student_id, student->'anonymised' IS NOT NULL) IN (SELECT id, anonymised FROM current_students))
    ), orders AS (
      SELECT parked.order_key, parked.claim
      FROM of_current_people AS sale JOIN parked_sales AS parked
        ON parked.seller_id = sale.seller_id AND parked.order_key = "idempotencyKey"
      ORDER BY parked.id FOR SHARE OF parked
    ), boxes AS (
      ${openBoxes('SELECT seller_id FROM of_current_people')}
    ), ruled AS MATERIALIZED (
      SELECT sale.*, CASE WHEN kept IS NULL THEN box.id ELSE (kept->>'boxId')::integer END AS box_id, CASE
        WHEN kept IS NOT NULL THEN NULL
        WHEN orders.claim IS NOT NULL THEN 'parked_sale_taken'
        -- A box is of another day when the clock is wrong, so the clock is named first.
        ELSE coalesce(${BROKEN_CLOCK_RULE}, ${BROKEN_BOX_RULE})
      END AS broken
      FROM of_current_people AS sale
        LEFT JOIN orders ON orders.order_key = "idempotencyKey"
        LEFT JOIN boxes AS box ON box.seller_id = sale.seller_id
    ), written AS (
      INSERT INTO sales (
        created_at, idempotency_key, request_hash, seller_id, seller_name, client_id, client_name,
        client_cpf, student_id, student_name, student_registration, subtotal_cents, total_cents,
        general_discount_cents, total_general_cents, paid_cents, change_cents, box_id,
        material_lists, parked_by_name)
      SELECT coalesce((kept->>'at')::timestamptz, clock_timestamp()), "idempotencyKey", "requestHash", seller_id, seller->>'name',
        client_id, client->>'name', client->>'cpf', student_id, student->>'name',
        student->>'registration', subtotal, total, "generalDiscount", "totalGeneral", paid, change,
        box_id, lists, "parkedBy"
      FROM ruled WHERE broken IS NULL ORDER BY "idempotencyKey"
      ON CONFLICT (idempotency_key) DO NOTHING
      RETURNING id, idempotency_key, created_at, business_day
    ), made AS (
      SELECT id, business_day, ruled.* FROM written JOIN ruled ON "idempotencyKey" = idempotency_key
    ), items AS (
      INSERT INTO sale_items (
        sale_id, business_day, line, product_id, product_code, product_name, unit_price_cents, quantity,
        subtotal_cents, discount_hundredths, discount_cents, total_cents, net_cents)
      SELECT made.id, business_day, line, (product->>'id')::integer, product->>'code', product->>'name',
        (product->>'unitPrice')::integer, quantity, item.subtotal, hundredths, discount, item.total, net
      FROM made, ROWS FROM (json_to_recordset(made.items) AS (
        product json, quantity integer, "discountPercent" integer, subtotal integer, discount integer,
        total integer, net integer)
      ) WITH ORDINALITY AS item (product, quantity, hundredths, subtotal, discount, total, net, line)
    ), payments AS (
      INSERT INTO sale_payments (
        sale_id, business_day, line, payment_method_id, method_name, amount_cents, net_cents)
      SELECT made.id, business_day, payment.* FROM made, json_to_recordset(made.payments) AS payment (
        line smallint, "methodId" integer, method text, amount integer, net integer)
    ), audit AS (
      INSERT INTO audit_events (actor_id, actor_name, action, subject_id, after)
      SELECT seller_id, seller->>'name', 'sale.created', id, audit FROM made
    )
    SELECT requested."idempotencyKey" AS key, written.id, created_at AS "createdAt", CASE
      WHEN ruled."idempotencyKey" IS NULL THEN 'check_again'
      WHEN ruled.broken IS NOT NULL THEN ruled.broken
      WHEN written.id IS NULL THEN 'key_taken'
    END AS broken
    FROM requested
      LEFT JOIN ruled ON ruled."idempotencyKey" = requested."idempotencyKey"
      LEFT JOIN written ON idempotency_key = requested."idempotencyKey"`,
};

type Row = { key: string } & ((InsertedSale & { broken: null }) | BrokenRule);

/**
 * Writes the sales that keep the rules. The results are in the order of the sales. Of two with one key only the
 * first is sent. Throws the database's error, and then has written none; if the database is away,
 * the sales may have been written nevertheless.
 */
export async function insertSales(
  pool: Pick<pg.Pool, 'query'>,
  sales: readonly SaleToInsert[],
): Promise<(InsertedSale | BrokenRule)[]> {
  const firstOf = new Map<string, SaleToInsert>();
  for (const sale of sales) {
    if (!firstOf.has(sale.idempotencyKey)) firstOf.set(sale.idempotencyKey, sale);
  }
  const rowsToInsert = Array.from(firstOf.values(), (sale) => ({
    ...sale,
    items: withNets(sale),
    requestHash: `\\x${sale.requestHash.toString('hex')}`,
    audit: auditOf(sale),
  }));
  const { rows } = await pool.query<Row>({ ...INSERT, values: [JSON.stringify(rowsToInsert)] });
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  return sales.map((sale) => {
    const { idempotencyKey: key } = sale;
    const row = rowOf.get(key) as Row;
    if (firstOf.get(key) !== sale) return { broken: row.broken ? 'check_again' : 'key_taken' };
    return row.broken ? { broken: row.broken } : { id: row.id, createdAt: row.createdAt };
  });
}

/** Each item with its part of what is paid: less its share of the general discount. */
function withNets({ items, generalDiscount }: SaleToInsert) {
  const nets = netLineTotals(
    items.map(({ total }) => total),
    generalDiscount,
  );
  return items.map((item, place) => ({ ...item, net: nets[place] }));
}

/** The computer by the first digits of its number, which tell a shop's few apart. */
export const keptInAudit = ({ made_at, device }: Pick<KeptMark, 'made_at' | 'device'>) => ({
  made_at: made_at.toISOString(),
  from_device: device.slice(0, 8),
});

/** Only figures: no CPF or client's name belongs in the audit. */
function auditOf(sale: SaleToInsert) {
  const notCash = changeNotFromCash(sale.payments);
  return {
    subtotal_cents: sale.subtotal,
    item_discounts_cents: sale.subtotal - sale.total,
    general_discount_cents: sale.generalDiscount,
    total_general_cents: sale.totalGeneral,
    paid_cents: sale.paid,
    change_cents: sale.change,
    ...(notCash > 0 && { change_not_cash_cents: notCash }),
    items: sale.items.length,
    ...(sale.lists && { lists: sale.lists }),
    ...(sale.parkedBy && { parked_by: sale.parkedBy }),
    ...(sale.kept && keptInAudit(sale.kept)),
    payments: sale.payments.map(({ method, amount }) => ({ method, cents: amount })),
  };
}

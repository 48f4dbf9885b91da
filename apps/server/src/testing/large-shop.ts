import { sql } from 'kysely';
import type { Db, Tx } from '../database/connection.ts';

/**
 * Fills a shop of any size with SQL, because recording a million sales over HTTP would take a night. All
 * values derive from row numbers, so the same call makes the same shop.
 */

/** The millionth sale is in 2026, at 300 sales a day. */
const FIRST_DAY = '2017-01-02';
const SALES_A_DAY = 300;
/** Sales per statement, so that its rows fit in memory. */
const CHUNK = 50_000;

/** A pseudo-random number from 0 to below `choices`. */
const pick = (number: string, salt: number, choices: string) =>
  `((hashint8extended(${number}, ${salt}) & 2147483647) % (${choices}))`;

/** Adds sellers, products, clients and students. Nobody can sign in: no password has their hash. */
export async function stockLargeShop(
  db: Db,
  sizes: { sellers?: number; products?: number; clients?: number; students?: number } = {},
): Promise<void> {
  const { sellers = 6, products = 5_000, clients = 20_000, students = 5_000 } = sizes;
  const first = 'Ana Bruno Célia Davi Érica Fábio Gláucia Hugo Íris João Lúcia Mário'.split(' ');
  const last = 'Araújo Barros Conceição Dias Esteves Façanha Gonçalves'.split(' ');
  const goods = 'Caderno Caneta Lápis Camiseta Calça Livro Régua Agasalho'.split(' ');
  const name = sql.raw(
    `(${array(first)})[n % ${first.length} + 1] || ' ' || (${array(last)})[n / 5 % ${last.length} + 1]`,
  );
  await db.transaction().execute(async (tx) => {
    await sql`
      INSERT INTO users (name, login, password_hash, admin, active)
      SELECT ${name}, 'vendedor' || n, 'none', false, true FROM generate_series(1, ${sellers}::integer) AS n
    `.execute(tx);
    await sql`
      INSERT INTO products (code, name, price_cents, active)
      SELECT n::text, (${sql.raw(array(goods))})[n % ${sql.raw(String(goods.length))} + 1] || ' nº ' || n,
        ${sql.raw(pick('n', 1, '15000'))} + 150, n % 40 <> 0
      FROM generate_series(1, ${products}::integer) AS n
    `.execute(tx);
    await sql`
      INSERT INTO payment_methods (name)
      SELECT name FROM (VALUES ('Dinheiro'), ('Pix'), ('Cartão de débito'), ('Cartão de crédito')) AS given (name)
      WHERE NOT EXISTS (SELECT FROM payment_methods)
    `.execute(tx);
    await sql`
      INSERT INTO clients (cpf, name)
      SELECT lpad((10000000000 + n * 7919)::text, 11, '0'), ${name}
      FROM generate_series(1, ${clients}::integer) AS n
    `.execute(tx);
    await sql`
      INSERT INTO students (registration, name)
      SELECT (20000000000 + n)::text, ${name} FROM generate_series(1, ${students}::integer) AS n
    `.execute(tx);
  });
}

const array = (words: string[]) => `ARRAY[${words.map((word) => `'${word}'`).join(', ')}]`;

export type Selling = {
  /** One sale in so many is deleted; 0 for none. */
  deletedOneIn?: number;
  /** Skips foreign keys and triggers, which take longer than the inserts. A test runs with them on. */
  unchecked?: boolean;
  /** Of the first sale. */
  firstDay?: string;
};

/**
 * Adds sales with three items, two payments with change and audit rows, and closes each seller's finished
 * days. Nobody else may be selling. Runs VACUUM ANALYZE at the end, as autovacuum does over the years.
 */
export async function sellMany(db: Db, sales: number, selling: Selling = {}): Promise<void> {
  const { rows } = await sql<{ newest: number }>`
    SELECT coalesce(max(id), 0) AS newest FROM sales`.execute(db);
  const done = rows[0]?.newest ?? 0;
  const end = done + sales;
  for (let from = done + 1; from <= end; from += CHUNK) {
    const upTo = Math.min(from + CHUNK - 1, end);
    await db.transaction().execute(async (tx) => {
      if (selling.unchecked) await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sellChunk(tx, { from, upTo, deletedOneIn: 200, firstDay: FIRST_DAY, ...selling });
      await closeDays(tx);
    });
  }
  await sql`
    VACUUM (ANALYZE) users, products, clients, students, sales, sale_items, sale_payments, closings,
      closing_sales, closing_payments, audit_events`.execute(db);
}

async function sellChunk(
  tx: Tx,
  {
    from,
    upTo,
    deletedOneIn,
    firstDay,
  }: Required<Pick<Selling, 'deletedOneIn' | 'firstDay'>> & { from: number; upTo: number },
): Promise<void> {
  await sql`
    CREATE TEMP TABLE new_items ON COMMIT DROP AS
    WITH shelf AS (SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM products),
    -- Few products make most of the sales: every sixth has the first one.
    taken AS (
      SELECT n, line, ${sql.raw(pick('n * 3 + line', 3, '3'))}::integer + 1 AS quantity,
        CASE WHEN ${sql.raw(pick('n * 3 + line', 4, '10'))} = 0 THEN 500 ELSE 0 END AS hundredths,
        floor((SELECT count(*) FROM shelf)
          * power(${sql.raw(pick('n * 3 + line', 5, '1000000'))} / 1e6, 3))::bigint AS place
      FROM generate_series(${from}::bigint, ${upTo}::bigint) AS n, generate_series(1, 3) AS line)
    SELECT n, line, shelf.id AS product_id, code, name, price_cents AS price, quantity, hundredths,
      price_cents * quantity AS subtotal,
      ((price_cents::bigint * quantity * hundredths + 5000) / 10000)::integer AS discount
    FROM taken JOIN shelf USING (place)`.execute(tx);
  await sql`
    CREATE TEMP TABLE new_sales ON COMMIT DROP AS
    WITH seller AS (
      SELECT row_number() OVER (ORDER BY id) - 1 AS place, id, name FROM users WHERE login LIKE 'vendedor%'),
    client AS (SELECT row_number() OVER (ORDER BY id) - 1 AS place, id, name, cpf FROM clients),
    student AS (SELECT row_number() OVER (ORDER BY id) - 1 AS place, id, name, registration FROM students),
    sums AS (
      SELECT n, sum(subtotal)::integer AS subtotal, sum(subtotal - discount)::integer AS total
      FROM new_items GROUP BY n)
    SELECT n, subtotal, total, total / 2 AS by_card, (total - total / 2 + 499) / 500 * 500 AS in_cash,
      seller.id AS seller_id, seller.name AS seller_name, client.id AS client_id,
      client.name AS client_name, client.cpf, student.id AS student_id, student.name AS student_name,
      student.registration,
      -- From 8:00 to 18:00, in the order of their ids.
      (${firstDay}::date + ((n - 1) / ${SALES_A_DAY}::integer)::integer + time '08:00'
        + (n - 1) % ${SALES_A_DAY}::integer * interval '120 seconds') AT TIME ZONE 'America/Sao_Paulo' AS at,
      ${deletedOneIn}::integer > 0 AND ${sql.raw(pick('n', 10, `greatest(1, ${deletedOneIn})`))} = 0 AS deleted
    FROM sums
    JOIN seller ON seller.place = ${sql.raw(pick('n', 6, '(SELECT count(*) FROM seller)'))}
    JOIN client ON client.place = ${sql.raw(pick('n', 7, '(SELECT count(*) FROM client)'))}
    LEFT JOIN student ON n % 2 = 0
      AND student.place = ${sql.raw(pick('n', 8, '(SELECT count(*) FROM student)'))}`.execute(tx);
  await sql`
    INSERT INTO sales (id, idempotency_key, request_hash, created_at, seller_id, seller_name, client_id,
      client_name, client_cpf, student_id, student_name, student_registration, subtotal_cents,
      total_cents, general_discount_cents, total_general_cents, paid_cents, change_cents, deleted_at,
      deleted_by)
    OVERRIDING SYSTEM VALUE
    SELECT n, gen_random_uuid(), sha256(n::text::bytea), at, seller_id, seller_name, client_id,
      client_name, cpf, student_id, student_name, registration, subtotal, total, 0, total,
      by_card + in_cash, by_card + in_cash - total,
      -- Some before the closing of the day, some after.
      CASE WHEN deleted THEN at + CASE WHEN n % 2 = 0 THEN interval '1 hour' ELSE interval '1 day' END END,
      CASE WHEN deleted THEN (SELECT min(id) FROM users) END
    FROM new_sales ORDER BY n`.execute(tx);
  await sql`SELECT setval(pg_get_serial_sequence('sales', 'id'), ${upTo})`.execute(tx);
  await sql`
    INSERT INTO sale_items (sale_id, business_day, line, product_id, product_code, product_name,
      unit_price_cents, quantity, subtotal_cents, discount_hundredths, discount_cents, total_cents, net_cents)
    SELECT n, s.business_day, line, product_id, code, name, price, quantity, subtotal, hundredths, discount,
      subtotal - discount, subtotal - discount
    FROM new_items JOIN sales s ON s.id = n ORDER BY n, line`.execute(tx);
  await sql`
    INSERT INTO sale_payments (
      sale_id, business_day, line, payment_method_id, method_name, amount_cents, net_cents)
    SELECT n, s.business_day, line, method.id, method.name, amount, net
    FROM new_sales JOIN sales s ON s.id = n CROSS JOIN LATERAL (VALUES
      (1, CASE n % 3 WHEN 0 THEN 'Pix' WHEN 1 THEN 'Cartão de débito' ELSE 'Cartão de crédito' END, by_card, by_card),
      (2, 'Dinheiro', in_cash, total - by_card)) AS paid (line, method, amount, net)
    JOIN payment_methods AS method ON method.name = paid.method
    ORDER BY n, line`.execute(tx);
  await sql`
    INSERT INTO audit_events (at, actor_id, actor_name, action, subject_id, before, after)
    SELECT at, actor_id, actor_name, action, n, before, after FROM (
      SELECT at, seller_id AS actor_id, seller_name AS actor_name, 'sale.created' AS action, n,
        NULL::jsonb AS before, jsonb_build_object('total_general_cents', total,
          'paid_cents', by_card + in_cash, 'change_cents', by_card + in_cash - total, 'items', 3,
          'payments', jsonb_build_array(
            jsonb_build_object('method', 'Pix', 'cents', by_card),
            jsonb_build_object('method', 'Dinheiro', 'cents', in_cash))) AS after
      FROM new_sales
      UNION ALL
      SELECT s.deleted_at, u.id, u.name, 'sale.deleted', s.id, jsonb_build_object(
        'created_at', s.created_at, 'seller_id', s.seller_id,
        'total_general', s.total_general_cents / 100.0), NULL
      FROM sales s JOIN users u ON u.id = s.deleted_by
      WHERE s.id BETWEEN ${from} AND ${upTo}) AS events
    ORDER BY at, n`.execute(tx);
  await sql`DROP TABLE new_items, new_sales`.execute(tx);
}

/** Closes each seller's days except the last one, at 22:00. */
async function closeDays(tx: Tx): Promise<void> {
  await sql`
    WITH last AS (SELECT max(day) AS closed FROM closings), counted AS (
      SELECT s.id, s.seller_id, s.seller_name, s.business_day AS day, s.total_general_cents AS cents,
        (s.business_day + time '22:00') AT TIME ZONE 'America/Sao_Paulo' AS closed_at
      FROM sales s
      WHERE s.created_at >= coalesce((SELECT closed FROM last), '2000-01-01'::date)
        AND s.business_day > coalesce((SELECT closed FROM last), '2000-01-01'::date)
        AND s.business_day < (SELECT max(business_day) FROM sales)
    ), kept AS (
      SELECT counted.* FROM counted JOIN sales USING (id)
      WHERE sales.deleted_at IS NULL OR sales.deleted_at > counted.closed_at
    ), closing AS (
      INSERT INTO closings (
        seller_id, day, version, seller_name, sales_count, total_cents, closed_at, closed_by)
      SELECT seller_id, day, 1, min(seller_name), count(*), sum(cents), min(closed_at), seller_id
      FROM kept GROUP BY seller_id, day ORDER BY day, seller_id
      RETURNING *
    ), sold AS (
      INSERT INTO closing_sales (closing_id, sale_id)
      SELECT closing.id, kept.id FROM closing JOIN kept USING (seller_id, day) ORDER BY 1, 2
    ), payments AS (
      INSERT INTO closing_payments (closing_id, line, method_name, net_cents)
      SELECT id, row_number() OVER (PARTITION BY id ORDER BY method_name), method_name, net FROM (
        SELECT closing.id, p.method_name, sum(p.net_cents) AS net
        FROM closing JOIN kept USING (seller_id, day) JOIN sale_payments p ON p.sale_id = kept.id
        GROUP BY closing.id, p.method_name HAVING sum(p.net_cents) > 0) AS sums
    )
    INSERT INTO audit_events (at, actor_id, actor_name, action, subject_id, after)
    SELECT closed_at, seller_id, seller_name, 'box.closed', id, jsonb_build_object(
      'seller_id', seller_id, 'date', day, 'version', 1, 'total_final', total_cents / 100.0,
      'sales_count', sales_count)
    FROM closing ORDER BY id`.execute(tx);
}

import { sql } from 'kysely';

const SUMMED_SALES = sql`
  deleted_at IS NULL AND s.id <= (SELECT last_sale_id FROM sums_progress)`;
const SUMMED_CORRECTIONS = sql`c.id <= (SELECT last_correction_id FROM sums_progress)`;
const HOUR = sql`date_part('hour', timezone('America/Sao_Paulo', created_at))::integer`;
const METHOD = sql`CASE WHEN payment_method_id IS NULL THEN 0 ELSE payment_method_id END`;
const RETURNS = sql`sum((kind <> 'payments')::integer)`;

/** Computed without the functions that make the sums. */
export const invariantsOfSums = {
  'the sums of a day are its sales and corrections': sql`
    SELECT key AS id FROM (
      SELECT part, day, key, name, sales, sold_cents, returns, returned_cents FROM day_sums
      UNION ALL
      SELECT 'hour', business_day, ${HOUR}, '', -count(*), -sum(total_general_cents), 0, 0
      FROM sales s WHERE ${SUMMED_SALES} GROUP BY business_day, ${HOUR}
      UNION ALL
      SELECT 'hour', business_day, ${HOUR}, '', 0, 0, -${RETURNS}, -sum(total_cents)
      FROM corrections c WHERE ${SUMMED_CORRECTIONS} GROUP BY business_day, ${HOUR}
      UNION ALL
      SELECT 'seller', business_day, seller_id, seller_name, -count(*), -sum(total_general_cents), 0, 0
      FROM sales s WHERE ${SUMMED_SALES} GROUP BY business_day, seller_id, seller_name
      UNION ALL
      SELECT 'seller', business_day, made_by, made_by_name, 0, 0, -${RETURNS}, -sum(total_cents)
      FROM corrections c WHERE ${SUMMED_CORRECTIONS} GROUP BY business_day, made_by, made_by_name
      UNION ALL
      SELECT 'method', business_day, ${METHOD}, method_name, -count(*), -sum(net_cents), 0, 0
      FROM sale_payments JOIN sales s ON s.id = sale_id
      WHERE ${SUMMED_SALES} GROUP BY business_day, ${METHOD}, method_name
      UNION ALL
      SELECT 'method', business_day, ${METHOD}, method_name, 0, 0, 0, sum(net_cents)
      FROM correction_payments JOIN corrections c ON c.id = correction_id
      WHERE ${SUMMED_CORRECTIONS} GROUP BY business_day, ${METHOD}, method_name) AS both_ways
    GROUP BY part, day, key, name
    HAVING (sum(sales), sum(sold_cents), sum(returns), sum(returned_cents)) <> (0, 0, 0, 0)`,
  'the sums of a product are what was sold of it less what came back': sql`
    WITH share AS (
      SELECT s.id, business_day AS day, product_id, line, quantity, i.total_cents,
        general_discount_cents AS discount,
        coalesce(div(i.total_cents * general_discount_cents::numeric, nullif(s.total_cents, 0)), 0)
          AS whole,
        coalesce(mod(i.total_cents * general_discount_cents::numeric, nullif(s.total_cents, 0)), 0)
          AS rest
      FROM sale_items i JOIN sales s ON s.id = i.sale_id WHERE ${SUMMED_SALES}
    ), parts AS (
      SELECT day, product_id, quantity AS units, total_cents - whole - CASE
          WHEN row_number() OVER (PARTITION BY id ORDER BY rest DESC, line)
            <= discount - sum(whole) OVER (PARTITION BY id) THEN 1 ELSE 0 END AS cents
      FROM share
      UNION ALL
      SELECT c.business_day, i.product_id, -r.quantity, -r.worth_cents
      FROM corrections c JOIN correction_items r ON r.correction_id = c.id
        JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
      WHERE ${SUMMED_CORRECTIONS}
    )
    SELECT product_id AS id FROM (
      SELECT span, start, product_id, units, cents FROM product_sums
      UNION ALL
      SELECT span, to_char(day, CASE span WHEN 'month' THEN 'YYYY-MM-01' ELSE 'YYYY-01-01' END)::date,
        product_id, -units, -cents
      FROM parts, unnest(ARRAY['month', 'year']) AS span) AS both_ways
    GROUP BY span, start, product_id HAVING (sum(units), sum(cents)) <> (0, 0)`,
};

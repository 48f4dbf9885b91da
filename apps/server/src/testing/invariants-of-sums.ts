import { sql } from 'kysely';

/** Computed without the domain, which writes it. */
export const invariantsOfSums = {
  'an item adds its share to the total of its sale, on the day of the sale': sql`
    WITH share AS (
      SELECT s.id, i.business_day <> s.business_day AS is_of_other_day, line, i.total_cents, i.net_cents,
        general_discount_cents AS discount,
        coalesce(div(i.total_cents * general_discount_cents::numeric, nullif(s.total_cents, 0)), 0)
          AS whole,
        coalesce(mod(i.total_cents * general_discount_cents::numeric, nullif(s.total_cents, 0)), 0)
          AS rest
      FROM sale_items i JOIN sales s ON s.id = i.sale_id
    ), nets AS (
      SELECT id, is_of_other_day, net_cents, total_cents - whole - CASE
          WHEN row_number() OVER (PARTITION BY id ORDER BY rest DESC, line)
            <= discount - sum(whole) OVER (PARTITION BY id) THEN 1 ELSE 0 END AS cents
      FROM share
    )
    SELECT id FROM nets WHERE net_cents <> cents OR is_of_other_day
    UNION
    SELECT s.id FROM sale_payments p JOIN sales s ON s.id = p.sale_id
    WHERE p.business_day <> s.business_day`,
};

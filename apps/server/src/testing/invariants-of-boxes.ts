import { sql } from 'kysely';

const IS_CASH = sql.raw("~ 'dinheiro|especie'");

/** Each query returns the ids of the cash boxes that violate an invariant. */
export const invariantsOfBoxes = {
  'a seller has at most one open box': sql`
    SELECT min(id) AS id FROM cash_boxes WHERE closed_at IS NULL GROUP BY seller_id HAVING count(*) > 1`,
  'what is in a box is of its seller and its day': sql`
    SELECT b.id FROM cash_boxes b JOIN (
      SELECT box_id, seller_id, business_day FROM sales
      UNION ALL SELECT box_id, made_by, business_day FROM corrections
      UNION ALL SELECT box_id, made_by,
        (created_at AT TIME ZONE 'America/Sao_Paulo')::date FROM cash_movements) AS entry
    ON entry.box_id = b.id AND (entry.seller_id <> b.seller_id OR entry.business_day <> b.day)`,
  'a box that is counted has a count, others none': sql`
    SELECT b.id FROM cash_boxes b LEFT JOIN box_counts c ON c.box_id = b.id AND c.line = 1
    WHERE (b.counted_at IS NULL) <> (c.box_id IS NULL)`,
  'what a counted box should hold is its float, sales, corrections and movements': sql`
    WITH lines AS (
      SELECT s.box_id, p.method_name, p.net_cents
      FROM sales s JOIN cash_boxes b ON b.id = s.box_id JOIN sale_payments p ON p.sale_id = s.id
      WHERE s.deleted_at IS NULL OR s.deleted_at > b.counted_at
      UNION ALL
      SELECT c.box_id, p.method_name, p.net_cents
      FROM corrections c JOIN correction_payments p ON p.correction_id = c.id
      UNION ALL
      SELECT box_id, 'Dinheiro', CASE kind WHEN 'supply' THEN amount_cents ELSE -amount_cents END
      FROM cash_movements
      UNION ALL SELECT id, 'Dinheiro', float_cents FROM cash_boxes)
    SELECT c.box_id AS id FROM box_counts c LEFT JOIN lines
      ON lines.box_id = c.box_id AND CASE WHEN c.line = 1 THEN fold_text(lines.method_name) ${IS_CASH}
        ELSE lines.method_name = c.method_name END
    GROUP BY c.box_id, c.line, c.expected_cents
    HAVING c.expected_cents <> coalesce(sum(lines.net_cents), 0)`,
  'a box that is closed has a closing, others none': sql`
    SELECT b.id FROM cash_boxes b LEFT JOIN closings c ON c.box_id = b.id
    WHERE (b.closed_at IS NULL) <> (c.id IS NULL)`,
  'whatever is in a closed box is in its closing': sql`
    SELECT b.id FROM cash_boxes b JOIN closings c ON c.box_id = b.id JOIN sales s ON s.box_id = b.id
    LEFT JOIN closing_sales l ON l.closing_id = c.id AND l.sale_id = s.id
    WHERE (l.sale_id IS NULL) <> coalesce(s.deleted_at < b.counted_at, false)
    UNION ALL
    SELECT r.box_id FROM corrections r JOIN closings c ON c.box_id = r.box_id
    LEFT JOIN closing_corrections l ON l.closing_id = c.id AND l.correction_id = r.id
    WHERE l.correction_id IS NULL`,
  'a box has one audit row of its opening, its count and each movement': sql`
    SELECT b.id FROM cash_boxes b LEFT JOIN audit_events a ON a.subject_id = b.id
      AND a.action IN ('box.opened', 'box.counted', 'box.supplied', 'box.withdrawn')
    GROUP BY b.id
    HAVING count(*) FILTER (WHERE a.action = 'box.opened') <> 1
      OR count(*) FILTER (WHERE a.action = 'box.counted') <> CASE WHEN b.counted_at IS NULL THEN 0 ELSE 1 END
      OR array_agg((a.after ->> 'movement')::integer ORDER BY (a.after ->> 'movement')::integer)
          FILTER (WHERE a.action IN ('box.supplied', 'box.withdrawn'))
        IS DISTINCT FROM (SELECT array_agg(id ORDER BY id) FROM cash_movements WHERE box_id = b.id)`,
};

import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** SQL: whether the month of a day has a closing that was not reopened. */
export const inClosedMonth = (day: string) => `EXISTS (
  SELECT FROM month_closings m WHERE m.month = date_trunc('month', (${day})::timestamp)::date
    AND NOT EXISTS (SELECT FROM month_reopenings WHERE closing_id = m.id))`;

/** Which rows of `entries`, `money_lines` or `piece_moves` a closing has counted, also of what was deleted since. */
export const isOfClosing = (id: number): RawBuilder<SqlBool> => sql<SqlBool>`(
  day = (SELECT day FROM closings WHERE id = ${id}) AND CASE WHEN correction_id IS NULL
    THEN sale_id IN (SELECT sale_id FROM closing_sales WHERE closing_id = ${id})
    ELSE correction_id IN (SELECT correction_id FROM closing_corrections WHERE closing_id = ${id}) END)`;

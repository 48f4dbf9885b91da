import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether the month of a day has a closing that was not reopened. */
export const inClosedMonth = (day: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`EXISTS (
  SELECT FROM month_closings m WHERE m.month = date_trunc('month', (${day})::timestamp)::date
    AND NOT EXISTS (SELECT FROM month_reopenings WHERE closing_id = m.id))`;

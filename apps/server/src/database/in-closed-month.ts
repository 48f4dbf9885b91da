/** SQL: whether the month of a day has a closing that was not reopened. */
export const inClosedMonth = (day: string) => `EXISTS (
  SELECT FROM month_closings m WHERE m.month = date_trunc('month', (${day})::timestamp)::date
    AND NOT EXISTS (SELECT FROM month_reopenings WHERE closing_id = m.id))`;

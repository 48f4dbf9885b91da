/**
 * SQL that gives recorded sales, with their items and payments, other moments, in no counted box: $1 are their ids, $2
 * the moments. No call sells in the past. Tests and the sample shop do it as the owner of the database.
 */
export const DATE_SALES = `
  WITH moments AS (SELECT * FROM unnest($1::integer[], $2::timestamptz[]) AS moment (id, at)),
  dated AS (
    UPDATE sales SET created_at = at, box_id = NULL FROM moments WHERE sales.id = moments.id
    RETURNING sales.id, business_day),
  items AS (
    UPDATE sale_items SET business_day = dated.business_day FROM dated WHERE sale_id = dated.id)
  UPDATE sale_payments SET business_day = dated.business_day FROM dated WHERE sale_id = dated.id`;

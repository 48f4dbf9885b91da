import { sql } from 'kysely';

/** Of lines of sale_payments: part of the change was taken from them, and they are not cash. By an index of its own. */
export const gaveChangeNotCash = sql`net_cents < amount_cents AND NOT is_cash(method_name)`;

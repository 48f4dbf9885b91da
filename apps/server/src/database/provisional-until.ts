import { PROVISIONAL_HOURS } from '@balcao/contract/accounts/provisional-password.ts';
import { type RawBuilder, sql } from 'kysely';

/** Returns when a provisional password stops working; null for a password that its user chose. */
export function provisionalUntil(mustChange: boolean): RawBuilder<Date> | null {
  return mustChange
    ? sql<Date>`now() + make_interval(hours => ${sql.lit(PROVISIONAL_HOURS)})`
    : null;
}

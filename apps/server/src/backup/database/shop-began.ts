import type { Db } from '../../database/connection.ts';

/** When the shop was begun: when its first user was made. */
export async function shopBegan(db: Db): Promise<Date> {
  const first = await db
    .selectFrom('users')
    .select((row) => row.fn.min('created_at').as('at'))
    .executeTakeFirst();
  return first?.at ?? new Date();
}

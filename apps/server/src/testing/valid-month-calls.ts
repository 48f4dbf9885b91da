import { randomUUID } from 'node:crypto';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addMonths } from '@balcao/domain/dates/periods.ts';
import { monthOf } from '@balcao/domain/month/month.ts';
import type { TestShop } from './app.ts';
import { anApproval, aSale, aUser, type BuiltUser, saleParts } from './builders.ts';

/** Requests that succeed for an administrator, for months: each in a month of its own. */
export function validMonthCalls(shop: TestShop) {
  const { db, pool } = shop.owner;
  let made = 0;
  const aMonth = async () => {
    const day = addMonths('2010-01-15' as BusinessDay, made++);
    const seller = await aUser(db);
    await aSale(pool, {
      ...{ seller, createdAt: new Date(`${day}T15:00:00Z`) },
      ...(await saleParts(db)),
    });
    return monthOf(day);
  };
  /** Without its figures, which take a second to write. */
  const aClosedMonth = async () => {
    const month = `${await aMonth()}-01`;
    const { rows } = await pool.query(
      `WITH closed AS (
        INSERT INTO month_closings (month, version, idempotency_key, request_hash, closed_at, closed_by,
          closed_by_name, total_cents, figures, fingerprint, deleted_sales, corrections, closed_boxes)
        SELECT $1, 1, gen_random_uuid(), sha256(''), now(), id, name, 0, '{"open":[]}',
          sha256('{"open":[]}'), '{}', '{}', '{}' FROM users LIMIT 1 RETURNING id)
      INSERT INTO month_files (closing_id, format, content, hash)
      SELECT id, format, '', sha256('') FROM closed, (VALUES ('pdf'), ('xlsx')) AS formats (format)
      RETURNING closing_id AS id`,
      [month],
    );
    return rows[0].id as number;
  };
  return {
    listMonths: () => ({}),
    readMonth: async () => ({ params: { month: await aMonth() } }),
    closeMonth: async () => ({
      params: { month: await aMonth() },
      headers: { 'idempotency-key': randomUUID() },
    }),
    reopenMonth: async (actor: BuiltUser) => {
      const subject = await aClosedMonth();
      const body = { reason: 'Faltou uma devolução' };
      const approval = await anApproval(db, actor, { action: 'reopening', subject, body });
      return { params: { id: String(subject) }, body: { ...body, approval } };
    },
    readMonthFile: async () => ({
      params: { id: String(await aClosedMonth()) },
      query: { format: 'xlsx' as const },
    }),
  };
}

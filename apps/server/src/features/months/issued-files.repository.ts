import type { Month } from '@balcao/domain/month/month.ts';
import type { Db } from '../../database/connection.ts';
import { rowsOf } from '../../database/rows.ts';

/** A closing of a month, or its reopening, as the audit has it. */
export type MonthEvent = {
  id: number;
  at: Date;
  by: string;
  closes: boolean;
  month: Month;
  version: number;
  total_final: number | null;
  fingerprint: string | null;
  pdf_sha256: string | null;
  xlsx_sha256: string | null;
};

/** All issued files, the oldest first. Read from the audit, because that is what the seals prove. */
export async function monthEvents(db: Db): Promise<MonthEvent[]> {
  return rowsOf<MonthEvent>(db)`
    SELECT id, at, actor_name AS by, action = 'month.closed' AS closes, after ->> 'month' AS month,
      (after ->> 'version')::integer AS version, (after ->> 'total_final')::float AS total_final,
      after ->> 'fingerprint' AS fingerprint, after ->> 'pdf_sha256' AS pdf_sha256,
      after ->> 'xlsx_sha256' AS xlsx_sha256
    FROM audit_events WHERE action IN ('month.closed', 'month.reopened') ORDER BY id`;
}

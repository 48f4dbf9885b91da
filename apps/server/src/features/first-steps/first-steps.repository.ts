import type { Db } from '../../database/connection.ts';
import { oneOf } from '../../database/rows.ts';

export type FirstStepsRow = {
  ended: boolean;
  sample: boolean;
  institution: boolean;
  products: boolean;
  sellers: boolean;
  pix: boolean;
  paper: boolean;
};

/** What there is. The paper has a value from the start, so its step is that somebody has saved it. */
export async function findFirstSteps(db: Db): Promise<FirstStepsRow> {
  return oneOf<FirstStepsRow>(db)`
    SELECT first_steps_ended AS ended, (SELECT sample FROM shop) AS sample,
      institution IS NOT NULL AS institution,
      EXISTS (SELECT FROM products WHERE deleted_at IS NULL AND active) AS products,
      EXISTS (SELECT FROM users WHERE deleted_at IS NULL AND active AND NOT admin) AS sellers,
      pix IS NOT NULL AS pix,
      EXISTS (
        SELECT FROM audit_events WHERE action = 'settings.edited' AND after ? 'paper') AS paper
    FROM settings`;
}

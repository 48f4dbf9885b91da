import { sql } from 'kysely';
import type { Db } from '../connection.ts';

export const APPLICATION_ROLE = 'balcao_app';

/**
 * The rights of the role that serves requests. It cannot change the schema, nor rewrite a sale, a correction,
 * a closing or the audit, nor delete a client or a student with a sale. Two functions of the owner (0018_people.ts) replace
 * the name and number of one person in sales, and erase reasons that may name them.
 */
const rights = [
  'GRANT USAGE ON SCHEMA public TO',
  'GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO',
  'GRANT UPDATE ON users, sessions, session_tokens, second_factors, sign_in_failures, products, payment_methods, material_lists, clients, students, met_people, parked_sales, settings TO',
  'GRANT UPDATE (deleted_at, deleted_by, deletion_reason) ON sales TO',
  'GRANT UPDATE (short_at, counted_at, counted_by, notes, closed_at, reason, approved_by, approved_by_name) ON cash_boxes TO',
  'GRANT UPDATE (accepted_at, accepted_by, note) ON kept_sales TO',
  'GRANT UPDATE (used_at) ON approvals TO',
  'GRANT UPDATE (sample) ON shop TO',
  'GRANT UPDATE (kind, time, txid, end_to_end, sale_id, correction_id, payment_line, how, apart, not_ours) ON bank_lines TO',
  'GRANT UPDATE (ended_at, ended_by, ended_by_name, outcome) ON stock_counts TO',
  'GRANT UPDATE (quantity) ON stock_minimums TO',
  'GRANT UPDATE (undone_at, undone_by, undone_by_name, undone) ON bulk_changes TO',
  'GRANT USAGE ON SEQUENCE bulk_changes_id_seq TO',
  'GRANT DELETE ON sessions, session_tokens, second_factors, recovery_codes, sign_in_failures, approvals, clients, students, client_students, met_people, bank_statements, bank_statement_lines, bank_lines, card_terms, stock_minimums TO',
  'GRANT EXECUTE ON FUNCTION anonymise_client, anonymise_student TO',
  'REVOKE INSERT ON kysely_migration, kysely_migration_lock, shop, settings FROM',
];

/** For the figures of Prometheus: names and sizes of files, no content. An ordinary owner may not grant it. */
const LIST_WAL = 'GRANT EXECUTE ON FUNCTION pg_catalog.pg_ls_waldir() TO';

/** Grants exactly those rights. Call it as the owner, after the migrations. */
export async function grantApplicationRole(owner: Db, role: string): Promise<void> {
  const name = sql.id(role);
  await sql`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${name}`.execute(owner);
  for (const right of rights) {
    await sql`${sql.raw(right)} ${name}`.execute(owner);
  }
  const { rows } = await sql<{ may: boolean }>`
    SELECT has_function_privilege('pg_ls_waldir()', 'EXECUTE WITH GRANT OPTION') AS may`.execute(
    owner,
  );
  if (rows[0]?.may) await sql`${sql.raw(LIST_WAL)} ${name}`.execute(owner);
}

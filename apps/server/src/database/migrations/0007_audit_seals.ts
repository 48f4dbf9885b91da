import { type Kysely, sql } from 'kysely';

/**
 * The links of the chain over the audit (docs/decisions/0011-audit-chain.md). No foreign key: a seal has
 * to outlive its row, so that the loss shows. `key_id` tells a chain of another key from a broken one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE audit_seals (
      position bigint PRIMARY KEY CHECK (position > 0),
      event_id bigint NOT NULL UNIQUE,
      mac bytea NOT NULL CHECK (length(mac) = 32),
      key_id text NOT NULL CHECK (key_id ~ '^[0-9a-f]{16}$')
    )
  `.execute(db);
  await sql`
    CREATE TRIGGER audit_seals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()
  `.execute(db);
  await sql`REVOKE UPDATE, DELETE, TRUNCATE ON audit_seals FROM CURRENT_USER`.execute(db);
}

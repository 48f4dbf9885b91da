import { type Kysely, sql } from 'kysely';

/** Who did what when. Rows are only ever added: even the owner of the table is told no. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE audit_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      actor_id integer REFERENCES users,
      actor_name text,
      action text NOT NULL CHECK (action <> ''),
      subject_id integer,
      before jsonb,
      after jsonb
    )
  `.execute(db);
  await sql`CREATE INDEX audit_events_at ON audit_events (at DESC)`.execute(db);
  await sql`CREATE INDEX audit_events_actor ON audit_events (actor_id, at DESC)`.execute(db);

  await sql`
    CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'audit rows are never changed' USING ERRCODE = 'insufficient_privilege';
    END $$
  `.execute(db);
  await sql`
    CREATE TRIGGER audit_rows_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()
  `.execute(db);
  await sql`REVOKE UPDATE, DELETE, TRUNCATE ON audit_events FROM CURRENT_USER`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Every change with its author and time. Rows are only added; even the tables' owner cannot change them. The
 * seals are the links of the chain over the events (docs/decisions/0011-audit-chain.md). They have no foreign
 * key: a seal must outlive its event to show the loss. key_id tells another key's chain from a broken one.
 */
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
    );
    CREATE INDEX audit_events_order ON audit_events (at DESC, id DESC);
    CREATE INDEX audit_events_actor ON audit_events (actor_id, at DESC);
    -- Nearly all events are sales. With this index the other kinds are found without reading those.
    CREATE INDEX audit_events_kind ON audit_events (action, at DESC, id DESC)
    WHERE action <> 'sale.created';

    CREATE TABLE audit_seals (
      position bigint PRIMARY KEY CHECK (position > 0),
      event_id bigint NOT NULL UNIQUE,
      mac bytea NOT NULL CHECK (length(mac) = 32),
      key_id text NOT NULL CHECK (key_id ~ '^[0-9a-f]{16}$')
    );

    CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'audit rows are never changed' USING ERRCODE = 'insufficient_privilege';
    END $$;
    CREATE TRIGGER audit_rows_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
    CREATE TRIGGER audit_seals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
    REVOKE UPDATE, DELETE, TRUNCATE ON audit_events, audit_seals FROM CURRENT_USER;
  `.execute(db);
}

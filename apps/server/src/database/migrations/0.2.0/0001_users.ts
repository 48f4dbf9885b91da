import { type Kysely, sql } from 'kysely';

/**
 * Users and their sessions. `fold_text` removes case and accents for search and uniqueness; it is IMMUTABLE
 * so that generated columns and indexes may use it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION fold_text(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN btrim(regexp_replace(
      lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g') COLLATE pg_catalog."und-x-icu"),
      '[[:space:]]+', ' ', 'g'));

    CREATE TABLE users (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      login text NOT NULL CHECK (login <> ''),
      login_key text NOT NULL GENERATED ALWAYS AS (lower(login COLLATE pg_catalog."und-x-icu")) STORED,
      search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name || ' ' || login)) STORED,
      password_hash text NOT NULL,
      must_change_password boolean NOT NULL DEFAULT false,
      provisional_until timestamptz,
      admin boolean NOT NULL,
      active boolean NOT NULL,
      image text,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      deleted_by integer REFERENCES users,
      CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
      CHECK ((provisional_until IS NOT NULL) = must_change_password)
    );
    CREATE UNIQUE INDEX users_login ON users (login_key) WHERE deleted_at IS NULL;

    CREATE TABLE sessions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id integer NOT NULL REFERENCES users,
      address text NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      ended_at timestamptz,
      end_reason text,
      CHECK ((ended_at IS NULL) = (end_reason IS NULL))
    );
    CREATE INDEX sessions_open ON sessions (user_id) WHERE ended_at IS NULL;
    -- Each sign-in checks whether the user has signed in from that address before.
    CREATE INDEX sessions_address ON sessions (user_id, address, started_at);

    CREATE TABLE session_tokens (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
      expires_at timestamptz NOT NULL,
      used_at timestamptz,
      used_attempt_hash bytea
    );
    CREATE INDEX session_tokens_session ON session_tokens (session_id);

    -- strangers_at is the hash of the account, if the address has never signed in to it. The number of such
    -- addresses decides whether they wait separately.
    CREATE TABLE sign_in_failures (
      subject text PRIMARY KEY,
      strangers_at text,
      failures integer NOT NULL CHECK (failures > 0),
      last_at timestamptz NOT NULL,
      blocked_until timestamptz
    );
    CREATE INDEX sign_in_strangers ON sign_in_failures (strangers_at) WHERE strangers_at IS NOT NULL;
  `.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** What an administrator sets for the whole shop, approvals at a counter, and what guards a sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE settings (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      cash_box text NOT NULL DEFAULT 'simple' CHECK (cash_box IN ('simple', 'counted')),
      -- Whether the methods that are not cash are counted too.
      count_every_method boolean NOT NULL DEFAULT false,
      -- A larger withdrawal, or a larger difference, asks for an approval.
      withdrawal_limit_cents integer NOT NULL DEFAULT 20000
        CHECK (withdrawal_limit_cents BETWEEN 0 AND 999999999),
      difference_limit_cents integer NOT NULL DEFAULT 500
        CHECK (difference_limit_cents BETWEEN 0 AND 999999999),
      -- The institution as GET /api/institution/ shows it, with the hashes of the logos for their addresses.
      institution jsonb CHECK (jsonb_typeof(institution) = 'object'),
      -- Who receives Pix.
      pix jsonb CHECK (jsonb_typeof(pix) = 'object'),
      -- Of devices that have chosen none.
      paper text NOT NULL DEFAULT 'a4' CHECK (paper IN ('a4', '80', '58', 'ask')),
      -- Minutes without a key, a pointer or a scan until a screen is covered; 0 for never.
      idle_lock_minutes integer NOT NULL DEFAULT 0 CHECK (idle_lock_minutes BETWEEN 0 AND 480),
      require_second_factor boolean NOT NULL DEFAULT false,
      first_steps_ended boolean NOT NULL DEFAULT false,
      -- How a matrícula looks on a student's card: {"digits": n, "prefix": "2026"}; null while no card is read.
      student_card jsonb CHECK (jsonb_typeof(student_card) = 'object'),
      -- Days on which the banks of the shop's city are closed, and those of the country are not.
      local_holidays text[] NOT NULL DEFAULT '{}'
        CHECK (array_to_string(local_holidays, ' ', '?') ~ '^(((2[0-9]{3}-)?[0-9]{2}-[0-9]{2})( |$))*$')
    );
    -- A shop that sells already knows its way.
    INSERT INTO settings (first_steps_ended) SELECT EXISTS (SELECT FROM sales);

    -- A logo is named by its hash, so its address never shows another picture, and one that was replaced
    -- stays as what the audit speaks of.
    CREATE TABLE logos (
      hash text PRIMARY KEY CHECK (hash = encode(sha256(content), 'hex')),
      type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
      content bytea NOT NULL CHECK (length(content) BETWEEN 1 AND 4194304)
    );

    -- An administrator's consent to one action of a seller, given at the seller's counter and used once.
    CREATE TABLE approvals (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      approved_by integer NOT NULL REFERENCES users,
      -- Of the action, who asks for it, its sale or cash box, and its body.
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );

    -- A second factor counts from the moment that a code has confirmed it.
    CREATE TABLE second_factors (
      user_id integer PRIMARY KEY REFERENCES users,
      secret bytea NOT NULL,
      begun_at timestamptz NOT NULL DEFAULT now(),
      confirmed_at timestamptz,
      last_step integer NOT NULL DEFAULT 0
    );

    -- The SHA-256 of the codes: each is random, with 80 bits. A used one is deleted.
    CREATE TABLE recovery_codes (
      user_id integer NOT NULL REFERENCES second_factors ON DELETE CASCADE,
      code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
      PRIMARY KEY (user_id, code_hash)
    );

    -- Where a session was begun, in words, and when it was last renewed: what its user is shown of it.
    ALTER TABLE sessions
      ADD COLUMN device text NOT NULL DEFAULT '',
      ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
    UPDATE sessions SET seen_at = started_at;
  `.execute(db);
}

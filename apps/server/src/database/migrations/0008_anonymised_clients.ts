import { type Kysely, sql } from 'kysely';

/**
 * A client may be anonymised: the marker in place of the CPF is made of the row's own id, so that it is
 * unique, says nothing, and leaves the CPF free for a new client. Sales, where papers look, just say
 * `anonimizado`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE clients
      ADD COLUMN anonymised_at timestamptz,
      DROP CONSTRAINT clients_cpf_check,
      ADD CONSTRAINT clients_cpf_check CHECK (
        CASE WHEN anonymised_at IS NULL THEN cpf ~ '^[0-9]{11}$' ELSE cpf = 'anonimo-' || id END)
  `.execute(db);

  // A sale is written with what was read of its client a moment before. Where the client was anonymised
  // in between, that would put name and CPF back; the lock makes one of the two wait for the other.
  await sql`
    CREATE FUNCTION keep_client_anonymised() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      client clients%ROWTYPE;
    BEGIN
      SELECT * INTO client FROM clients WHERE id = NEW.client_id FOR KEY SHARE;
      IF client.anonymised_at IS NOT NULL THEN
        NEW.client_name := client.name;
        NEW.client_cpf := 'anonimizado';
      END IF;
      RETURN NEW;
    END $$
  `.execute(db);
  await sql`
    CREATE TRIGGER client_stays_anonymised BEFORE INSERT ON sales
    FOR EACH ROW EXECUTE FUNCTION keep_client_anonymised()
  `.execute(db);
}

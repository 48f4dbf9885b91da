import { type Kysely, sql } from 'kysely';

/**
 * Orders that wait until their seller takes them up or drops them. A row that has ended keeps its key and
 * its items, so that a late retry does not park the order again, and loses its names and numbers. Any seller may take
 * up an order for anyone; the sale then names who has parked it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE parked_sales (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      seller_id integer NOT NULL REFERENCES users,
      order_key uuid NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      client_cpf text NOT NULL,
      client_name text NOT NULL,
      student_registration text NOT NULL,
      student_name text NOT NULL,
      -- [{"product": id, "quantity": n, "price_cents": of the time of parking}]
      items jsonb NOT NULL CHECK (jsonb_typeof(items) = 'array'),
      claim uuid,
      ended_at timestamptz,
      erased boolean NOT NULL DEFAULT false,
      -- What was chosen and typed of the payment: [{"method": name, "amount_cents": n or null}]
      payments jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(payments) = 'array'),
      material_lists text[] NOT NULL DEFAULT '{}',
      for_anyone boolean NOT NULL DEFAULT false,
      taken_by integer REFERENCES users,
      -- The seller knows the client by an offer: the CPF is kept, and shown to nobody.
      client_offered boolean NOT NULL DEFAULT false,
      UNIQUE (seller_id, order_key),
      CHECK (claim IS NULL OR ended_at IS NOT NULL),
      CHECK (NOT erased OR ended_at IS NOT NULL
        AND client_cpf || client_name || student_registration || student_name = '')
    );
    CREATE INDEX parked_sales_unerased ON parked_sales (seller_id, parked_at) WHERE NOT erased;
    -- For everybody else; a seller's own are found by the other index.
    CREATE INDEX parked_sales_for_anyone ON parked_sales (parked_at) WHERE for_anyone AND ended_at IS NULL;

    ALTER TABLE sales ADD COLUMN parked_by_name text;
  `.execute(db);
}

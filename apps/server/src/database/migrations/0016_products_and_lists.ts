import { type Kysely, sql } from 'kysely';

/**
 * Whose income a product is: the college's, the school's, or (null) that of both. A pinned product comes first on the
 * counter's grid.
 *
 * Lists of material that a school asks of its families. A list is no product: it puts ordinary items into an order.
 * Products are in it by their ids, each beside its quantity; a sale and a parked order remember lists by name.
 *
 * At the counter a code is of a product or of a list, never of both. No index spans two tables, so a trigger on each
 * looks into the other, one change of codes after the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE products
      ADD COLUMN pinned boolean NOT NULL DEFAULT false,
      ADD COLUMN income text CHECK (income IN ('college', 'school'));

    CREATE TABLE material_lists (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      code text NOT NULL CHECK (code <> ''),
      name text NOT NULL CHECK (name <> ''),
      -- Both days included; null is no limit.
      valid_from date,
      valid_to date,
      active boolean NOT NULL,
      product_ids integer[] NOT NULL,
      quantities integer[] NOT NULL CHECK (0 < ALL (quantities)),
      search_text text NOT NULL GENERATED ALWAYS AS (fold_text(code || ' ' || name)) STORED,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      deleted_by integer REFERENCES users,
      CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
      CHECK (valid_to >= valid_from),
      CHECK (cardinality(product_ids) = cardinality(quantities))
    );
    CREATE UNIQUE INDEX material_lists_code ON material_lists (lower(code COLLATE pg_catalog."und-x-icu"))
    WHERE deleted_at IS NULL;

    CREATE FUNCTION refuse_code_of_other() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      taken boolean;
    BEGIN
      IF NEW.deleted_at IS NOT NULL OR TG_OP = 'UPDATE' AND NEW.code = OLD.code AND OLD.deleted_at IS NULL THEN
        RETURN NULL;
      END IF;
      PERFORM pg_advisory_xact_lock(31);
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE deleted_at IS NULL
        AND lower(code COLLATE pg_catalog."und-x-icu") = lower($1 COLLATE pg_catalog."und-x-icu"))', TG_ARGV[0])
      INTO taken USING NEW.code;
      IF taken THEN
        RAISE EXCEPTION 'the code % is in %', NEW.code, TG_ARGV[0]
          USING ERRCODE = 'check_violation', CONSTRAINT = 'code_of_other';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER refuse_code_of_other AFTER INSERT OR UPDATE OF code, deleted_at ON products
    FOR EACH ROW EXECUTE FUNCTION refuse_code_of_other('material_lists');
    CREATE TRIGGER refuse_code_of_other AFTER INSERT OR UPDATE OF code, deleted_at ON material_lists
    FOR EACH ROW EXECUTE FUNCTION refuse_code_of_other('products');

    ALTER TABLE sales ADD COLUMN material_lists text[];
  `.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * The reason of a deletion may name people, as that of a correction and of a box's difference may. So it stands with
 * its sale, where anonymising a person erases it, and no longer in the audit, which nobody changes. Reasons of before
 * are copied; what the audit has said of them is sealed and stays there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sales ADD COLUMN deletion_reason text,
      ADD CHECK (deletion_reason IS NULL OR deletion_reason <> '' AND deleted_at IS NOT NULL);

    UPDATE sales s SET deletion_reason = CASE
        WHEN EXISTS (SELECT FROM clients WHERE id = s.client_id AND anonymised_at IS NOT NULL)
          OR EXISTS (SELECT FROM students WHERE id = s.student_id AND anonymised_at IS NOT NULL)
          THEN 'Motivo apagado'
        ELSE e.after ->> 'reason' END
    FROM audit_events e
    WHERE e.subject_id = s.id AND e.action = 'sale.deleted' AND s.deleted_at IS NOT NULL
      AND e.after ->> 'reason' <> '';

    -- What was counted and settled stays, but for its reason, which can be erased.
    DROP TRIGGER count_stays ON cash_boxes;
    CREATE TRIGGER count_stays BEFORE UPDATE ON cash_boxes FOR EACH ROW
      WHEN (OLD.closed_at IS NOT NULL
          AND ((NEW.seller_id, NEW.seller_name, NEW.opened_at, NEW.float_cents, NEW.short_at, NEW.closed_at,
              NEW.approved_by, NEW.approved_by_name)
            IS DISTINCT FROM (OLD.seller_id, OLD.seller_name, OLD.opened_at, OLD.float_cents, OLD.short_at,
              OLD.closed_at, OLD.approved_by, OLD.approved_by_name)
            OR OLD.reason IS NULL OR NEW.reason IS DISTINCT FROM 'Motivo apagado')
        OR OLD.counted_at IS NOT NULL
          AND (NEW.counted_at, NEW.counted_by, NEW.notes)
            IS DISTINCT FROM (OLD.counted_at, OLD.counted_by, OLD.notes))
      EXECUTE FUNCTION refuse_other_count();

    -- Of what was deleted and put right of these sales, and of the boxes in which that was.
    CREATE FUNCTION erase_reasons(of_sales integer[]) RETURNS void LANGUAGE sql AS $$
      UPDATE sales SET deletion_reason = 'Motivo apagado'
      WHERE id = ANY (of_sales) AND deletion_reason IS NOT NULL;
      UPDATE corrections SET reason = 'Motivo apagado' WHERE sale_id = ANY (of_sales);
      UPDATE cash_boxes SET reason = 'Motivo apagado'
      WHERE reason IS NOT NULL AND id IN (
        SELECT box_id FROM sales WHERE id = ANY (of_sales)
        UNION SELECT box_id FROM corrections WHERE sale_id = ANY (of_sales));
    $$;
    REVOKE EXECUTE ON FUNCTION erase_reasons FROM PUBLIC;

    CREATE OR REPLACE FUNCTION anonymise_client(person integer) RETURNS text
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      pseudonym text := 'Cliente anonimizado ' || person;
      records integer[] := ARRAY(SELECT id FROM clients WHERE id = person OR merged_into = person);
    BEGIN
      UPDATE parked_sales SET client_cpf = '', client_name = ''
      WHERE client_cpf = (SELECT cpf FROM clients WHERE id = person);
      DELETE FROM client_students WHERE client_id = person;
      UPDATE clients SET name = pseudonym, cpf = 'anonimo-' || id, anonymised_at = now()
      WHERE id = ANY (records);
      UPDATE sales SET client_name = pseudonym, client_cpf = 'anonimizado'
      WHERE client_id = ANY (records);
      PERFORM erase_reasons(ARRAY(SELECT id FROM sales WHERE client_id = ANY (records)));
      UPDATE name_corrections SET old_name = pseudonym, new_name = pseudonym
      WHERE client_id = ANY (records);
      RETURN pseudonym;
    END $$;

    CREATE OR REPLACE FUNCTION anonymise_student(person integer) RETURNS text
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      pseudonym text := 'Aluno anonimizado ' || person;
      records integer[] := ARRAY(SELECT id FROM students WHERE id = person OR merged_into = person);
    BEGIN
      UPDATE parked_sales SET student_registration = '', student_name = ''
      WHERE student_registration = (SELECT registration FROM students WHERE id = person);
      DELETE FROM client_students WHERE student_id = person;
      UPDATE students SET name = pseudonym, registration = 'anonimo-' || id, anonymised_at = now()
      WHERE id = ANY (records);
      UPDATE sales SET student_name = pseudonym, student_registration = 'anonimizado'
      WHERE student_id = ANY (records);
      PERFORM erase_reasons(ARRAY(SELECT id FROM sales WHERE student_id = ANY (records)));
      UPDATE name_corrections SET old_name = pseudonym, new_name = pseudonym
      WHERE student_id = ANY (records);
      RETURN pseudonym;
    END $$;
  `.execute(db);
}

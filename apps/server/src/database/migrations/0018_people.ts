import { type Kysely, sql } from 'kysely';

/**
 * Clients and students that an administrator lists, links, merges and anonymises. A merged record keeps its
 * sales, whose rows never change; they count as those of the record that it was merged into, which is never
 * a merged one itself. Its number is free for somebody else. The list shows the class (Turma) of the record that stays;
 * it is '' if the roll has none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addKeyOfName(db);
  await sql`
    ALTER TABLE clients DROP CONSTRAINT clients_cpf_key,
      ADD COLUMN merged_into integer REFERENCES clients CHECK (merged_into <> id),
      ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name)) STORED,
      ADD COLUMN name_key bigint GENERATED ALWAYS AS (key_of_name(name)) STORED;
    CREATE UNIQUE INDEX clients_cpf ON clients (cpf) WHERE merged_into IS NULL;
    -- Sales are also found by the number of a merged record.
    CREATE INDEX clients_numbers ON clients (cpf);
    CREATE INDEX clients_merged ON clients (merged_into) WHERE merged_into IS NOT NULL;
    CREATE INDEX clients_by_name ON clients (name COLLATE pg_catalog."pt-BR-x-icu", id)
    WHERE merged_into IS NULL;

    ALTER TABLE students DROP CONSTRAINT students_registration_key,
      DROP CONSTRAINT students_registration_check,
      ADD COLUMN anonymised_at timestamptz,
      ADD CONSTRAINT students_registration_check CHECK (
        CASE WHEN anonymised_at IS NULL THEN registration ~ '^[0-9]{1,15}$'
        ELSE registration = 'anonimo-' || id END),
      ADD COLUMN merged_into integer REFERENCES students CHECK (merged_into <> id),
      ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name)) STORED,
      ADD COLUMN class text NOT NULL DEFAULT '' CHECK (length(class) <= 40),
      ADD CHECK (class = '' OR anonymised_at IS NULL),
      ADD COLUMN name_key bigint GENERATED ALWAYS AS (key_of_name(name)) STORED;
    CREATE UNIQUE INDEX students_registration ON students (registration) WHERE merged_into IS NULL;
    CREATE INDEX students_numbers ON students (registration);
    CREATE INDEX students_merged ON students (merged_into) WHERE merged_into IS NOT NULL;
    CREATE INDEX students_class ON students (class) WHERE class <> '';
    CREATE INDEX students_by_name ON students (name COLLATE pg_catalog."pt-BR-x-icu", id)
    WHERE merged_into IS NULL;

    CREATE TABLE client_students (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      client_id integer NOT NULL REFERENCES clients,
      student_id integer NOT NULL REFERENCES students,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (client_id, student_id)
    );
    CREATE INDEX client_students_student ON client_students (student_id);
    -- Sales whose client does not buy for their student: they were made for the wrong one. A later sale to the two
    -- links them again, and a merged record takes its sales along.
    CREATE TABLE unlinked_sales (sale_id integer PRIMARY KEY REFERENCES sales);
  `.execute(db);
  await addNames(db);
  await sql`
    -- Whom a seller has met lately, so that nobody reads through the people by counting ids or matrículas up.
    -- Rows are of use until their time, and then swept.
    CREATE TABLE met_people (
      seller_id integer NOT NULL REFERENCES users,
      -- 'sale': another seller's sale that was opened; 'wrong_cpf': one that was asked for with a wrong CPF;
      -- 'unknown_cpf': nobody with a CPF that was looked for.
      kind text NOT NULL CHECK (kind IN ('client', 'student', 'sale', 'wrong_cpf', 'unknown_cpf')),
      -- Of the client, the student or the sale; of an unknown CPF a hash, which does not tell it.
      subject_id integer NOT NULL,
      -- What it counts: nothing for who was found by CPF or created by the seller.
      times integer NOT NULL CHECK (times >= 0),
      until timestamptz NOT NULL,
      PRIMARY KEY (seller_id, kind, subject_id)
    );

    -- The statement that writes a sale locks its client and its student, and sees that they are current.
    DROP TRIGGER client_is_not_anonymised ON sales;
    DROP FUNCTION refuse_anonymised_client;
  `.execute(db);
  await addAnonymisation(db);
}

/**
 * One integer for all names that are alike, stored, because the search for people who may be registered twice
 * compares everybody's. The words count in any order and spelling: Philippe and Felipe, Thiago and
 * Tiago, Victor and Vitor, Manoel and Manuel, Souza and Sousa, Yara and Iara, Karla and Carla sound alike. Two
 * other names hardly ever share one.
 */
async function addKeyOfName(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION key_of_name(name text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
    RETURN (
      SELECT bit_xor(hashtextextended(word, 0)) FROM string_to_table(
        translate(
          regexp_replace(
            replace(replace(replace(fold_text(name), 'ph', 'f'), 'ct', 't'), 'oe', 'ue'),
            '([lnprst])\\1', '\\1', 'g'),
          'zykwh', 'sicv'),
        ' ') AS word
      WHERE word NOT IN ('de', 'da', 'do', 'das', 'dos', 'e'));
  `.execute(db);
}

/**
 * Corrected names of clients and students. They are not in the audit, whose rows can never be changed:
 * an anonymised client's name has to go. The audit shows them beside the event with this id; there is no
 * foreign key, because the check of one would need the right to update the audit.
 *
 * `search_text` has the names alone: a number is compared with the CPF and the matrícula themselves.
 */
async function addNames(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE name_corrections (
      audit_event_id bigint PRIMARY KEY,
      client_id integer REFERENCES clients,
      student_id integer REFERENCES students,
      old_name text NOT NULL,
      new_name text NOT NULL,
      search_text text NOT NULL GENERATED ALWAYS AS (fold_text(old_name)) STORED,
      CHECK (num_nonnulls(client_id, student_id) = 1)
    );
    CREATE INDEX name_corrections_client ON name_corrections (client_id);
    CREATE INDEX name_corrections_student ON name_corrections (student_id);
  `.execute(db);
}

/**
 * With the rights of the tables' owner: the role that serves requests may not change a sale, except in this
 * one way. Copies of the number lose all digits, because screens and papers show only the digits of a CPF. Reasons
 * may name people, so that of a deletion stands with its sale and not in the audit, which nobody changes. Other roles
 * on this server may not call these functions; application-role.ts lets that one role.
 */
async function addAnonymisation(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sales ADD COLUMN deletion_reason text,
      ADD CHECK (deletion_reason IS NULL OR deletion_reason <> '' AND deleted_at IS NOT NULL);

    -- What is the same for both kinds: links, corrected names, and the reasons for what was deleted or put right of
    -- their sales and for the boxes of those. kept_sales comes with 0025; nothing is called before.
    CREATE FUNCTION forget_people(of_clients integer[], of_students integer[], pseudonym text) RETURNS void
      LANGUAGE plpgsql AS $$
    DECLARE
      of_sales integer[] := ARRAY(
        SELECT id FROM sales WHERE client_id = ANY (of_clients) OR student_id = ANY (of_students));
    BEGIN
      DELETE FROM client_students WHERE client_id = ANY (of_clients) OR student_id = ANY (of_students);
      UPDATE name_corrections SET old_name = pseudonym, new_name = pseudonym
      WHERE client_id = ANY (of_clients) OR student_id = ANY (of_students);
      UPDATE sales SET deletion_reason = 'Motivo apagado'
      WHERE id = ANY (of_sales) AND deletion_reason IS NOT NULL;
      UPDATE corrections SET reason = 'Motivo apagado' WHERE sale_id = ANY (of_sales);
      UPDATE kept_sales SET note = 'Motivo apagado' WHERE sale_id = ANY (of_sales) AND note <> '';
      UPDATE cash_boxes SET reason = 'Motivo apagado'
      WHERE reason IS NOT NULL AND id IN (
        SELECT box_id FROM sales WHERE id = ANY (of_sales)
        UNION SELECT box_id FROM corrections WHERE sale_id = ANY (of_sales));
    END $$;

    CREATE FUNCTION anonymise_client(person integer) RETURNS text
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      pseudonym text := 'Cliente anonimizado ' || person;
      records integer[] := ARRAY(SELECT id FROM clients WHERE id = person OR merged_into = person);
    BEGIN
      UPDATE parked_sales SET client_cpf = '', client_name = ''
      WHERE client_cpf = (SELECT cpf FROM clients WHERE id = person);
      UPDATE clients SET name = pseudonym, cpf = 'anonimo-' || id, anonymised_at = now()
      WHERE id = ANY (records);
      UPDATE sales SET client_name = pseudonym, client_cpf = 'anonimizado' WHERE client_id = ANY (records);
      PERFORM forget_people(records, NULL, pseudonym);
      RETURN pseudonym;
    END $$;

    CREATE FUNCTION anonymise_student(person integer) RETURNS text
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      pseudonym text := 'Aluno anonimizado ' || person;
      records integer[] := ARRAY(SELECT id FROM students WHERE id = person OR merged_into = person);
    BEGIN
      UPDATE parked_sales SET student_registration = '', student_name = ''
      WHERE student_registration = (SELECT registration FROM students WHERE id = person);
      UPDATE students SET name = pseudonym, registration = 'anonimo-' || id, class = '', anonymised_at = now()
      WHERE id = ANY (records);
      UPDATE sales SET student_name = pseudonym, student_registration = 'anonimizado'
      WHERE student_id = ANY (records);
      PERFORM forget_people(NULL, records, pseudonym);
      RETURN pseudonym;
    END $$;

    REVOKE ALL ON FUNCTION forget_people, anonymise_client, anonymise_student FROM PUBLIC;
  `.execute(db);
}

-- Written from the migrations by: npm run unit -- schema.test -u

CREATE OR REPLACE FUNCTION anonymise_client(person integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
    END $function$;

CREATE OR REPLACE FUNCTION anonymise_student(person integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
    END $function$;

CREATE OR REPLACE FUNCTION fold_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(lower((regexp_replace(NORMALIZE(value, NFD), '[̀-ͯ]'::text, ''::text, 'g'::text) COLLATE "und-x-icu")), '[[:space:]]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION forget_people(of_clients integer[], of_students integer[], pseudonym text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
    END $function$;

CREATE OR REPLACE FUNCTION is_cash(method text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (fold_text(method) ~ 'dinheiro|especie'::text);

CREATE OR REPLACE FUNCTION key_of_name(name text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT bit_xor(hashtextextended(word.word, (0)::bigint)) AS bit_xor FROM string_to_table(translate(regexp_replace(replace(replace(replace(fold_text(key_of_name.name), 'ph'::text, 'f'::text), 'ct'::text, 't'::text), 'oe'::text, 'ue'::text), '([lnprst])\1'::text, '\1'::text, 'g'::text), 'zykwh'::text, 'sicv'::text), ' '::text) word(word) WHERE (word.word <> ALL (ARRAY['de'::text, 'da'::text, 'do'::text, 'das'::text, 'dos'::text, 'e'::text])));

CREATE OR REPLACE FUNCTION on_hand_at(products integer[], moments timestamp with time zone[])
 RETURNS TABLE(product_id integer, moment timestamp with time zone, on_hand bigint)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
    DECLARE
      found integer[];
      until timestamptz[];
      base bigint[];
      since timestamptz[];
      -- The span of all these times, and of the sales in it.
      first timestamptz;
      last timestamptz;
      first_sale integer;
      last_sale integer;
      -- Null: so many that reading all is faster.
      few integer[];
    BEGIN
      SELECT array_agg(asked.product), array_agg(asked.moment), array_agg(coalesce(c.quantity, 0)),
        array_agg(coalesce(c.counted_at, f.before)), min(coalesce(c.counted_at, f.before)), max(asked.moment)
      INTO found, until, base, since, first, last
      FROM unnest(products, moments) AS asked (product, moment)
        LEFT JOIN LATERAL (
          SELECT r.quantity, r.counted_at FROM stock_count_results r
          WHERE r.product_id = asked.product AND r.counted_at <= asked.moment
          ORDER BY r.counted_at DESC, r.count_id DESC LIMIT 1) AS c ON true
        LEFT JOIN LATERAL (
          SELECT l.created_at - interval '1 microsecond' AS before FROM stock_movement_lines l
          WHERE c.counted_at IS NULL AND l.product_id = asked.product AND l.created_at <= asked.moment
          ORDER BY l.created_at LIMIT 1) AS f ON true
      WHERE c.counted_at IS NOT NULL OR f.before IS NOT NULL;
      SELECT CASE WHEN count(*) <= 100 THEN array_agg(product) END INTO few
      FROM (SELECT DISTINCT unnest(found) AS product) AS each;
      IF few IS NULL THEN
        SELECT min(id), max(id) INTO first_sale, last_sale FROM (
          SELECT id FROM sales
          WHERE deleted_at IS NULL AND created_at > first AND created_at <= last OFFSET 0) AS sold;
      END IF;
      RETURN QUERY
      WITH moves AS NOT MATERIALIZED (
        SELECT l.product_id AS product, l.created_at AS at, NULL::timestamptz AS deleted_at, l.quantity AS units
        FROM stock_movement_lines l
        WHERE l.created_at > first AND l.created_at <= last AND (few IS NULL OR l.product_id = ANY (few))
        UNION ALL
        SELECT i.product_id, s.created_at, NULL, -i.quantity
        FROM sales s JOIN sale_items i ON i.sale_id = s.id
        WHERE s.deleted_at IS NULL AND s.created_at > first AND s.created_at <= last
          AND (i.product_id = ANY (few) OR few IS NULL AND i.sale_id BETWEEN first_sale AND last_sale)
        UNION ALL
        SELECT i.product_id, s.created_at, s.deleted_at, -i.quantity
        FROM sales s JOIN sale_items i ON i.sale_id = s.id
        WHERE s.deleted_at IS NOT NULL AND s.created_at > first AND s.created_at <= last
          AND (few IS NULL OR i.product_id = ANY (few))
        UNION ALL
        SELECT i.product_id, c.created_at, NULL, r.quantity
        FROM corrections c JOIN correction_items r ON r.correction_id = c.id
          JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
        WHERE NOT r.damaged AND c.created_at > first AND c.created_at <= last
          AND (few IS NULL OR i.product_id = ANY (few)))
      SELECT held.product, held.moment, (held.base + coalesce(sum(moves.units), 0))::bigint
      FROM unnest(found, until, base, since) WITH ORDINALITY AS held (product, moment, base, since, place)
        LEFT JOIN moves ON moves.product = held.product AND moves.at > held.since AND moves.at <= held.moment
          AND (moves.deleted_at IS NULL OR moves.deleted_at > held.moment)
      GROUP BY held.place, held.product, held.moment, held.base;
    END $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'audit rows are never changed' USING ERRCODE = 'insufficient_privilege';
    END $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_ended_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'count % has ended', OLD.id USING ERRCODE = 'check_violation';
    END $function$;

CREATE OR REPLACE FUNCTION refuse_code_of_other()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$;

CREATE OR REPLACE FUNCTION refuse_correction_that_does_not_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      item_count bigint; worth bigint; net bigint; lines bigint;
    BEGIN
      SELECT count(*), coalesce(sum(worth_cents), 0) INTO item_count, worth
        FROM correction_items WHERE correction_id = NEW.id;
      SELECT count(*), coalesce(sum(net_cents), 0) INTO lines, net
        FROM correction_payments WHERE correction_id = NEW.id;
      IF worth <> NEW.total_cents OR net <> -NEW.total_cents
        OR (item_count = 0) <> (NEW.kind = 'payments') OR NEW.kind = 'payments' AND lines = 0 THEN
        RAISE EXCEPTION 'correction % does not add up', NEW.id USING ERRCODE = 'check_violation';
      END IF;
      IF EXISTS (
        SELECT FROM correction_items c JOIN sale_items s ON s.sale_id = c.sale_id AND s.line = c.sale_line
        WHERE c.correction_id = NEW.id AND (c.sale_id <> NEW.sale_id
          OR c.returned_before + c.quantity > s.quantity
          OR c.returned_before + c.quantity <> (
            SELECT sum(quantity) FROM correction_items every
            WHERE every.sale_id = c.sale_id AND every.sale_line = c.sale_line))
      ) THEN
        RAISE EXCEPTION 'correction % returns more than was sold', NEW.id
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION refuse_deletion_of_corrected_sale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM corrections WHERE sale_id = NEW.id)
        OR EXISTS (SELECT FROM corrections WHERE exchange_sale_id = NEW.id) THEN
        RAISE EXCEPTION 'sale % has corrections', NEW.id
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $function$;

CREATE OR REPLACE FUNCTION refuse_late_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      late boolean;
    BEGIN
      EXECUTE format(
        'SELECT EXISTS (SELECT FROM added WHERE (SELECT %s FROM %I WHERE id = added.%I) IS NOT TRUE)',
        coalesce(TG_ARGV[2], 'xmin = pg_current_xact_id()::xid'), TG_ARGV[0], TG_ARGV[1]) INTO late;
      IF late THEN
        RAISE EXCEPTION 'a row of % gets no more lines', TG_ARGV[0] USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION refuse_late_sale_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM added
        WHERE (SELECT xmin FROM sales WHERE id = sale_id) <> pg_current_xact_id()::xid
      ) THEN
        RAISE EXCEPTION 'a recorded sale gets no more lines' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION refuse_movement_of_closed_box()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      counted timestamptz;
    BEGIN
      SELECT counted_at INTO counted FROM cash_boxes WHERE id = NEW.box_id FOR SHARE;
      IF counted IS NOT NULL THEN
        RAISE EXCEPTION 'box % has been counted', NEW.box_id
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $function$;

CREATE OR REPLACE FUNCTION refuse_other_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'box % has been counted', NEW.id USING ERRCODE = 'check_violation';
    END $function$;

CREATE OR REPLACE FUNCTION refuse_sale_that_does_not_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
    DECLARE
      item_count bigint; items_subtotal bigint; items_total bigint; items_net bigint; paid bigint; net bigint;
      one_day boolean;
    BEGIN
      SELECT count(*), coalesce(sum(subtotal_cents), 0), coalesce(sum(total_cents), 0), sum(net_cents),
        bool_and(business_day = NEW.business_day)
        INTO item_count, items_subtotal, items_total, items_net, one_day
        FROM sale_items WHERE sale_id = NEW.id;
      SELECT coalesce(sum(amount_cents), 0), coalesce(sum(net_cents), 0),
        one_day AND coalesce(bool_and(business_day = NEW.business_day), true)
        INTO paid, net, one_day FROM sale_payments WHERE sale_id = NEW.id;
      IF item_count = 0 OR items_subtotal <> NEW.subtotal_cents OR items_total <> NEW.total_cents
        OR items_net <> NEW.total_general_cents OR paid <> NEW.paid_cents OR net <> NEW.total_general_cents
        OR NOT one_day THEN
        RAISE EXCEPTION 'sale % does not add up', NEW.id USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION taken_keys(keys uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
    DECLARE
      key uuid;
    BEGIN
      FOREACH key IN ARRAY keys LOOP
        IF EXISTS (SELECT FROM sales WHERE idempotency_key = key) THEN
          RETURN NEXT key;
        END IF;
      END LOOP;
    END $function$;

CREATE VIEW entries AS
 SELECT s.id AS sale_id,
    NULL::integer AS correction_id,
    'sale'::text AS kind,
    s.created_at AS at,
    s.business_day AS day,
    s.seller_id,
    s.seller_name,
    s.box_id,
    s.client_id,
    s.client_name,
    s.student_id,
    s.student_name,
    s.total_general_cents AS cents,
    s.idempotency_key,
    NULL::integer AS exchange_sale_id,
    (s.deleted_at IS NOT NULL) AS deleted,
    s.deleted_at
   FROM sales s
UNION ALL
 SELECT c.sale_id,
    c.id AS correction_id,
    c.kind,
    c.created_at AS at,
    c.business_day AS day,
    c.made_by AS seller_id,
    c.made_by_name AS seller_name,
    c.box_id,
    s.client_id,
    s.client_name,
    s.student_id,
    s.student_name,
    (- c.total_cents) AS cents,
    c.idempotency_key,
    c.exchange_sale_id,
    false AS deleted,
    NULL::timestamp with time zone AS deleted_at
   FROM (corrections c
     LEFT JOIN sales s ON ((s.id = c.sale_id)));

CREATE VIEW money_lines AS
 SELECT p.sale_id,
    NULL::integer AS correction_id,
    'sale'::text AS kind,
    p.line,
    s.created_at AS at,
    p.business_day AS day,
    s.seller_id,
    s.box_id,
    p.payment_method_id AS method_id,
    p.method_name,
    p.amount_cents,
    p.net_cents AS cents,
    (p.sale_id IN ( SELECT sales.id
           FROM sales
          WHERE (sales.deleted_at IS NOT NULL))) AS deleted
   FROM (sale_payments p
     LEFT JOIN sales s ON ((s.id = p.sale_id)))
UNION ALL
 SELECT c.sale_id,
    c.id AS correction_id,
    c.kind,
    p.line,
    c.created_at AS at,
    c.business_day AS day,
    c.made_by AS seller_id,
    c.box_id,
    p.payment_method_id AS method_id,
    p.method_name,
    p.net_cents AS amount_cents,
    p.net_cents AS cents,
    false AS deleted
   FROM (corrections c
     JOIN correction_payments p ON ((p.correction_id = c.id)));

CREATE VIEW piece_moves AS
 SELECT i.sale_id,
    NULL::integer AS correction_id,
    'sale'::text AS kind,
    i.line,
    s.created_at AS at,
    i.business_day AS day,
    s.seller_id,
    s.student_id,
    i.product_id,
    i.quantity AS units,
    i.net_cents AS cents,
    false AS damaged,
    (i.sale_id IN ( SELECT sales.id
           FROM sales
          WHERE (sales.deleted_at IS NOT NULL))) AS deleted
   FROM (sale_items i
     LEFT JOIN sales s ON ((s.id = i.sale_id)))
UNION ALL
 SELECT c.sale_id,
    c.id AS correction_id,
    c.kind,
    r.sale_line AS line,
    c.created_at AS at,
    c.business_day AS day,
    c.made_by AS seller_id,
    s.student_id,
    i.product_id,
    (- r.quantity) AS units,
    (- r.worth_cents) AS cents,
    r.damaged,
    false AS deleted
   FROM (((corrections c
     JOIN correction_items r ON ((r.correction_id = c.id)))
     JOIN sale_items i ON (((i.sale_id = r.sale_id) AND (i.line = r.sale_line))))
     LEFT JOIN sales s ON ((s.id = c.sale_id)));

CREATE TABLE approvals (
  token_hash bytea NOT NULL,
  approved_by integer NOT NULL,
  request_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT approvals_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT approvals_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT approvals_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  CONSTRAINT approvals_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE audit_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  actor_id integer,
  actor_name text,
  action text NOT NULL,
  subject_id integer,
  before jsonb,
  after jsonb,
  CONSTRAINT audit_events_action_check CHECK ((action <> ''::text)),
  CONSTRAINT audit_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_events_actor ON audit_events USING btree (actor_id, at DESC);

CREATE INDEX audit_events_kind ON audit_events USING btree (action, at DESC, id DESC) WHERE (action <> 'sale.created'::text);

CREATE INDEX audit_events_order ON audit_events USING btree (at DESC, id DESC);

CREATE INDEX audit_events_subject ON audit_events USING btree (subject_id, id);

CREATE TRIGGER audit_rows_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();

CREATE TABLE audit_seals (
  position bigint NOT NULL,
  event_id bigint NOT NULL,
  mac bytea NOT NULL,
  key_id text NOT NULL,
  CONSTRAINT audit_seals_key_id_check CHECK ((key_id ~ '^[0-9a-f]{16}$'::text)),
  CONSTRAINT audit_seals_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT audit_seals_position_check CHECK (("position" > 0)),
  CONSTRAINT audit_seals_pkey PRIMARY KEY ("position"),
  CONSTRAINT audit_seals_event_id_key UNIQUE (event_id)
);

CREATE TRIGGER audit_seals_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();

CREATE TABLE bank_lines (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  day date NOT NULL,
  time text,
  amount_cents integer NOT NULL,
  txid text,
  memo text NOT NULL,
  sale_id integer,
  correction_id integer,
  payment_line smallint,
  how text,
  apart boolean NOT NULL DEFAULT false,
  account text NOT NULL DEFAULT ''::text,
  end_to_end text,
  not_ours text,
  CONSTRAINT bank_lines_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 999999999))),
  CONSTRAINT bank_lines_check CHECK ((num_nulls(sale_id, payment_line, how) = ANY (ARRAY[0, 3]))),
  CONSTRAINT bank_lines_check1 CHECK (((correction_id IS NULL) OR (sale_id IS NOT NULL))),
  CONSTRAINT bank_lines_how_check CHECK ((how = ANY (ARRAY['txid'::text, 'amount'::text, 'hand'::text]))),
  CONSTRAINT bank_lines_kind_check CHECK ((kind = ANY (ARRAY['pix'::text, 'card'::text, 'reversal'::text, 'sent'::text]))),
  CONSTRAINT bank_lines_not_ours_check CHECK (((not_ours IS NULL) OR (sale_id IS NULL))),
  CONSTRAINT bank_lines_time_check CHECK (("time" ~ '^[0-2][0-9]:[0-5][0-9]$'::text)),
  CONSTRAINT bank_lines_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES corrections(id),
  CONSTRAINT bank_lines_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id),
  CONSTRAINT bank_lines_pkey PRIMARY KEY (id)
);

CREATE INDEX bank_lines_day ON bank_lines USING btree (day);

CREATE INDEX bank_lines_end_to_end ON bank_lines USING btree (end_to_end) WHERE (end_to_end IS NOT NULL);

CREATE UNIQUE INDEX bank_lines_payment ON bank_lines USING btree (sale_id, payment_line, COALESCE(correction_id, 0)) WHERE (sale_id IS NOT NULL);

CREATE INDEX bank_lines_txid ON bank_lines USING btree (txid) WHERE (txid IS NOT NULL);

CREATE TABLE bank_statement_lines (
  statement_id integer NOT NULL,
  line_id integer NOT NULL,
  CONSTRAINT bank_statement_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id),
  CONSTRAINT bank_statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id),
  CONSTRAINT bank_statement_lines_pkey PRIMARY KEY (statement_id, line_id)
);

CREATE INDEX bank_statement_lines_line ON bank_statement_lines USING btree (line_id);

CREATE TABLE bank_statements (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  made_by integer NOT NULL,
  made_by_name text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  account text NOT NULL DEFAULT ''::text,
  account_in_file text NOT NULL DEFAULT ''::text,
  digest text NOT NULL DEFAULT ''::text,
  shows_sent boolean NOT NULL DEFAULT false,
  CONSTRAINT bank_statements_check CHECK ((last_day >= first_day)),
  CONSTRAINT bank_statements_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT bank_statements_pkey PRIMARY KEY (id)
);

CREATE TABLE box_counts (
  box_id integer NOT NULL,
  line smallint NOT NULL,
  method_name text NOT NULL,
  expected_cents bigint NOT NULL,
  counted_cents bigint NOT NULL,
  CONSTRAINT box_counts_counted_cents_check CHECK ((counted_cents >= 0)),
  CONSTRAINT box_counts_line_check CHECK ((line > 0)),
  CONSTRAINT box_counts_box_id_fkey FOREIGN KEY (box_id) REFERENCES cash_boxes(id),
  CONSTRAINT box_counts_pkey PRIMARY KEY (box_id, line),
  CONSTRAINT box_counts_box_id_method_name_key UNIQUE (box_id, method_name)
);

CREATE TRIGGER no_late_lines AFTER INSERT ON box_counts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('cash_boxes', 'box_id', 'counted_at >= transaction_timestamp()');

CREATE TABLE bulk_changes (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  made_by integer NOT NULL,
  made_by_name text NOT NULL,
  kind text NOT NULL,
  events bigint[] NOT NULL,
  details jsonb NOT NULL,
  undone_at timestamp with time zone,
  undone_by integer,
  undone_by_name text,
  undone jsonb,
  idempotency_key uuid,
  request_hash bytea,
  CONSTRAINT bulk_changes_check CHECK ((num_nulls(idempotency_key, request_hash) = ANY (ARRAY[0, 2]))),
  CONSTRAINT bulk_changes_check1 CHECK ((num_nulls(undone_at, undone_by, undone_by_name, undone) = ANY (ARRAY[0, 4]))),
  CONSTRAINT bulk_changes_events_check CHECK ((cardinality(events) > 0)),
  CONSTRAINT bulk_changes_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT bulk_changes_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT bulk_changes_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id),
  CONSTRAINT bulk_changes_pkey PRIMARY KEY (id),
  CONSTRAINT bulk_changes_idempotency_key_key UNIQUE (idempotency_key)
);

CREATE INDEX bulk_changes_kind ON bulk_changes USING btree (kind, id);

CREATE TABLE card_terms (
  payment_method_id integer NOT NULL,
  days smallint NOT NULL,
  business_days boolean NOT NULL,
  fee_hundredths integer NOT NULL,
  CONSTRAINT card_terms_days_check CHECK (((days >= 0) AND (days <= 60))),
  CONSTRAINT card_terms_fee_hundredths_check CHECK (((fee_hundredths >= 0) AND (fee_hundredths <= 10000))),
  CONSTRAINT card_terms_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES payment_methods(id),
  CONSTRAINT card_terms_pkey PRIMARY KEY (payment_method_id)
);

CREATE TABLE cash_boxes (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  seller_id integer NOT NULL,
  seller_name text NOT NULL,
  opened_at timestamp with time zone NOT NULL DEFAULT now(),
  day date NOT NULL GENERATED ALWAYS AS (((opened_at AT TIME ZONE 'America/Sao_Paulo'::text))::date) STORED,
  float_cents integer NOT NULL,
  short_at timestamp with time zone,
  counted_at timestamp with time zone,
  counted_by integer,
  notes jsonb,
  closed_at timestamp with time zone,
  reason text,
  approved_by integer,
  approved_by_name text,
  CONSTRAINT cash_boxes_check CHECK (((counted_at IS NULL) = (counted_by IS NULL))),
  CONSTRAINT cash_boxes_check1 CHECK (((closed_at IS NULL) OR (counted_at IS NOT NULL))),
  CONSTRAINT cash_boxes_check2 CHECK (((approved_by IS NULL) = (approved_by_name IS NULL))),
  CONSTRAINT cash_boxes_float_cents_check CHECK (((float_cents >= 0) AND (float_cents <= 999999999))),
  CONSTRAINT cash_boxes_notes_check CHECK ((jsonb_typeof(notes) = 'array'::text)),
  CONSTRAINT cash_boxes_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT cash_boxes_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  CONSTRAINT cash_boxes_counted_by_fkey FOREIGN KEY (counted_by) REFERENCES users(id),
  CONSTRAINT cash_boxes_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  CONSTRAINT cash_boxes_pkey PRIMARY KEY (id)
);

CREATE INDEX cash_boxes_of_seller ON cash_boxes USING btree (seller_id, id);

CREATE UNIQUE INDEX one_open_box ON cash_boxes USING btree (seller_id) WHERE (closed_at IS NULL);

CREATE TRIGGER count_stays BEFORE UPDATE ON cash_boxes FOR EACH ROW WHEN ((((old.closed_at IS NOT NULL) AND (((((((((new.seller_id IS DISTINCT FROM old.seller_id) OR (new.seller_name IS DISTINCT FROM old.seller_name)) OR (new.opened_at IS DISTINCT FROM old.opened_at)) OR (new.float_cents IS DISTINCT FROM old.float_cents)) OR (new.short_at IS DISTINCT FROM old.short_at)) OR (new.closed_at IS DISTINCT FROM old.closed_at)) OR (new.approved_by IS DISTINCT FROM old.approved_by)) OR (new.approved_by_name IS DISTINCT FROM old.approved_by_name)) OR (old.reason IS NULL) OR (new.reason IS DISTINCT FROM 'Motivo apagado'::text))) OR ((old.counted_at IS NOT NULL) AND (((new.counted_at IS DISTINCT FROM old.counted_at) OR (new.counted_by IS DISTINCT FROM old.counted_by)) OR (new.notes IS DISTINCT FROM old.notes))))) EXECUTE FUNCTION refuse_other_count();

CREATE TABLE cash_movements (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  box_id integer NOT NULL,
  kind text NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  made_by integer NOT NULL,
  made_by_name text NOT NULL,
  approved_by integer,
  approved_by_name text,
  CONSTRAINT cash_movements_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 999999999))),
  CONSTRAINT cash_movements_check CHECK (((approved_by IS NULL) = (approved_by_name IS NULL))),
  CONSTRAINT cash_movements_kind_check CHECK ((kind = ANY (ARRAY['supply'::text, 'withdrawal'::text]))),
  CONSTRAINT cash_movements_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT cash_movements_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT cash_movements_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  CONSTRAINT cash_movements_box_id_fkey FOREIGN KEY (box_id) REFERENCES cash_boxes(id),
  CONSTRAINT cash_movements_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT cash_movements_pkey PRIMARY KEY (id),
  CONSTRAINT cash_movements_idempotency_key_key UNIQUE (idempotency_key)
);

CREATE INDEX cash_movements_of_box ON cash_movements USING btree (box_id);

CREATE TRIGGER box_is_open BEFORE INSERT ON cash_movements FOR EACH ROW EXECUTE FUNCTION refuse_movement_of_closed_box();

CREATE TABLE client_students (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  client_id integer NOT NULL,
  student_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT client_students_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT client_students_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id),
  CONSTRAINT client_students_pkey PRIMARY KEY (id),
  CONSTRAINT client_students_client_id_student_id_key UNIQUE (client_id, student_id)
);

CREATE INDEX client_students_student ON client_students USING btree (student_id);

CREATE TABLE clients (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  cpf text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  anonymised_at timestamp with time zone,
  merged_into integer,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name)) STORED,
  name_key bigint GENERATED ALWAYS AS (key_of_name(name)) STORED,
  CONSTRAINT clients_check CHECK ((merged_into <> id)),
  CONSTRAINT clients_cpf_check CHECK (
CASE
    WHEN (anonymised_at IS NULL) THEN (cpf ~ '^[0-9]{11}$'::text)
    ELSE (cpf = ('anonimo-'::text || id))
END),
  CONSTRAINT clients_name_check CHECK ((name <> ''::text)),
  CONSTRAINT clients_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES clients(id),
  CONSTRAINT clients_pkey PRIMARY KEY (id)
);

CREATE INDEX clients_by_name ON clients USING btree (name COLLATE "pt-BR-x-icu", id) WHERE (merged_into IS NULL);

CREATE UNIQUE INDEX clients_cpf ON clients USING btree (cpf) WHERE (merged_into IS NULL);

CREATE INDEX clients_merged ON clients USING btree (merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX clients_numbers ON clients USING btree (cpf);

CREATE TABLE closing_corrections (
  closing_id integer NOT NULL,
  correction_id integer NOT NULL,
  CONSTRAINT closing_corrections_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES closings(id),
  CONSTRAINT closing_corrections_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES corrections(id),
  CONSTRAINT closing_corrections_pkey PRIMARY KEY (closing_id, correction_id)
);

CREATE TRIGGER no_late_lines AFTER INSERT ON closing_corrections REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('closings', 'closing_id');

CREATE TABLE closing_payments (
  closing_id integer NOT NULL,
  line smallint NOT NULL,
  method_name text NOT NULL,
  net_cents bigint NOT NULL,
  CONSTRAINT closing_payments_line_check CHECK ((line > 0)),
  CONSTRAINT closing_payments_net_cents_check CHECK ((net_cents <> 0)),
  CONSTRAINT closing_payments_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES closings(id),
  CONSTRAINT closing_payments_pkey PRIMARY KEY (closing_id, line),
  CONSTRAINT closing_payments_closing_id_method_name_key UNIQUE (closing_id, method_name)
);

CREATE TRIGGER no_late_lines AFTER INSERT ON closing_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('closings', 'closing_id');

CREATE TABLE closing_sales (
  closing_id integer NOT NULL,
  sale_id integer NOT NULL,
  CONSTRAINT closing_sales_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES closings(id),
  CONSTRAINT closing_sales_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id),
  CONSTRAINT closing_sales_pkey PRIMARY KEY (closing_id, sale_id)
);

CREATE TRIGGER no_late_lines AFTER INSERT ON closing_sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('closings', 'closing_id');

CREATE TABLE closings (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  seller_id integer NOT NULL,
  day date NOT NULL,
  version integer NOT NULL,
  seller_name text NOT NULL,
  sales_count integer NOT NULL,
  total_cents bigint NOT NULL,
  closed_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_by integer NOT NULL,
  box_id integer,
  corrections_count integer NOT NULL DEFAULT 0,
  refunds_count integer NOT NULL DEFAULT 0,
  returned_cents bigint NOT NULL DEFAULT 0,
  change_not_cash_cents bigint,
  change_not_cash_sales integer,
  CONSTRAINT closings_change_not_cash_cents_check CHECK ((change_not_cash_cents >= 0)),
  CONSTRAINT closings_change_not_cash_sales_check CHECK ((change_not_cash_sales >= 0)),
  CONSTRAINT closings_check CHECK (((refunds_count >= 0) AND (refunds_count <= corrections_count))),
  CONSTRAINT closings_check1 CHECK (((total_cents + returned_cents) >= 0)),
  CONSTRAINT closings_check2 CHECK (((box_id IS NOT NULL) OR ((sales_count + corrections_count) > 0))),
  CONSTRAINT closings_check3 CHECK (((change_not_cash_cents IS NULL) = (change_not_cash_sales IS NULL))),
  CONSTRAINT closings_corrections_count_check CHECK ((corrections_count >= 0)),
  CONSTRAINT closings_day_check CHECK (((day >= '2000-01-01'::date) AND (day <= '2999-12-31'::date))),
  CONSTRAINT closings_returned_cents_check CHECK ((returned_cents >= 0)),
  CONSTRAINT closings_sales_count_check CHECK ((sales_count >= 0)),
  CONSTRAINT closings_version_check CHECK ((version > 0)),
  CONSTRAINT closings_box_id_fkey FOREIGN KEY (box_id) REFERENCES cash_boxes(id),
  CONSTRAINT closings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT closings_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  CONSTRAINT closings_pkey PRIMARY KEY (id),
  CONSTRAINT closings_box_id_key UNIQUE (box_id)
);

CREATE INDEX closings_day ON closings USING btree (day);

CREATE UNIQUE INDEX closings_of_day ON closings USING btree (seller_id, day, version) WHERE (box_id IS NULL);

CREATE TABLE correction_items (
  correction_id integer NOT NULL,
  sale_id integer NOT NULL,
  sale_line smallint NOT NULL,
  returned_before integer NOT NULL,
  quantity integer NOT NULL,
  worth_cents integer NOT NULL,
  damaged boolean NOT NULL DEFAULT false,
  CONSTRAINT correction_items_quantity_check CHECK ((quantity >= 1)),
  CONSTRAINT correction_items_returned_before_check CHECK ((returned_before >= 0)),
  CONSTRAINT correction_items_worth_cents_check CHECK (((worth_cents >= 0) AND (worth_cents <= 999999999))),
  CONSTRAINT correction_items_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES corrections(id),
  CONSTRAINT correction_items_sale_id_sale_line_fkey FOREIGN KEY (sale_id, sale_line) REFERENCES sale_items(sale_id, line),
  CONSTRAINT correction_items_pkey PRIMARY KEY (correction_id, sale_line),
  CONSTRAINT correction_items_sale_id_sale_line_returned_before_key UNIQUE (sale_id, sale_line, returned_before)
);

CREATE INDEX correction_items_damaged ON correction_items USING btree (correction_id) WHERE damaged;

CREATE TRIGGER no_late_lines AFTER INSERT ON correction_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('corrections', 'correction_id');

CREATE TABLE correction_payments (
  correction_id integer NOT NULL,
  line smallint NOT NULL,
  payment_method_id integer,
  method_name text NOT NULL,
  net_cents integer NOT NULL,
  CONSTRAINT correction_payments_check CHECK (((payment_method_id IS NOT NULL) OR (method_name = 'Troca'::text))),
  CONSTRAINT correction_payments_line_check CHECK ((line > 0)),
  CONSTRAINT correction_payments_net_cents_check CHECK (((net_cents <> 0) AND (abs(net_cents) <= 999999999))),
  CONSTRAINT correction_payments_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES corrections(id),
  CONSTRAINT correction_payments_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES payment_methods(id),
  CONSTRAINT correction_payments_pkey PRIMARY KEY (correction_id, line)
);

CREATE TRIGGER no_late_lines AFTER INSERT ON correction_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('corrections', 'correction_id');

CREATE TABLE corrections (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  sale_id integer NOT NULL,
  kind text NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  business_day date NOT NULL GENERATED ALWAYS AS (((created_at AT TIME ZONE 'America/Sao_Paulo'::text))::date) STORED,
  made_by integer NOT NULL,
  made_by_name text NOT NULL,
  approved_by integer,
  approved_by_name text,
  reason text NOT NULL,
  total_cents integer NOT NULL,
  exchange_sale_id integer,
  box_id integer,
  CONSTRAINT corrections_check CHECK (((approved_by IS NULL) = (approved_by_name IS NULL))),
  CONSTRAINT corrections_check1 CHECK (((kind = 'exchange'::text) = (exchange_sale_id IS NOT NULL))),
  CONSTRAINT corrections_check2 CHECK (((kind <> 'payments'::text) OR (total_cents = 0))),
  CONSTRAINT corrections_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'exchange'::text, 'payments'::text]))),
  CONSTRAINT corrections_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT corrections_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT corrections_total_cents_check CHECK (((total_cents >= 0) AND (total_cents <= 999999999))),
  CONSTRAINT corrections_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  CONSTRAINT corrections_box_id_fkey FOREIGN KEY (box_id) REFERENCES cash_boxes(id),
  CONSTRAINT corrections_exchange_sale_id_fkey FOREIGN KEY (exchange_sale_id) REFERENCES sales(id),
  CONSTRAINT corrections_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT corrections_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id),
  CONSTRAINT corrections_pkey PRIMARY KEY (id),
  CONSTRAINT corrections_exchange_sale_id_key UNIQUE (exchange_sale_id),
  CONSTRAINT corrections_idempotency_key_key UNIQUE (idempotency_key)
);

CREATE INDEX corrections_newest ON corrections USING btree (created_at DESC, id DESC);

CREATE INDEX corrections_of_box ON corrections USING btree (box_id) WHERE (box_id IS NOT NULL);

CREATE INDEX corrections_of_maker ON corrections USING btree (made_by, business_day);

CREATE INDEX corrections_of_sale ON corrections USING btree (sale_id);

CREATE CONSTRAINT TRIGGER correction_adds_up AFTER INSERT ON corrections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_correction_that_does_not_add_up();

CREATE TABLE kept_sales (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL,
  sale_id integer,
  seller_id integer NOT NULL,
  made_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  device uuid NOT NULL,
  waiting integer NOT NULL,
  reasons text[] NOT NULL,
  total_cents integer NOT NULL,
  paper jsonb,
  accepted_at timestamp with time zone,
  accepted_by integer,
  note text,
  open boolean NOT NULL GENERATED ALWAYS AS (((accepted_at IS NULL) AND (reasons <> '{}'::text[]))) STORED,
  CONSTRAINT kept_sales_check CHECK (((sale_id IS NULL) = (paper IS NOT NULL))),
  CONSTRAINT kept_sales_check1 CHECK (((sale_id IS NOT NULL) OR ('sums_differ'::text = ANY (reasons)))),
  CONSTRAINT kept_sales_check2 CHECK ((num_nulls(accepted_at, accepted_by, note) = ANY (ARRAY[0, 3]))),
  CONSTRAINT kept_sales_check3 CHECK (((sale_id IS NOT NULL) OR (note <> ''::text))),
  CONSTRAINT kept_sales_paper_check CHECK ((jsonb_typeof(paper) = 'array'::text)),
  CONSTRAINT kept_sales_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT kept_sales_total_cents_check CHECK (((total_cents >= 0) AND (total_cents <= 999999999))),
  CONSTRAINT kept_sales_waiting_check CHECK ((waiting > 0)),
  CONSTRAINT kept_sales_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id),
  CONSTRAINT kept_sales_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id),
  CONSTRAINT kept_sales_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  CONSTRAINT kept_sales_pkey PRIMARY KEY (id),
  CONSTRAINT kept_sales_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT kept_sales_sale_id_key UNIQUE (sale_id)
);

CREATE INDEX kept_sales_open ON kept_sales USING btree (id) WHERE open;

CREATE TABLE logos (
  hash text NOT NULL,
  type text NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT logos_check CHECK ((hash = encode(sha256(content), 'hex'::text))),
  CONSTRAINT logos_content_check CHECK (((length(content) >= 1) AND (length(content) <= 4194304))),
  CONSTRAINT logos_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'image/svg+xml'::text]))),
  CONSTRAINT logos_pkey PRIMARY KEY (hash)
);

CREATE TABLE material_lists (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL,
  name text NOT NULL,
  valid_from date,
  valid_to date,
  active boolean NOT NULL,
  product_ids integer[] NOT NULL,
  quantities integer[] NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_text(((code || ' '::text) || name))) STORED,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  deleted_by integer,
  CONSTRAINT material_lists_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  CONSTRAINT material_lists_check1 CHECK ((valid_to >= valid_from)),
  CONSTRAINT material_lists_check2 CHECK ((cardinality(product_ids) = cardinality(quantities))),
  CONSTRAINT material_lists_code_check CHECK ((code <> ''::text)),
  CONSTRAINT material_lists_name_check CHECK ((name <> ''::text)),
  CONSTRAINT material_lists_quantities_check CHECK ((0 < ALL (quantities))),
  CONSTRAINT material_lists_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  CONSTRAINT material_lists_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX material_lists_code ON material_lists USING btree (lower((code COLLATE "und-x-icu"))) WHERE (deleted_at IS NULL);

CREATE TRIGGER refuse_code_of_other AFTER INSERT OR UPDATE OF code, deleted_at ON material_lists FOR EACH ROW EXECUTE FUNCTION refuse_code_of_other('products');

CREATE TABLE met_people (
  seller_id integer NOT NULL,
  kind text NOT NULL,
  subject_id integer NOT NULL,
  times integer NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT met_people_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'student'::text, 'sale'::text, 'wrong_cpf'::text, 'unknown_cpf'::text]))),
  CONSTRAINT met_people_times_check CHECK ((times >= 0)),
  CONSTRAINT met_people_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  CONSTRAINT met_people_pkey PRIMARY KEY (seller_id, kind, subject_id)
);

CREATE TABLE month_closings (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  month date NOT NULL,
  version integer NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  closed_by integer NOT NULL,
  closed_by_name text NOT NULL,
  total_cents bigint NOT NULL,
  figures text NOT NULL,
  fingerprint bytea NOT NULL,
  deleted_sales integer[] NOT NULL,
  corrections integer[] NOT NULL,
  closed_boxes integer[] NOT NULL,
  CONSTRAINT month_closings_check CHECK ((fingerprint = sha256(convert_to(figures, 'UTF8'::name)))),
  CONSTRAINT month_closings_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT month_closings_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT month_closings_version_check CHECK ((version > 0)),
  CONSTRAINT month_closings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT month_closings_pkey PRIMARY KEY (id),
  CONSTRAINT month_closings_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT month_closings_month_version_key UNIQUE (month, version)
);

CREATE TABLE month_files (
  closing_id integer NOT NULL,
  format text NOT NULL,
  content bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT month_files_check CHECK ((hash = sha256(content))),
  CONSTRAINT month_files_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text]))),
  CONSTRAINT month_files_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES month_closings(id),
  CONSTRAINT month_files_pkey PRIMARY KEY (closing_id, format)
);

CREATE TABLE month_reopenings (
  closing_id integer NOT NULL,
  reopened_at timestamp with time zone NOT NULL DEFAULT now(),
  reopened_by integer NOT NULL,
  reopened_by_name text NOT NULL,
  approved_by integer NOT NULL,
  approved_by_name text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT month_reopenings_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT month_reopenings_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  CONSTRAINT month_reopenings_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES month_closings(id),
  CONSTRAINT month_reopenings_reopened_by_fkey FOREIGN KEY (reopened_by) REFERENCES users(id),
  CONSTRAINT month_reopenings_pkey PRIMARY KEY (closing_id)
);

CREATE TABLE name_corrections (
  audit_event_id bigint NOT NULL,
  client_id integer,
  student_id integer,
  old_name text NOT NULL,
  new_name text NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_text(old_name)) STORED,
  CONSTRAINT name_corrections_check CHECK ((num_nonnulls(client_id, student_id) = 1)),
  CONSTRAINT name_corrections_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT name_corrections_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id),
  CONSTRAINT name_corrections_pkey PRIMARY KEY (audit_event_id)
);

CREATE INDEX name_corrections_client ON name_corrections USING btree (client_id);

CREATE INDEX name_corrections_student ON name_corrections USING btree (student_id);

CREATE TABLE parked_sales (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  seller_id integer NOT NULL,
  order_key uuid NOT NULL,
  parked_at timestamp with time zone NOT NULL DEFAULT now(),
  client_cpf text NOT NULL,
  client_name text NOT NULL,
  student_registration text NOT NULL,
  student_name text NOT NULL,
  items jsonb NOT NULL,
  claim uuid,
  ended_at timestamp with time zone,
  erased boolean NOT NULL DEFAULT false,
  payments jsonb NOT NULL DEFAULT '[]'::jsonb,
  material_lists text[] NOT NULL DEFAULT '{}'::text[],
  for_anyone boolean NOT NULL DEFAULT false,
  taken_by integer,
  client_offered boolean NOT NULL DEFAULT false,
  CONSTRAINT parked_sales_check CHECK (((claim IS NULL) OR (ended_at IS NOT NULL))),
  CONSTRAINT parked_sales_check1 CHECK (((NOT erased) OR ((ended_at IS NOT NULL) AND ((((client_cpf || client_name) || student_registration) || student_name) = ''::text)))),
  CONSTRAINT parked_sales_items_check CHECK ((jsonb_typeof(items) = 'array'::text)),
  CONSTRAINT parked_sales_payments_check CHECK ((jsonb_typeof(payments) = 'array'::text)),
  CONSTRAINT parked_sales_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  CONSTRAINT parked_sales_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(id),
  CONSTRAINT parked_sales_pkey PRIMARY KEY (id),
  CONSTRAINT parked_sales_seller_id_order_key_key UNIQUE (seller_id, order_key)
);

CREATE INDEX parked_sales_for_anyone ON parked_sales USING btree (parked_at) WHERE (for_anyone AND (ended_at IS NULL));

CREATE INDEX parked_sales_unerased ON parked_sales USING btree (seller_id, parked_at) WHERE (NOT erased);

CREATE TABLE payment_methods (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name)) STORED,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  deleted_by integer,
  CONSTRAINT payment_methods_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  CONSTRAINT payment_methods_name_check CHECK ((name <> ''::text)),
  CONSTRAINT payment_methods_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  CONSTRAINT payment_methods_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX payment_methods_name ON payment_methods USING btree (search_text) WHERE (deleted_at IS NULL);

CREATE TABLE products (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL,
  name text NOT NULL,
  price_cents integer NOT NULL,
  active boolean NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_text(((code || ' '::text) || name))) STORED,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  deleted_by integer,
  pinned boolean NOT NULL DEFAULT false,
  income text,
  CONSTRAINT products_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  CONSTRAINT products_code_check CHECK ((code <> ''::text)),
  CONSTRAINT products_income_check CHECK ((income = ANY (ARRAY['college'::text, 'school'::text]))),
  CONSTRAINT products_name_check CHECK ((name <> ''::text)),
  CONSTRAINT products_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 999999999))),
  CONSTRAINT products_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  CONSTRAINT products_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX products_code ON products USING btree (lower((code COLLATE "und-x-icu"))) WHERE (deleted_at IS NULL);

CREATE TRIGGER refuse_code_of_other AFTER INSERT OR UPDATE OF code, deleted_at ON products FOR EACH ROW EXECUTE FUNCTION refuse_code_of_other('material_lists');

CREATE TABLE recovery_codes (
  user_id integer NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE sale_items (
  sale_id integer NOT NULL,
  line smallint NOT NULL,
  product_id integer NOT NULL,
  product_code text NOT NULL,
  product_name text NOT NULL,
  unit_price_cents integer NOT NULL,
  quantity integer NOT NULL,
  subtotal_cents integer NOT NULL,
  discount_hundredths integer NOT NULL,
  discount_cents integer NOT NULL,
  total_cents integer NOT NULL,
  business_day date NOT NULL,
  net_cents integer NOT NULL,
  CONSTRAINT sale_items_check CHECK ((((subtotal_cents >= 0) AND (subtotal_cents <= 999999999)) AND (subtotal_cents = ((unit_price_cents)::bigint * quantity)))),
  CONSTRAINT sale_items_check1 CHECK ((discount_cents = ((((subtotal_cents)::bigint * discount_hundredths) + 5000) / 10000))),
  CONSTRAINT sale_items_check2 CHECK ((total_cents = (subtotal_cents - discount_cents))),
  CONSTRAINT sale_items_check3 CHECK (((net_cents >= 0) AND (net_cents <= total_cents))),
  CONSTRAINT sale_items_discount_hundredths_check CHECK (((discount_hundredths >= 0) AND (discount_hundredths <= 10000))),
  CONSTRAINT sale_items_line_check CHECK ((line > 0)),
  CONSTRAINT sale_items_quantity_check CHECK (((quantity >= 1) AND (quantity <= 9999))),
  CONSTRAINT sale_items_unit_price_cents_check CHECK (((unit_price_cents >= 0) AND (unit_price_cents <= 999999999))),
  CONSTRAINT sale_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT sale_items_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id),
  CONSTRAINT sale_items_pkey PRIMARY KEY (sale_id, line)
);

CREATE INDEX sale_items_of_day ON sale_items USING btree (business_day, product_id) INCLUDE (sale_id, quantity, net_cents);

CREATE INDEX sale_items_product ON sale_items USING btree (product_id, sale_id);

CREATE TRIGGER no_late_lines AFTER INSERT ON sale_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_sale_lines();

CREATE TABLE sale_payments (
  sale_id integer NOT NULL,
  line smallint NOT NULL,
  payment_method_id integer,
  method_name text NOT NULL,
  amount_cents integer NOT NULL,
  net_cents integer NOT NULL,
  business_day date NOT NULL,
  CONSTRAINT sale_payments_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 999999999))),
  CONSTRAINT sale_payments_check CHECK (((net_cents >= 0) AND (net_cents <= amount_cents))),
  CONSTRAINT sale_payments_credit CHECK (((payment_method_id IS NOT NULL) OR (method_name = 'Troca'::text))),
  CONSTRAINT sale_payments_line_check CHECK (((line >= 1) AND (line <= 5))),
  CONSTRAINT sale_payments_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES payment_methods(id),
  CONSTRAINT sale_payments_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id),
  CONSTRAINT sale_payments_pkey PRIMARY KEY (sale_id, line)
);

CREATE INDEX change_not_from_cash ON sale_payments USING btree (business_day) WHERE ((net_cents < amount_cents) AND (NOT is_cash(method_name)));

CREATE INDEX sale_payments_of_day ON sale_payments USING btree (business_day) INCLUDE (sale_id, payment_method_id, method_name, net_cents);

CREATE TRIGGER no_late_lines AFTER INSERT ON sale_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_sale_lines();

CREATE TABLE sales (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  business_day date NOT NULL GENERATED ALWAYS AS (((created_at AT TIME ZONE 'America/Sao_Paulo'::text))::date) STORED,
  seller_id integer NOT NULL,
  seller_name text NOT NULL,
  client_id integer NOT NULL,
  client_name text NOT NULL,
  client_cpf text NOT NULL,
  student_id integer,
  student_registration text,
  student_name text,
  subtotal_cents integer NOT NULL,
  total_cents integer NOT NULL,
  general_discount_cents integer NOT NULL,
  total_general_cents integer NOT NULL,
  paid_cents integer NOT NULL,
  change_cents integer NOT NULL,
  deleted_at timestamp with time zone,
  deleted_by integer,
  box_id integer,
  material_lists text[],
  parked_by_name text,
  deletion_reason text,
  CONSTRAINT sales_check CHECK (((total_cents >= 0) AND (total_cents <= subtotal_cents))),
  CONSTRAINT sales_check1 CHECK (((general_discount_cents >= 0) AND (general_discount_cents <= total_cents))),
  CONSTRAINT sales_check2 CHECK ((total_general_cents = (total_cents - general_discount_cents))),
  CONSTRAINT sales_check3 CHECK (((paid_cents >= total_general_cents) AND (paid_cents <= 999999999))),
  CONSTRAINT sales_check4 CHECK ((change_cents = (paid_cents - total_general_cents))),
  CONSTRAINT sales_check5 CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  CONSTRAINT sales_check6 CHECK (((student_id IS NULL) = (student_registration IS NULL))),
  CONSTRAINT sales_check7 CHECK (((student_id IS NULL) = (student_name IS NULL))),
  CONSTRAINT sales_check8 CHECK (((deletion_reason IS NULL) OR ((deletion_reason <> ''::text) AND (deleted_at IS NOT NULL)))),
  CONSTRAINT sales_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT sales_subtotal_cents_check CHECK (((subtotal_cents >= 0) AND (subtotal_cents <= 999999999))),
  CONSTRAINT sales_box_id_fkey FOREIGN KEY (box_id) REFERENCES cash_boxes(id),
  CONSTRAINT sales_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT sales_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  CONSTRAINT sales_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  CONSTRAINT sales_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id),
  CONSTRAINT sales_pkey PRIMARY KEY (id),
  CONSTRAINT sales_idempotency_key_key UNIQUE (idempotency_key)
);

CREATE INDEX sales_deleted ON sales USING btree (id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX sales_newest ON sales USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX sales_of_box ON sales USING btree (box_id) WHERE (box_id IS NOT NULL);

CREATE INDEX sales_of_client ON sales USING btree (client_id, id);

CREATE INDEX sales_of_day ON sales USING btree (business_day, seller_id, seller_name) INCLUDE (id, created_at, box_id, total_general_cents) WHERE (deleted_at IS NULL);

CREATE INDEX sales_of_seller ON sales USING btree (seller_name COLLATE "pt-BR-x-icu", created_at DESC, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX sales_of_student ON sales USING btree (student_id, id) WHERE (student_id IS NOT NULL);

CREATE TRIGGER corrected_sale_stays BEFORE UPDATE OF deleted_at ON sales FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION refuse_deletion_of_corrected_sale();

CREATE CONSTRAINT TRIGGER sale_adds_up AFTER INSERT ON sales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_sale_that_does_not_add_up();

CREATE TABLE second_factors (
  user_id integer NOT NULL,
  secret bytea NOT NULL,
  begun_at timestamp with time zone NOT NULL DEFAULT now(),
  confirmed_at timestamp with time zone,
  last_step integer NOT NULL DEFAULT 0,
  CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id)
);

CREATE TABLE session_tokens (
  token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  kind text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  used_attempt_hash bytea,
  CONSTRAINT session_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
  CONSTRAINT session_tokens_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT session_tokens_pkey PRIMARY KEY (token_hash)
);

CREATE INDEX session_tokens_session ON session_tokens USING btree (session_id);

CREATE TABLE sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id integer NOT NULL,
  address text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  end_reason text,
  device text NOT NULL DEFAULT ''::text,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sessions_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
);

CREATE INDEX sessions_address ON sessions USING btree (user_id, address, started_at);

CREATE INDEX sessions_open ON sessions USING btree (user_id) WHERE (ended_at IS NULL);

CREATE TABLE settings (
  single boolean NOT NULL DEFAULT true,
  cash_box text NOT NULL DEFAULT 'simple'::text,
  count_every_method boolean NOT NULL DEFAULT false,
  withdrawal_limit_cents integer NOT NULL DEFAULT 20000,
  difference_limit_cents integer NOT NULL DEFAULT 500,
  institution jsonb,
  pix jsonb,
  paper text NOT NULL DEFAULT 'a4'::text,
  idle_lock_minutes integer NOT NULL DEFAULT 0,
  require_second_factor boolean NOT NULL DEFAULT false,
  first_steps_ended boolean NOT NULL DEFAULT false,
  student_card jsonb,
  local_holidays text[] NOT NULL DEFAULT '{}'::text[],
  keep_sales boolean NOT NULL DEFAULT false,
  CONSTRAINT settings_cash_box_check CHECK ((cash_box = ANY (ARRAY['simple'::text, 'counted'::text]))),
  CONSTRAINT settings_difference_limit_cents_check CHECK (((difference_limit_cents >= 0) AND (difference_limit_cents <= 999999999))),
  CONSTRAINT settings_idle_lock_minutes_check CHECK (((idle_lock_minutes >= 0) AND (idle_lock_minutes <= 480))),
  CONSTRAINT settings_institution_check CHECK ((jsonb_typeof(institution) = 'object'::text)),
  CONSTRAINT settings_local_holidays_check CHECK ((array_to_string(local_holidays, ' '::text, '?'::text) ~ '^(((2[0-9]{3}-)?[0-9]{2}-[0-9]{2})( |$))*$'::text)),
  CONSTRAINT settings_paper_check CHECK ((paper = ANY (ARRAY['a4'::text, '80'::text, '58'::text, 'ask'::text]))),
  CONSTRAINT settings_pix_check CHECK ((jsonb_typeof(pix) = 'object'::text)),
  CONSTRAINT settings_single_check CHECK (single),
  CONSTRAINT settings_student_card_check CHECK ((jsonb_typeof(student_card) = 'object'::text)),
  CONSTRAINT settings_withdrawal_limit_cents_check CHECK (((withdrawal_limit_cents >= 0) AND (withdrawal_limit_cents <= 999999999))),
  CONSTRAINT settings_pkey PRIMARY KEY (single)
);

CREATE TABLE shop (
  single boolean NOT NULL DEFAULT true,
  id text NOT NULL,
  sample boolean NOT NULL,
  CONSTRAINT shop_id_check CHECK ((id ~ '^[0-9a-f]{8}$'::text)),
  CONSTRAINT shop_single_check CHECK (single),
  CONSTRAINT shop_pkey PRIMARY KEY (single)
);

CREATE TABLE sign_in_failures (
  subject text NOT NULL,
  strangers_at text,
  failures integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  blocked_until timestamp with time zone,
  CONSTRAINT sign_in_failures_failures_check CHECK ((failures > 0)),
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (subject)
);

CREATE INDEX sign_in_strangers ON sign_in_failures USING btree (strangers_at) WHERE (strangers_at IS NOT NULL);

CREATE TABLE stock_count_lines (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  count_id integer NOT NULL,
  key uuid NOT NULL,
  product_id integer NOT NULL,
  quantity integer NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  made_by integer NOT NULL,
  made_by_name text NOT NULL,
  CONSTRAINT stock_count_lines_quantity_check CHECK (((quantity >= '-9999'::integer) AND (quantity <= 9999))),
  CONSTRAINT stock_count_lines_count_id_fkey FOREIGN KEY (count_id) REFERENCES stock_counts(id),
  CONSTRAINT stock_count_lines_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT stock_count_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stock_count_lines_pkey PRIMARY KEY (id),
  CONSTRAINT stock_count_lines_key_key UNIQUE (key)
);

CREATE INDEX stock_count_lines_count ON stock_count_lines USING btree (count_id, product_id);

CREATE TABLE stock_count_results (
  count_id integer NOT NULL,
  product_id integer NOT NULL,
  quantity bigint NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  expected bigint,
  CONSTRAINT stock_count_results_quantity_check CHECK ((quantity >= 0)),
  CONSTRAINT stock_count_results_count_id_fkey FOREIGN KEY (count_id) REFERENCES stock_counts(id),
  CONSTRAINT stock_count_results_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stock_count_results_pkey PRIMARY KEY (count_id, product_id)
);

CREATE INDEX stock_count_results_product ON stock_count_results USING btree (product_id, counted_at DESC, count_id DESC) INCLUDE (quantity);

CREATE TABLE stock_counts (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  made_by integer NOT NULL,
  made_by_name text NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL,
  name text NOT NULL,
  blind boolean NOT NULL,
  products integer[],
  ended_at timestamp with time zone,
  ended_by integer,
  ended_by_name text,
  outcome text,
  CONSTRAINT stock_counts_check CHECK ((num_nulls(ended_at, ended_by, ended_by_name, outcome) = ANY (ARRAY[0, 4]))),
  CONSTRAINT stock_counts_name_check CHECK ((name <> ''::text)),
  CONSTRAINT stock_counts_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'dropped'::text]))),
  CONSTRAINT stock_counts_products_check CHECK ((cardinality(products) > 0)),
  CONSTRAINT stock_counts_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT stock_counts_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  CONSTRAINT stock_counts_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT stock_counts_pkey PRIMARY KEY (id),
  CONSTRAINT stock_counts_idempotency_key_key UNIQUE (idempotency_key)
);

CREATE TRIGGER ended_count_stays BEFORE UPDATE ON stock_counts FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_change_of_ended_count();

CREATE TABLE stock_minimums (
  product_id integer NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT stock_minimums_quantity_check CHECK (((quantity >= 0) AND (quantity <= 99999))),
  CONSTRAINT stock_minimums_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stock_minimums_pkey PRIMARY KEY (product_id)
);

CREATE TABLE stock_movement_lines (
  movement_id integer NOT NULL,
  line smallint NOT NULL,
  product_id integer NOT NULL,
  quantity integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  kind text NOT NULL,
  CONSTRAINT stock_movement_lines_check CHECK (((kind = 'adjustment'::text) OR ((kind = 'delivery'::text) = (quantity > 0)))),
  CONSTRAINT stock_movement_lines_line_check CHECK ((line > 0)),
  CONSTRAINT stock_movement_lines_quantity_check CHECK (((abs(quantity) >= 1) AND (abs(quantity) <= 9999))),
  CONSTRAINT stock_movement_lines_movement_id_created_at_kind_fkey FOREIGN KEY (movement_id, created_at, kind) REFERENCES stock_movements(id, created_at, kind),
  CONSTRAINT stock_movement_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stock_movement_lines_pkey PRIMARY KEY (movement_id, line)
);

CREATE INDEX stock_movement_lines_product ON stock_movement_lines USING btree (product_id, created_at) INCLUDE (quantity);

CREATE TRIGGER no_late_lines AFTER INSERT ON stock_movement_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('stock_movements', 'movement_id');

CREATE TABLE stock_movements (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  made_by integer NOT NULL,
  made_by_name text NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  supplier text NOT NULL,
  document text NOT NULL,
  CONSTRAINT stock_movements_check CHECK (((reason = ''::text) = (kind = 'delivery'::text))),
  CONSTRAINT stock_movements_check1 CHECK (((supplier = ''::text) OR (kind = 'delivery'::text))),
  CONSTRAINT stock_movements_check2 CHECK (((document = ''::text) OR (kind = 'delivery'::text))),
  CONSTRAINT stock_movements_kind_check CHECK ((kind = ANY (ARRAY['delivery'::text, 'loss'::text, 'damage'::text, 'own_use'::text, 'adjustment'::text]))),
  CONSTRAINT stock_movements_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT stock_movements_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT stock_movements_pkey PRIMARY KEY (id),
  CONSTRAINT stock_movements_id_created_at_kind_key UNIQUE (id, created_at, kind),
  CONSTRAINT stock_movements_idempotency_key_key UNIQUE (idempotency_key)
);

CREATE TABLE students (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  registration text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  anonymised_at timestamp with time zone,
  merged_into integer,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name)) STORED,
  class text NOT NULL DEFAULT ''::text,
  name_key bigint GENERATED ALWAYS AS (key_of_name(name)) STORED,
  CONSTRAINT students_check CHECK ((merged_into <> id)),
  CONSTRAINT students_check1 CHECK (((class = ''::text) OR (anonymised_at IS NULL))),
  CONSTRAINT students_class_check CHECK ((length(class) <= 40)),
  CONSTRAINT students_registration_check CHECK (
CASE
    WHEN (anonymised_at IS NULL) THEN (registration ~ '^[0-9]{1,15}$'::text)
    ELSE (registration = ('anonimo-'::text || id))
END),
  CONSTRAINT students_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES students(id),
  CONSTRAINT students_pkey PRIMARY KEY (id)
);

CREATE INDEX students_by_name ON students USING btree (name COLLATE "pt-BR-x-icu", id) WHERE (merged_into IS NULL);

CREATE INDEX students_class ON students USING btree (class) WHERE (class <> ''::text);

CREATE INDEX students_merged ON students USING btree (merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX students_numbers ON students USING btree (registration);

CREATE UNIQUE INDEX students_registration ON students USING btree (registration) WHERE (merged_into IS NULL);

CREATE TABLE unlinked_sales (
  sale_id integer NOT NULL,
  CONSTRAINT unlinked_sales_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id),
  CONSTRAINT unlinked_sales_pkey PRIMARY KEY (sale_id)
);

CREATE TABLE users (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  login text NOT NULL,
  login_key text NOT NULL GENERATED ALWAYS AS (lower((login COLLATE "und-x-icu"))) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_text(((name || ' '::text) || login))) STORED,
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT false,
  provisional_until timestamp with time zone,
  admin boolean NOT NULL,
  active boolean NOT NULL,
  image text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  deleted_by integer,
  CONSTRAINT users_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  CONSTRAINT users_check1 CHECK (((provisional_until IS NOT NULL) = must_change_password)),
  CONSTRAINT users_login_check CHECK ((login <> ''::text)),
  CONSTRAINT users_name_check CHECK ((name <> ''::text)),
  CONSTRAINT users_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX users_login ON users USING btree (login_key) WHERE (deleted_at IS NULL);

import type pg from 'pg';
import type { PersonKind } from '../../database/person-kind.ts';
import type { SaleCommand } from './sale-command.ts';
import type { StoredClient, StoredProduct, StoredStudent } from './sale-record.ts';

/**
 * The present rows that sales refer to, without deleted, inactive and anonymised ones. A client or a student
 * who was merged is the one who stays: a counter may have found them before.
 */
export type SaleReferences = {
  products: Map<number, StoredProduct>;
  /** Ids by exact name. */
  methods: Map<string, number>;
  clients: Map<number, StoredClient>;
  students: Map<number, StoredStudent>;
  /** The people whom the sellers have met, found or created lately. */
  acquainted: Set<string>;
  /** The names among the requested ones that a list of material has or had. */
  lists: Set<string>;
  /** The keys among the requested ones that already have a sale. */
  takenKeys: Set<string>;
};

/** How `acquainted` names a person whom a seller knows. */
export const acquaintance = (sellerId: number, { kind, id }: { kind: PersonKind; id: number }) =>
  `${sellerId} ${kind} ${id}`;

// The arrays pass through a subquery to hide their length from the planner. Otherwise it would prefer a new
// plan for each length to the generic one, and planning costs more than the rest.
const QUERY = {
  name: 'sale-references',
  text: `
    SELECT
      (SELECT coalesce(json_agg(json_build_object(
          'id', id, 'code', code, 'name', name, 'unitPrice', price_cents)), '[]')
        FROM products
        WHERE id = ANY (ARRAY(SELECT unnest($1::integer[]))) AND active AND deleted_at IS NULL
      ) AS products,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]')
        FROM payment_methods
        WHERE name = ANY (ARRAY(SELECT unnest($2::text[]))) AND deleted_at IS NULL
      ) AS methods,
      (SELECT coalesce(json_agg(json_build_array(asked.id, json_build_object(
          'id', kept.id, 'name', kept.name, 'cpf', kept.cpf))), '[]')
        FROM clients asked JOIN clients kept ON kept.id = coalesce(asked.merged_into, asked.id)
        WHERE asked.id = ANY (ARRAY(SELECT unnest($3::integer[]))) AND kept.anonymised_at IS NULL
      ) AS clients,
      (SELECT coalesce(json_agg(json_build_array(asked.id, json_build_object(
          'id', kept.id, 'name', kept.name, 'registration', kept.registration))), '[]')
        FROM students asked JOIN students kept ON kept.id = coalesce(asked.merged_into, asked.id)
        WHERE asked.id = ANY (ARRAY(SELECT unnest($4::integer[]))) AND kept.anonymised_at IS NULL
      ) AS students,
      (SELECT coalesce(json_agg(name), '[]') FROM material_lists
        WHERE name = ANY (ARRAY(SELECT unnest($7::text[])))
      ) AS lists,
      (SELECT coalesce(json_agg(key), '[]') FROM taken_keys($5::uuid[]) AS key) AS "takenKeys",
      (SELECT coalesce(json_agg(concat_ws(' ', seller_id, met.kind, subject_id)), '[]')
        FROM (
          SELECT 'client' AS kind, coalesce(merged_into, id) AS id FROM clients
          WHERE id = ANY (ARRAY(SELECT unnest($3::integer[])))
          UNION ALL SELECT 'student', coalesce(merged_into, id) FROM students
          WHERE id = ANY (ARRAY(SELECT unnest($4::integer[])))) AS person
        JOIN met_people met ON met.kind = person.kind AND met.subject_id = person.id
        WHERE seller_id = ANY (ARRAY(SELECT unnest($6::integer[]))) AND until > now()
      ) AS acquainted`,
};

type Row = {
  products: StoredProduct[];
  methods: { id: number; name: string }[];
  /** By the id in the request. */
  clients: [number, StoredClient][];
  students: [number, StoredStudent][];
  lists: string[];
  takenKeys: string[];
  acquainted: string[];
};

/** Reads the data that these sales are checked against, in one round trip. */
export async function readSaleReferences(
  pool: Pick<pg.Pool, 'query'>,
  commands: readonly SaleCommand[],
): Promise<SaleReferences> {
  const { rows } = await pool.query<Row>({
    ...QUERY,
    values: [
      commands.flatMap(({ items }) => items.map(({ productId }) => productId)),
      commands.flatMap(({ payments }) => payments.map(({ method }) => method)),
      commands.map(({ clientId }) => clientId),
      commands.map(({ studentId }) => studentId).filter((id) => id !== null),
      commands.map(({ key }) => key),
      commands.map(({ sellerId }) => sellerId),
      commands.flatMap(({ lists = [] }) => lists),
    ],
  });
  const [found] = rows as [Row];
  return {
    products: new Map(found.products.map((product) => [product.id, product])),
    methods: new Map(found.methods.map(({ id, name }) => [name, id])),
    clients: new Map(found.clients),
    students: new Map(found.students),
    lists: new Set(found.lists),
    takenKeys: new Set(found.takenKeys),
    acquainted: new Set(found.acquainted),
  };
}

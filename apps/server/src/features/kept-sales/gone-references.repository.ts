import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { oneOf } from '../../database/rows.ts';
import type { SaleReferences } from '../sales/sale-batches.ts';
import type { SaleCommand } from '../sales/sale-command.ts';

type Gone = Pick<SaleReferences, 'products' | 'methods' | 'clients' | 'students'>;
type Entries<M> = M extends Map<infer Key, infer Value> ? [Key, Value][] : never;

/**
 * What a sale refers to, whether it is still sold with or not: products and methods of any time, a method by a name
 * that it has had, and people who are anonymised now, without their numbers, as sales keep them.
 */
export async function readGone(tx: Tx, command: SaleCommand): Promise<Gone> {
  const productIds = command.items.map(({ productId }) => productId);
  const names = command.payments.map(({ method }) => method);
  const row = await oneOf<{ [K in keyof Gone]: Entries<Gone[K]> }>(tx)`
    SELECT
      (SELECT coalesce(json_agg(json_build_array(id, json_build_object(
          'id', id, 'code', code, 'name', name, 'unitPrice', price_cents))), '[]')
        FROM products WHERE id = ANY (${productIds}::integer[])) AS products,
      (SELECT coalesce(json_agg(json_build_array(name, id)), '[]')
        FROM (SELECT asked.name, coalesce(
            (SELECT max(id) FROM payment_methods WHERE name = asked.name),
            (SELECT subject_id FROM audit_events
              WHERE action = 'payment_method.edited' AND before ->> 'name' = asked.name
              ORDER BY id DESC LIMIT 1)) AS id
          FROM unnest(${names}::text[]) AS asked (name)) AS known WHERE id IS NOT NULL) AS methods,
      ${anonymised('client', 'cpf', command.clientId)} AS clients,
      ${anonymised('student', 'registration', command.studentId)} AS students`;
  return {
    products: new Map(row.products),
    methods: new Map(row.methods),
    clients: new Map(row.clients),
    students: new Map(row.students),
  };
}

const anonymised = (kind: PersonKind, number: string, id: number | null) => {
  const { table } = peopleTables[kind];
  return sql`
    (SELECT coalesce(json_agg(json_build_array(asked.id, json_build_object('id', kept.id,
        'name', kept.name, ${sql.lit(number)}, 'anonimizado', 'anonymised', true))), '[]')
      FROM ${table} asked JOIN ${table} kept ON kept.id = coalesce(asked.merged_into, asked.id)
      WHERE asked.id = ${id}::integer AND kept.anonymised_at IS NOT NULL)`;
};

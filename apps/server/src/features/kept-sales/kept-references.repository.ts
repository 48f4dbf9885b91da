import type { KeptReason } from '@balcao/domain/kept-sale.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { oneOf } from '../../database/rows.ts';
import type { SaleReferences, SaleStatements } from '../sales/sale-batches.ts';
import type { SaleCommand } from '../sales/sale-command.ts';
import type { StoredProduct } from '../sales/sale-record.ts';

export type PaperItem = { code: string; name: string; price: Cents };

type KeptReferences = {
  references: SaleReferences;
  /** What an item says in place of its product. */
  paper: Partial<StoredProduct>[];
  /** What is no longer as the counter had it. */
  changed: KeptReason[];
};

/** Products, methods and people of a kept sale, also those that are no more; its prices are those of its paper. */
export async function keptReferences(
  tx: Tx,
  statements: SaleStatements,
  { command, items }: { command: SaleCommand; items: readonly PaperItem[] },
): Promise<KeptReferences> {
  const present = await statements.references(command);
  const gone = await readGone(tx, command);
  const changed: KeptReason[] = [];
  const paper = command.items.map(({ productId }, index) => {
    const { price: unitPrice, ...names } = items[index] as PaperItem;
    const product = present.products.get(productId);
    if (!product) changed.push('product_gone');
    else if (product.unitPrice !== unitPrice) changed.push('price_changed');
    return product ? { unitPrice } : { ...names, unitPrice };
  });
  if (command.payments.some(({ method }) => !present.methods.has(method))) {
    changed.push('method_gone');
  }
  const { clientId, studentId } = command;
  const isClient = present.clients.get(clientId)?.id === clientId;
  const isStudent = studentId === null || present.students.get(studentId)?.id === studentId;
  if (!isClient || !isStudent) changed.push('person_changed');
  const references = {
    ...present,
    products: new Map([...gone.products, ...present.products]),
    methods: new Map([...gone.methods, ...present.methods]),
    clients: new Map([...gone.clients, ...present.clients]),
    students: new Map([...gone.students, ...present.students]),
  };
  return { references, paper, changed };
}

type Gone = Pick<SaleReferences, 'products' | 'methods' | 'clients' | 'students'>;
type Entries<M> = M extends Map<infer Key, infer Value> ? [Key, Value][] : never;

/**
 * What a sale refers to, whether it is still sold with or not: products and methods of any time, a method by a name
 * that it has had, and people who are anonymised now, without their numbers, as sales keep them.
 */
async function readGone(tx: Tx, command: SaleCommand): Promise<Gone> {
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

import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { rowsOf } from '../../database/rows.ts';
import type { SaleReferences } from '../sales/sale-batches.ts';
import type { SaleCommand } from '../sales/sale-command.ts';
import type { StoredClient, StoredProduct, StoredStudent } from '../sales/sale-record.ts';

/** What a kept sale refers to, together with what is no more; and what is no longer as the counter had it. */
export async function keptReferences(tx: Tx, command: SaleCommand, present: SaleReferences) {
  const { products, methods, clients, students } = present;
  const { clientId, studentId, items, payments } = command;
  const isClient = clients.get(clientId)?.id === clientId;
  const isStudent = studentId === null || students.get(studentId)?.id === studentId;
  const changed = {
    price_changed: items.some(({ productId, paper }) => {
      const product = products.get(productId);
      return product && !isDeepStrictEqual({ ...product, ...paper }, product);
    }),
    product_gone: items.some(({ productId }) => !products.has(productId)),
    method_gone: payments.some(({ method }) => !methods.has(method)),
    person_changed: !isClient || !isStudent,
  };
  const references = {
    ...present,
    products: new Map([...(await productsOfAnyTime(tx, command)), ...products]),
    methods: new Map([...(await methodsOfAnyTime(tx, command)), ...methods]),
    clients: new Map([...(await anonymised<StoredClient>(tx, 'client', clientId)), ...clients]),
    students: new Map([
      ...(await anonymised<StoredStudent>(tx, 'student', studentId)),
      ...students,
    ]),
  };
  return { references, changed };
}

async function productsOfAnyTime(tx: Tx, { items }: SaleCommand) {
  const ids = items.map(({ productId }) => productId);
  const rows = await rowsOf<StoredProduct>(tx)`
    SELECT id, code, name, price_cents AS "unitPrice" FROM products WHERE id = ANY (${ids}::integer[])`;
  return rows.map((product) => [product.id, product] as const);
}

/** Deleted ones, and those that have another name now. */
async function methodsOfAnyTime(tx: Tx, { payments }: SaleCommand) {
  const names = payments.map(({ method }) => method);
  const rows = await rowsOf<{ name: string; id: number }>(tx)`
    SELECT asked.name, known.id FROM unnest(${names}::text[]) AS asked (name) JOIN LATERAL (
      SELECT coalesce(
        (SELECT max(id) FROM payment_methods WHERE name = asked.name),
        (SELECT subject_id FROM audit_events
          WHERE action = 'payment_method.edited' AND before ->> 'name' = asked.name
          ORDER BY id DESC LIMIT 1)) AS id) AS known ON known.id IS NOT NULL`;
  return rows.map(({ name, id }) => [name, id] as const);
}

/** Without the number, as sales keep them. */
async function anonymised<P extends object>(tx: Tx, kind: PersonKind, asked: number | null) {
  const { table, key } = peopleTables[kind];
  const rows = await rowsOf<P>(tx)`
    SELECT kept.id, kept.name, 'anonimizado' AS ${key}, true AS anonymised
    FROM ${table} asked JOIN ${table} kept ON kept.id = coalesce(asked.merged_into, asked.id)
    WHERE asked.id = ${asked} AND kept.anonymised_at IS NOT NULL`;
  return rows.map((person) => [asked as number, person] as const);
}

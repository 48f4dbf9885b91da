import type { Cents } from '@balcao/domain/money.ts';
import type pg from 'pg';
import type { SaleCommand } from './sale-command.ts';
import type { StoredClient, StoredProduct, StoredStudent } from './sale-record.ts';

/** What a sale points at, as it is now: only what may be sold, and to whom. */
export type SaleReferences = {
  products: Map<number, StoredProduct>;
  /** Ids by exact name. */
  methods: Map<string, number>;
  client: StoredClient | undefined;
  student: StoredStudent | undefined;
  /** Whether the key has made a sale already. */
  keyIsTaken: boolean;
};

const QUERY = {
  name: 'sale-references',
  text: `
    SELECT
      (SELECT coalesce(json_agg(json_build_object(
          'id', id, 'code', code, 'name', name, 'unitPrice', price_cents)), '[]')
        FROM products WHERE id = ANY ($1::integer[]) AND active AND deleted_at IS NULL) AS products,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]')
        FROM payment_methods WHERE name = ANY ($2::text[]) AND deleted_at IS NULL) AS methods,
      (SELECT json_build_object('id', id, 'name', name, 'cpf', cpf)
        FROM clients WHERE id = $3) AS client,
      (SELECT json_build_object('id', id, 'name', name, 'registration', registration)
        FROM students WHERE id = $4) AS student,
      EXISTS (SELECT FROM sales WHERE idempotency_key = $5) AS "keyIsTaken"`,
};

/** One round trip for everything that the sale has to be checked against. */
export async function readSaleReferences(
  pool: pg.Pool,
  command: SaleCommand,
  idempotencyKey: string,
): Promise<SaleReferences> {
  const { rows } = await pool.query({
    ...QUERY,
    values: [
      command.items.map((item) => item.productId),
      command.payments.map((payment) => payment.method),
      command.clientId,
      command.studentId,
      idempotencyKey,
    ],
  });
  const [found] = rows as [
    {
      products: (StoredProduct & { unitPrice: Cents })[];
      methods: { id: number; name: string }[];
      client: StoredClient | null;
      student: StoredStudent | null;
      keyIsTaken: boolean;
    },
  ];
  return {
    products: new Map(found.products.map((product) => [product.id, product])),
    methods: new Map(found.methods.map((method) => [method.name, method.id])),
    client: found.client ?? undefined,
    student: found.student ?? undefined,
    keyIsTaken: found.keyIsTaken,
  };
}

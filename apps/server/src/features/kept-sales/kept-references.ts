import type { KeptReason } from '@balcao/domain/kept-sale.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { Tx } from '../../database/connection.ts';
import type { SaleReferences, SaleStatements } from '../sales/sale-batches.ts';
import type { SaleCommand } from '../sales/sale-command.ts';
import type { StoredProduct } from '../sales/sale-record.ts';
import { readGone } from './gone-references.repository.ts';

export type PaperItem = { code: string; name: string; price: Cents };

type KeptReferences = {
  references: SaleReferences;
  /** What an item says in place of its product. */
  paper: Partial<StoredProduct>[];
  /** What is no longer as the counter had it. */
  changed: KeptReason[];
};

/** What a kept sale refers to, also what is no more; its prices are those of its paper. */
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

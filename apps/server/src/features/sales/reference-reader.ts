import type { Connection } from '../../database/connection.ts';
import {
  readSaleReferences,
  type SaleInQuestion,
  type SaleReferences,
} from './sale-references.repository.ts';

/** Answers what a sale has to be checked against; there may be more than it asked for. */
export type ReferenceReader = (sale: SaleInQuestion) => Promise<SaleReferences>;

/**
 * Sales that arrive in the same turn of the event loop ask together: under load that is most of them, and
 * a question costs PostgreSQL and Node nearly the same whether it is about one sale or ten. None waits for
 * another's answer, so that a connection that hangs holds up only those that share it.
 */
export function createReferenceReader(pool: Connection['pool']): ReferenceReader {
  let asking: { sales: SaleInQuestion[]; answer: Promise<SaleReferences> } | undefined;

  async function askTogether(sales: readonly SaleInQuestion[]): Promise<SaleReferences> {
    await new Promise(setImmediate);
    asking = undefined;
    return readSaleReferences(pool, sales);
  }

  return (sale) => {
    if (asking) {
      asking.sales.push(sale);
    } else {
      const sales = [sale];
      asking = { sales, answer: askTogether(sales) };
    }
    return asking.answer;
  };
}

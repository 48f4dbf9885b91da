import type { Sale } from '@balcao/contract/sales.ts';
import { formatDay } from '@balcao/domain/business-day.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';

/** The words of a receipt, ready for the paper. */
export type Receipt = {
  number: number;
  client: string;
  /** undefined for a client who was made anonymous. */
  cpf: string | undefined;
  amount: string;
  products: string;
  /** undefined when nothing was paid. */
  payments: string | undefined;
  day: string;
};

/** Reads what was stored for printing; undefined when that is not a sale. */
export function receiptOf(stored: unknown): Receipt | undefined {
  try {
    return receiptOfSale(stored as Sale);
  } catch {
    // Anything may lie in the browser's storage: a closing, an older form, somebody's experiment.
    return undefined;
  }
}

function receiptOfSale(sale: Sale): Receipt {
  return {
    number: sale.id,
    client: sale.client_data.name,
    cpf: formatCpf(sale.client_data.cpf) || undefined,
    amount: reais(sale.total_general),
    products: sale.products_data
      .map(({ product_info, quantity }) => `${product_info.name}: x${quantity}`)
      .join(', '),
    payments: paymentsOf(sale) || undefined,
    day: formatDay(new Date(sale.created_at)),
  };
}

/** The lines as paid, without those that are empty or zero, and the change after them. */
function paymentsOf(sale: Sale): string {
  const lines = [
    [sale.payment_desc1, sale.payment_method1],
    [sale.payment_desc2, sale.payment_method2],
    [sale.payment_desc3, sale.payment_method3],
    [sale.payment_desc4, sale.payment_method4],
    [sale.payment_desc5, sale.payment_method5],
  ] as const;
  const parts = lines.flatMap(([method, amount]) =>
    method && amount ? [`${method} ${reais(amount)}`] : [],
  );
  if (sale.troco > 0) parts.push(`troco ${reais(sale.troco)}`);
  return parts.join('; ');
}

function reais(amount: number): string {
  return formatCents(centsFromReais(amount));
}

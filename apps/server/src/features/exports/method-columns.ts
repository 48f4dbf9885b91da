import { sumCents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { type Column, decimal } from './file/table.ts';

const portuguese = new Intl.Collator('pt-BR');

/** A column for each payment method, net of change, in the order of the papers. They add up to the total. */
export function methodColumns<Row>(
  methods: Iterable<string>,
  paymentsOf: (row: Row) => readonly PaymentLine[],
): Column<Row>[] {
  return [...new Set(methods)].sort(portuguese.compare).map((name) =>
    decimal(name, (row) => {
      const lines = paymentsOf(row).filter(({ method }) => method === name);
      return lines.length > 0 ? sumCents(lines.map(({ amount }) => amount)) : null;
    }),
  );
}

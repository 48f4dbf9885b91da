import type { Sale } from '@balcao/contract/sales/sales.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { sum } from '../../ui/counts.ts';

/** The returns and corrections of a sale, in words; [] for most sales. */
function marksOf({ corrections, products_data }: Sale): string[] {
  if (!corrections) return [];
  const { returned, payments, exchanged, exchange_of } = corrections;
  const pieces = (items: readonly { quantity: number }[]) =>
    sum(items.map(({ quantity }) => quantity));
  const [sold, back] = [pieces(products_data), pieces(returned)];
  const part = back < sold ? ' em parte' : '';
  return [
    ...(back === 0 ? [] : [`${exchanged ? 'Trocada' : 'Devolvida'}${part}`]),
    ...(payments ? ['Pagamento corrigido'] : []),
    ...(exchange_of ? [`Troca da nº ${exchange_of}`] : []),
  ];
}

/** The student's name, or the number of one without a name; '' in a sale for nobody. */
export const studentOf = ({ student_data }: Sale) =>
  student_data?.name || student_data?.registration || '';

/** The client's name, with the marks of the sale. */
export function MarkedClient({ sale }: { sale: Sale }) {
  const marks = marksOf(sale);
  if (marks.length === 0) return sale.client_data.name;
  return (
    <>
      {sale.client_data.name}{' '}
      {marks.map((mark) => (
        <Text
          key={mark}
          span
          display="inline-block"
          mr={4}
          px={6}
          size="xs"
          fw={600}
          bd="1px solid var(--warning-edge)"
          bdrs="sm"
          bg="var(--warning-surface)"
          c="var(--warning-text)"
        >
          {mark}
        </Text>
      ))}
    </>
  );
}

/** The worth of the sale, and what is left when some items came back. */
export function SaleAmount({ sale }: { sale: Sale }) {
  const returned = sale.corrections?.returned_total ?? 0;
  const total = formatReais(sale.total_general);
  if (returned === 0) return total;
  return (
    <>
      {total}
      <Text component="span" display="block" size="xs" c="dimmed">
        líquido {formatReais(sale.total_general - returned)}
      </Text>
    </>
  );
}

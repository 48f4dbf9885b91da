import { Text } from '@mantine/core';
import { memo } from 'react';
import type { Exchange } from '../sale/exchange.ts';
import { type Person, saleName } from '../sale/person.ts';
import { type SaleItem, sumItems } from '../sale/sale-item.ts';

type Props = {
  client: Person;
  student: Person;
  items: readonly SaleItem[];
  /** Then the names are those of the earlier sale. */
  exchange: Exchange | undefined;
};

/** The client and the total, so that the payment can be compared with the person at the counter. */
export const SaleSummary = memo(function SaleSummary(props: Props) {
  const { client, student, items, exchange } = props;
  const { quantity } = sumItems(items);
  const pupil = exchange
    ? exchange.sale.student_name
    : student.digits && (saleName(student) || `matrícula ${student.digits}`);
  const details = [
    pupil && `Aluno: ${pupil}`,
    exchange && `Troca da venda nº ${exchange.sale.id}`,
    `${quantity.toLocaleString('pt-BR')} ${quantity === 1 ? 'item' : 'itens'}`,
  ];
  return (
    <>
      <Text size="md" fw={600} lh={1.3} mih="1.3em" style={{ overflowWrap: 'anywhere' }}>
        {exchange?.sale.client_name ?? saleName(client)}
      </Text>
      <Text size="sm" c="dimmed" mb={2} style={{ overflowWrap: 'anywhere' }}>
        {details.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
});

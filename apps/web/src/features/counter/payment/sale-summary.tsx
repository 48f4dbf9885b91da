import { Text } from '@mantine/core';
import { memo } from 'react';
import { type Person, saleName } from '../sale/person.ts';
import { type SaleItem, sumItems } from '../sale/sale-item.ts';

type Props = { client: Person; student: Person; items: readonly SaleItem[] };

/** Who buys how much, so that the payment can be compared with the person at the counter. */
export const SaleSummary = memo(function SaleSummary({ client, student, items }: Props) {
  const { quantity } = sumItems(items);
  const details = [
    student.digits && `Aluno: ${saleName(student) || `matrícula ${student.digits}`}`,
    `${quantity.toLocaleString('pt-BR')} ${quantity === 1 ? 'item' : 'itens'}`,
  ];
  return (
    <>
      <Text size="md" fw={600} lh={1.3} mih="1.3em" style={{ overflowWrap: 'anywhere' }}>
        {saleName(client)}
      </Text>
      <Text size="sm" c="gray.7" mb={2} style={{ overflowWrap: 'anywhere' }}>
        {details.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
});

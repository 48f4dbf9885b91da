import type { Sale } from '@balcao/contract/sales/sales.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { formatCents, formatReais } from '@balcao/domain/money.ts';
import { Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Modal } from '../../../ui/modal.tsx';
import { type Fact, Facts } from '../../../ui/paper/paper-table.tsx';
import { SaleAmounts } from '../../corrections/sale-amounts.tsx';
import { currentPaymentsOfSale } from '../payments-of-sale.ts';
import { type Receipt, receiptOfSale } from '../receipt/receipt.ts';
import { sumsOf } from '../receipt/receipt-text.ts';
import { SaleItems } from '../receipt/sale-items.tsx';
import { marksOf } from '../sale-mark.tsx';

type Props = {
  /** null while the dialog is closed. */
  sale: Sale | null;
  onClose: () => void;
  onCorrect: (saleId: number) => void;
  onReprint: (saleId: number) => void;
  isReprinting: (saleId: number) => boolean;
};

/** Everything about one sale, and its receipt again. */
export function SaleDialog(props: Props) {
  const { sale, onClose, onCorrect, onReprint, isReprinting } = props;
  const receipt = sale && receiptOfSale(sale);
  return (
    <Modal
      opened={sale !== null}
      onClose={onClose}
      title={sale && [`Venda nº ${sale.id}`, ...marksOf(sale)].join(' · ')}
      size="lg"
    >
      {receipt && (
        <>
          <Facts of={peopleOf(sale, receipt)} />
          <SaleItems items={receipt.items} />
          <Amounts sale={sale} receipt={receipt} />
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose}>
              Fechar
            </Button>
            <Button variant="default" onClick={() => onCorrect(sale.id)}>
              Devolver, trocar ou corrigir
            </Button>
            <Button
              data-autofocus
              loading={isReprinting(sale.id)}
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => onReprint(sale.id)}
            >
              Recibo (2ª via)
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

function peopleOf({ created_at, student_data }: Sale, { client, cpf }: Receipt): Fact[] {
  const student = student_data && [student_data.name, student_data.registration];
  return [
    ['Quando', recordedMoment(created_at)],
    ['Cliente', [client, cpf].filter(Boolean).join(' · ')],
    ['Aluno', student ? student.filter(Boolean).join(' · ') : 'Sem aluno'],
  ];
}

function Amounts({ sale, receipt }: { sale: Sale; receipt: Receipt }) {
  const { lines, change } = currentPaymentsOfSale(sale);
  const returned = sale.corrections?.returned_total ?? 0;
  return (
    <SaleAmounts
      rows={[
        ...sumsOf(receipt).map(([label, value]) => ({ label, value, strong: label === 'Total' })),
        ...lines.map(({ method, amount }) => ({ label: method, value: formatCents(amount) })),
        { label: 'Troco', value: formatCents(change), strong: change > 0 },
        ...(returned > 0
          ? [{ label: 'Voltou', value: `−${formatReais(returned)}`, strong: true }]
          : []),
      ]}
    />
  );
}

import type { Sale } from '@balcao/contract/sales.ts';
import { formatDay, formatTime } from '@balcao/domain/business-day.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { cents, centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { paymentLines } from '../payments-of-sale.ts';
import classes from './sale-dialog.module.css';

type Props = {
  /** null while the dialog is closed. */
  sale: Sale | null;
  onClose: () => void;
  onReprint: (saleId: number) => void;
  isReprinting: (saleId: number) => boolean;
};

const brl = (reais: number) => formatCents(centsFromReais(reais));

/** Everything about one sale, and its receipt again. */
export function SaleDialog({ sale, onClose, onReprint, isReprinting }: Props) {
  return (
    <Modal
      opened={sale !== null}
      onClose={onClose}
      title={sale && `Venda nº ${sale.id}`}
      size="lg"
      transitionProps={{ duration: 0 }}
    >
      {sale && (
        <>
          <People sale={sale} />
          <Items sale={sale} />
          <Amounts sale={sale} />
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose}>
              Fechar
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

function People({ sale }: { sale: Sale }) {
  const { client_data: client, student_data: student } = sale;
  const at = new Date(sale.created_at);
  const rows = [
    ['Quando', `${formatDay(at)} às ${formatTime(at)}`],
    ['Cliente', [client.name, formatCpf(client.cpf)].filter(Boolean).join(' · ')],
    ['Aluno', student && [student.name, student.registration].filter(Boolean).join(' · ')],
  ] as const;
  return (
    <dl className={classes.people}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? 'Sem aluno'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Items({ sale }: { sale: Sale }) {
  return (
    <table aria-label="Itens" className={classes.items}>
      <thead>
        <tr>
          <th scope="col">Produto</th>
          <th scope="col" data-amount>
            Qtd.
          </th>
          <th scope="col" data-amount>
            Unitário
          </th>
          <th scope="col" data-amount>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {sale.products_data.map(({ product_info, quantity, total }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <tr key={line}>
            <td>{product_info.name}</td>
            <td data-amount>{quantity}</td>
            <td data-amount>{brl(product_info.price)}</td>
            <td data-amount>{brl(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Amounts({ sale }: { sale: Sale }) {
  const discount = cents(centsFromReais(sale.subtotal) - centsFromReais(sale.total_general));
  return (
    <dl className={`${classes.amounts} money`}>
      {discount > 0 && <Amount label="Desconto" value={`− ${formatCents(discount)}`} />}
      <Amount label="Total" value={brl(sale.total_general)} strong />
      {paymentLines(sale).map(({ method, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <Amount key={index} label={method} value={formatCents(amount)} />
      ))}
      <Amount label="Troco" value={brl(sale.troco)} strong={sale.troco > 0} />
    </dl>
  );
}

function Amount({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <Text component="dd" inherit m={0} fw={strong ? 650 : 400}>
        {value}
      </Text>
    </div>
  );
}

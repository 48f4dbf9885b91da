import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { cents, centsFromReais, formatCents, formatReais } from '@balcao/domain/money.ts';
import { Group, Stack, Text } from '@mantine/core';
import { type Fact, Facts, PaperTable } from '../../ui/paper/paper-table.tsx';
import { LinkTo, targets } from '../audit/audit-columns.tsx';

/** The people of a sale with their numbers, which sellers other than its own do not get. */
export type Known = Pick<Sale, 'client_data' | 'student_data'>;

type Props = { sale: SaleToCorrect; known: Known | undefined };

/** Who bought what, and how it is paid. */
export function SaleContent({ sale, known }: Props) {
  return (
    <>
      <Facts of={peopleOf(sale, known)} />
      <Items sale={sale} />
      <Amounts sale={sale} />
    </>
  );
}

function peopleOf(sale: SaleToCorrect, known: Known | undefined): Fact[] {
  const words = (name: string | null, number: string | null | undefined) =>
    [name, number].filter(Boolean).join(' · ');
  const { people } = sale;
  const cpf = people?.cpf ?? known?.client_data.cpf;
  const registration = people?.registration ?? known?.student_data?.registration;
  const seller = sale.parked_by
    ? `Guardado por ${sale.parked_by}, vendido por ${sale.seller_name}`
    : sale.seller_name;
  return [
    ['Quando', recordedMoment(sale.created_at)],
    ['Vendedor', linked(seller, people?.seller_login && targets.user(people.seller_login))],
    [
      'Cliente',
      linked(
        words(sale.client_name, cpf && formatCpf(cpf)),
        people && targets.client(`${people.client}`),
      ),
    ],
    [
      'Aluno',
      linked(
        words(sale.student_name, registration) || 'Sem aluno',
        people?.student && targets.student(`${people.student}`),
      ),
    ],
    ...(sale.lists ? [['Lista', sale.lists.join(', ')] as const] : []),
    ...(sale.exchange_of ? [['Troca', `É a troca da venda nº ${sale.exchange_of}`] as const] : []),
  ];
}

/** Only administrators get people, and they alone have their pages. */
const linked = (words: string, target: Parameters<typeof LinkTo>[0]['target'] | 0) => (
  <LinkTo target={target || undefined}>{words}</LinkTo>
);

/** As on the receipt: before discounts. */
function Items({ sale }: { sale: SaleToCorrect }) {
  const someReturned = sale.items.some(({ returned }) => returned > 0);
  const titles = ['Qtd.', ...(someReturned ? ['Voltou'] : []), 'Unitário', 'Total'];
  return (
    <PaperTable
      label="Itens"
      columns={[{ title: 'Item' }, ...titles.map((title) => ({ title, figures: true }) as const)]}
      rows={sale.items.map(({ product_info: { name, price }, quantity, returned }) => ({
        cells: [
          name,
          quantity,
          ...(someReturned ? [returned || '–'] : []),
          formatReais(price),
          formatCents(cents(centsFromReais(price) * quantity)),
        ],
      }))}
    />
  );
}

type AmountRow = { label: string; value: string; strong?: true };

function Amounts({ sale }: { sale: SaleToCorrect }) {
  const { subtotal, total_general, valor_pago, troco } = sale;
  const corrected = sale.corrections.some(({ kind }) => kind === 'payments');
  const returned = sale.corrections.reduce((sum, { total }) => sum + total, 0);
  const rows: AmountRow[] = [
    ...(subtotal > total_general
      ? [{ label: 'Desconto', value: `−${formatReais(subtotal - total_general)}` }]
      : []),
    { label: 'Total', value: formatReais(total_general), strong: true },
    ...sale.payments.map(({ method, amount }) => ({
      label: `${method}${corrected ? ' (corrigido)' : ''}`,
      value: formatReais(amount),
    })),
    ...(returned > 0
      ? [
          { label: 'Voltou', value: `−${formatReais(returned)}` },
          { label: 'Líquido', value: formatReais(total_general - returned), strong: true } as const,
        ]
      : []),
  ];
  return (
    <>
      <Stack component="dl" className="money" gap={4} mt={12} mb={0}>
        {rows.map(({ label, value, strong }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
          <Group key={index} justify="flex-end" align="baseline" wrap="nowrap" gap={12}>
            <Text component="dt" inherit c="dimmed" fw={500} ta="right">
              {label}
            </Text>
            <Text
              component="dd"
              inherit
              m={0}
              miw="8rem"
              ta="right"
              fw={600}
              fz={strong ? 'lg' : 'inherit'}
            >
              {value}
            </Text>
          </Group>
        ))}
      </Stack>
      {/* The amounts above are net of change. */}
      {troco > 0 && (
        <Text size="sm" ta="right" c="dimmed" className="money">
          Pago com {formatReais(valor_pago)}, troco de {formatReais(troco)}
        </Text>
      )}
    </>
  );
}

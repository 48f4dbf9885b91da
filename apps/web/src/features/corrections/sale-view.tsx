import type { Correction, SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Box, Button, Group, Text } from '@mantine/core';
import { type Fact, Facts, PaperTable } from '../../ui/paper/paper-table.tsx';
import { CorrectionList, type useCorrectionPaper } from './correction-list.tsx';
import { doneWords } from './correction-words.ts';
import { correctable, goingBackWords } from './record/given-back.ts';
import { RecordProblem } from './record/record-problem.tsx';
import { leftOf } from './record/returned-units.ts';
import type { useRecord } from './record/use-record.tsx';
import { SaleAmounts } from './sale-amounts.tsx';

/** Prints the receipt of a sale again. */
export type ReceiptAgain = {
  reprint: (sale: number) => void;
  isReprinting: (sale: number) => boolean;
};

export type View = 'sale' | 'refund' | 'exchange' | 'payments';

type Props = {
  sale: SaleToCorrect;
  /** What was just recorded. */
  made: Correction | undefined;
  paper: ReturnType<typeof useCorrectionPaper>;
  recording: ReturnType<typeof useRecord>;
  canExchange: boolean;
  receipt: ReceiptAgain | undefined;
  onShow: (view: View) => void;
  onClose: () => void;
};

/** The sale as it is now, and what can be done with it. */
export function SaleView(props: Props) {
  const { sale, made, paper, recording, canExchange, receipt, onShow, onClose } = props;
  const nothingLeft = sale.items.every((item) => leftOf(item) === 0);
  const paidByMethod = correctable(sale).length > 0;
  const { deleted } = sale;
  const settled = !recording.unanswered && !recording.isSending && !deleted;
  return (
    <>
      {made && <Done made={made} />}
      {deleted && <Deleted deleted={deleted} />}
      <RecordProblem recording={recording} />
      <Facts of={peopleOf(sale)} />
      <Items sale={sale} />
      <Amounts sale={sale} />
      <Notes sale={sale} />
      <CorrectionList sale={sale} paper={paper} />
      {nothingLeft && !made && (
        <Text mt="md" c="dimmed">
          Tudo desta venda já voltou.
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="default"
          onClick={onClose}
          data-autofocus={nothingLeft || made !== undefined || deleted !== undefined || undefined}
        >
          Fechar
        </Button>
        {receipt && (
          <Button
            variant="default"
            loading={receipt.isReprinting(sale.id)}
            onClick={() => receipt.reprint(sale.id)}
          >
            Recibo (2ª via)
          </Button>
        )}
        {settled && paidByMethod && (
          <Button variant="default" onClick={() => onShow('payments')}>
            Corrigir pagamento
          </Button>
        )}
        {settled && !nothingLeft && canExchange && (
          <Button variant="default" onClick={() => onShow('exchange')}>
            Trocar
          </Button>
        )}
        {settled && !nothingLeft && (
          <Button onClick={() => onShow('refund')} data-autofocus={!made || undefined}>
            Devolver
          </Button>
        )}
      </Group>
    </>
  );
}

function Done({ made }: { made: Correction }) {
  const back = goingBackWords(made);
  return (
    <Box
      role="status"
      bg="var(--mantine-color-green-light)"
      c="var(--mantine-color-green-light-color)"
      px="sm"
      py="xs"
      mb="sm"
      bdrs="sm"
    >
      <Text fw={650}>{doneWords(made)}</Text>
      {back && (
        <Text className="money" fz={24} fw={650} lh={1.3}>
          {back}
        </Text>
      )}
    </Box>
  );
}

/** It is shown as it was, and nothing changes it any more. */
function Deleted({ deleted: { at, by } }: { deleted: NonNullable<SaleToCorrect['deleted']> }) {
  return (
    <Text
      bg="var(--warning-surface)"
      c="var(--warning-text)"
      bd="1px solid var(--warning-edge)"
      px="sm"
      py="xs"
      mb="sm"
      bdrs="sm"
      fw={600}
    >
      Venda excluída em {recordedMoment(at)} por {by}.
    </Text>
  );
}

const peopleOf = (sale: SaleToCorrect): Fact[] => [
  ['Quando', recordedMoment(sale.created_at)],
  ['Vendedor', sale.seller_name],
  ['Cliente', sale.client_name],
  ['Aluno', sale.student_name || 'Sem aluno'],
  ...(sale.exchange_of ? [['Troca', `É a troca da venda nº ${sale.exchange_of}`] as const] : []),
];

function Items({ sale }: { sale: SaleToCorrect }) {
  const someReturned = sale.items.some(({ returned }) => returned > 0);
  const titles = ['Qtd.', ...(someReturned ? ['Voltou'] : []), 'Total'];
  return (
    <PaperTable
      label="Itens"
      columns={[{ title: 'Item' }, ...titles.map((title) => ({ title, figures: true }) as const)]}
      rows={sale.items.map(({ product_info, quantity, returned, total }) => ({
        cells: [
          product_info.name,
          quantity,
          ...(someReturned ? [returned || '–'] : []),
          formatReais(total),
        ],
      }))}
    />
  );
}

function Amounts({ sale }: { sale: SaleToCorrect }) {
  const corrected = sale.corrections.some(({ kind }) => kind === 'payments');
  const returned = sale.corrections.reduce((sum, { total }) => sum + total, 0);
  return (
    <SaleAmounts
      rows={[
        { label: 'Total', value: formatReais(sale.total_general), strong: true },
        ...sale.payments.map(({ method, amount }) => ({
          label: `${method}${corrected ? ' (corrigido)' : ''}`,
          value: formatReais(amount),
        })),
        ...(returned > 0
          ? [
              { label: 'Voltou', value: `−${formatReais(returned)}` },
              { label: 'Líquido', value: formatReais(sale.total_general - returned), strong: true },
            ]
          : []),
      ]}
    />
  );
}

/** How the amounts came about: the items above are net of discounts, the payments of change. */
function Notes({ sale: { subtotal, total_general, valor_pago, troco } }: { sale: SaleToCorrect }) {
  const discount = subtotal - total_general;
  return [
    discount > 0 && `Desconto de ${formatReais(discount)} sobre ${formatReais(subtotal)}`,
    troco > 0 && `Pago com ${formatReais(valor_pago)}, troco de ${formatReais(troco)}`,
  ].map(
    (note) =>
      note && (
        <Text key={note} size="sm" ta="right" c="dimmed" className="money">
          {note}
        </Text>
      ),
  );
}

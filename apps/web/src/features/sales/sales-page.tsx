import type { SaleOrder } from '@balcao/contract/fields/sale-orders.ts';
import type { ListedSale } from '@balcao/contract/sales/sales.ts';
import { parseBusinessDay } from '@balcao/domain/dates/business-day.ts';
import { recordedDay } from '@balcao/domain/dates/recorded.ts';
import { centsOfSum, formatReais } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asReceived } from '../../api/answers/received.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { whole } from '../../ui/counts.ts';
import { CALLED_OFF, useRemoval } from '../../ui/dialogs/use-removal.tsx';
import { NothingInPeriod, NothingListed } from '../../ui/lists/list-frame.tsx';
import { ListSums } from '../../ui/lists/list-sums.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useList, useListAddress } from '../../ui/lists/use-list.ts';
import { Say } from '../../ui/messages/say.tsx';
import { usePaper } from '../../ui/paper/tab/use-paper.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useApproval } from '../approvals/use-approval.tsx';
import { SaleCorrection } from '../corrections/sale-correction.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { firstStepsQuery } from '../institution/first-steps.queries.ts';
import { deletedSaleColumns, saleColumns } from './sale-columns.tsx';
import { listSales, recordReprint, removeSale, SALES_KEY, saleSumsQuery } from './sales.queries.ts';
import { type SalesFilter, salesFilter } from './sales-filter.ts';
import { SalesFilterForm } from './sales-filter-form.tsx';
import classes from './sales-page.module.css';
import { useSalesFilter } from './use-sales-filter.ts';

const OF_SEARCH =
  'O relatório não segue esta busca: soma todas as vendas do período e dos filtros.';
const OF_FILTER =
  'O relatório não segue a forma nem a situação: soma todas as vendas do período e dos outros filtros.';

const SALES_EXPORTS = [
  { list: 'sales', label: 'Uma linha por venda' },
  { list: 'sale_items', label: 'Uma linha por item' },
] as const;

export function SalesPage() {
  const navigate = useNavigate();
  const filter = useSalesFilter();
  const { applied, input, isWaiting, apply } = filter;
  const address = useListAddress();
  const list = useList('VENDAS', SALES_KEY, { ...address.slice, ...applied }, listSales);
  const open = filter.beside.sale;
  // Going back closes a sale, and does not open it again.
  const show = (sale: number | undefined) => filter.changeBeside({ sale }, sale !== undefined);
  const receipt = usePaper(paths.receipt, 'Recibo');
  const removal = useSaleRemoval();

  const columns = saleColumns({
    onPrint: (sale) => {
      receipt.open(asReceived(sale), { printAtOnce: false, again: true });
      recordReprint(sale);
    },
    onDelete: (sale) => removal.ask(sale, 'Tem certeza que deseja excluir essa venda?'),
    isRemoving: removal.isRemoving,
    showStudent: applied.find !== '',
  });

  const keeps = useSession()?.keeps_sales === true;
  /** How often. */
  const [reportWanted, setReportWanted] = useState(0);
  const fold = useState(false);
  const startRef = useRef<HTMLInputElement>(null);
  const endRef = useRef<HTMLInputElement>(null);
  const { startDate, endDate, search, products: productsSelected } = input;
  const [missingDate] = [
    ...(parseBusinessDay(startDate) ? [] : [startRef]),
    ...(parseBusinessDay(endDate) ? [] : [endRef]),
  ];

  const focusMissing = useEffectEvent(() => missingDate?.current?.focus());
  // A folded field takes no focus: it is unfolded by now.
  useEffect(() => {
    if (reportWanted > 0) focusMissing();
  }, [reportWanted]);

  const openReport = async () => {
    setReportWanted((times) => times + 1);
    if (missingDate) {
      return fold[1](true);
    }
    // The address gets the filter first, so that going back finds the filter of the report.
    await apply(input, true);
    const state = { search: search.trim(), productsSelected, startDate, endDate };
    await navigate({ to: paths.periodReport, state });
  };

  return (
    <Screen
      title="VENDAS"
      help="achar-uma-venda"
      tools={
        <>
          {reportWanted > 0 && missingDate && (
            // Beside its button, where it shifts nothing on the page.
            <Say rank="refusal" className={classes.beside}>
              Selecione um período para gerar o relatorio
            </Say>
          )}
          {(input.find.trim() !== '' || input.method !== '' || input.only !== '') && (
            <Text className={classes.beside} size="sm" c="dimmed">
              {input.find.trim() !== '' ? OF_SEARCH : OF_FILTER}
            </Text>
          )}
          {keeps && (
            <Button component={Link} to={paths.keptSales} variant="default">
              Vendas guardadas
            </Button>
          )}
          <ExportButton
            lists={SALES_EXPORTS}
            filter={exportFilter(input)}
            onExport={() => isWaiting && void apply(input)}
          />
          <Button onClick={() => void openReport()}>Gerar relatorio</Button>
        </>
      }
    >
      <SalesFilterForm {...{ filter, startRef, endRef, fold }} />
      <PagedList
        found="Encontradas"
        list={list}
        address={address}
        columns={applied.only === 'deleted' ? deletedSaleColumns : columns}
        sums={<SaleSums filter={applied} isWaiting={isWaiting} />}
        onOpen={({ id }) => show(id)}
        order={applied.order || '-date'}
        onOrder={(order) => void apply({ ...input, order: order as SaleOrder })}
        empty={<NoSales filter={applied} onShowAll={() => void apply(salesFilter.read({}))} />}
      />
      <SaleCorrection
        sale={open}
        known={list.data?.results.find(({ id }) => id === open)}
        onClose={() => show(undefined)}
        onRecorded={() => void removal.reload()}
      />
      {removal.dialogs}
      {receipt.blocked}
    </Screen>
  );
}

/** A file has the order of the report. */
function exportFilter({ order: _, products, find, search, only, ...rest }: SalesFilter) {
  const texts = { find: find.trim(), search: search.trim(), products: products.join(',') };
  return { ...rest, ...texts, ...(only && { only }) };
}

type NoSalesProps = { filter: SalesFilter; onShowAll: () => void };

/** Why the list is empty, and how to find more. */
function NoSales({ filter, onShowAll }: NoSalesProps) {
  const { data: firstSteps } = useQuery(firstStepsQuery);
  const { order: _, products, ...texts } = filter;
  if (products.length === 0 && Object.values(texts).every((text) => text === '')) {
    return (
      <NothingListed title="Nenhuma venda registrada">
        <p>As vendas feitas no balcão aparecem aqui.</p>
        <Group justify="center" gap="xs">
          <Button component={Link} to={paths.counter} variant="default">
            Ir para o PDV
          </Button>
          {firstSteps?.show && (
            <Button component={Link} to={paths.dashboard} variant="default">
              Primeiros passos
            </Button>
          )}
        </Group>
      </NothingListed>
    );
  }
  return (
    <NothingInPeriod
      title="Nenhuma venda encontrada com este filtro"
      period={filter}
      hint="Mude o que procura, o período ou o resto do filtro."
    >
      <Button variant="default" onClick={onShowAll}>
        Mostrar todas
      </Button>
    </NothingInPeriod>
  );
}

/** What all sales of a filter add up to. A server that does not know the call leaves the place empty. */
function SaleSums({ filter, isWaiting }: { filter: SalesFilter; isWaiting: boolean }) {
  const { data } = useQuery(saleSumsQuery(filter));
  if (!data) return <ListSums mb={6} mih="1.55em" of={[]} />;
  const { count, total, net } = data;
  return (
    <ListSums
      mb={6}
      isWaiting={isWaiting}
      of={[
        [count === 1 ? 'venda' : 'vendas', whole(count)],
        ['soma', formatReais(total)],
        ['líquido do que voltou', formatReais(net)],
      ]}
    />
  );
}

const removalWords = {
  done: 'Venda excluída com sucesso!',
  failed: 'Erro ao excluir a venda.',
  refused: {
    sale_corrected: 'Esta venda tem devolução, troca ou correção, e não pode ser excluída.',
  },
};

/** Removes a sale of the list; in a closed month with the approval that the server then asks for. */
function useSaleRemoval() {
  const approval = useApproval();
  const removal = useRemoval<ListedSale>({
    queryKey: SALES_KEY,
    remove: async (sale, reason = '') => {
      const wanted = {
        ...({ action: 'deletion', subject: sale.id, request: { reason } } as const),
        amount: centsOfSum(sale.total_general),
        words: `Exclusão da venda nº ${sale.id}`,
        details: [`Motivo: ${reason}`],
      };
      const done = await approval.withApproval(wanted, async (approved) => {
        await removeSale(sale, reason, approved);
        return approved;
      });
      return done ?? CALLED_OFF;
    },
    words: removalWords,
    describe: (sale) =>
      [recordedDay(sale.created_at), sale.client_data.name, formatReais(sale.total_general)].join(
        ', ',
      ),
    confirmLabel: 'Excluir',
    reasonAsked: ({ closed, month_closed: needed = false }) =>
      closed === true
        ? { why: 'O caixa desta venda já foi fechado. O motivo fica na auditoria.', needed }
        : undefined,
  });
  return {
    ...removal,
    dialogs: (
      <>
        {removal.dialogs}
        {approval.dialog}
      </>
    ),
  };
}

import type { ListedSale } from '@balcao/contract/sales/sales.ts';
import { recordedDay } from '@balcao/domain/dates/recorded.ts';
import { centsOfSum, formatReais } from '@balcao/domain/money.ts';
import { CALLED_OFF, useRemoval } from '../../ui/dialogs/use-removal.tsx';
import { useApproval } from '../approvals/use-approval.tsx';
import { removeSale, SALES_KEY } from './sales.queries.ts';

const words = {
  done: 'Venda excluída com sucesso!',
  failed: 'Erro ao excluir a venda.',
  refused: {
    sale_corrected: 'Esta venda tem devolução, troca ou correção, e não pode ser excluída.',
  },
};

/** Removes a sale of the list; in a closed month with the approval that the server then asks for. */
export function useSaleRemoval() {
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
    words,
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

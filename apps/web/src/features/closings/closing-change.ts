import type { ListedClosing } from '@balcao/contract/closings.ts';
import { formatReais } from '../../ui/paper/reais.ts';

type Changes = Pick<ListedClosing, 'sales_added' | 'sales_deleted' | 'current_total'>;

/** Describes the changes to a day's sales after its closing; undefined if there are none. */
export function changeOf({ sales_added, sales_deleted, current_total }: Changes) {
  const parts = [
    sales_added > 0 && counted(sales_added, 'venda nova', 'vendas novas'),
    sales_deleted > 0 && counted(sales_deleted, 'venda excluída', 'vendas excluídas'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return undefined;
  return `Depois do fechamento: ${parts.join(' e ')}. O dia soma agora ${formatReais(current_total)}.`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

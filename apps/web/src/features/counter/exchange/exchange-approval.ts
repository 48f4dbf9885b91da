import { cents, formatCents, formatReais } from '@balcao/domain/money.ts';
import type { Wanted } from '../../approvals/approval-dialog.tsx';
import { unitWords } from '../../corrections/record/returned-units.ts';
import { newExchange } from '../sale/new-sale.ts';
import type { Exchange } from '../sale/sale-draft.ts';
import { draftTotals, type SaleDraft } from '../sale/sale-draft.ts';

/** What an administrator is asked about an exchange that is ready to be sent. */
export function exchangeApproval(draft: SaleDraft, exchange: Exchange): Wanted {
  const { sale, items, worth } = exchange;
  const { totalGeneral } = draftTotals(draft);
  const { body } = newExchange(draft, exchange);
  const taken = draft.items.map(({ quantity, product }) => `${quantity} × ${product.name}`);
  return {
    action: 'exchange',
    subject: sale.id,
    request: body,
    amount: worth,
    words: `Troca da venda nº ${sale.id}: volta o valor de`,
    details: [
      `Volta: ${unitWords(sale.items, items).join(', ')}`,
      `Leva: ${taken.join(', ')}`,
      `Nova venda: ${formatCents(totalGeneral)}`,
      worth > totalGeneral
        ? `A devolver: ${body.payments.map(({ method, amount }) => `${formatReais(amount)} em ${method}`).join(' e ')}`
        : `O cliente paga: ${formatCents(cents(totalGeneral - worth))}`,
      `Motivo: ${body.reason}`,
    ],
  };
}

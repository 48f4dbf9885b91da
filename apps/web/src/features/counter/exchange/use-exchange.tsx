import { cents, formatCents, formatReais, subtractCents } from '@balcao/domain/money.ts';
import { type Dispatch, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApproval } from '../../approvals/use-approval.tsx';
import { type StartedExchange, unitWords } from '../../corrections/record/sale-to-correct.ts';
import { removeStartedExchange } from '../../corrections/record/started-exchange.ts';
import type { useFinish } from '../finish/use-finish.ts';
import type { useParking } from '../parked/use-parking.ts';
import { focusField } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Exchange } from '../sale/exchange.ts';
import { newExchange } from '../sale/new-sale.ts';
import { draftTotals, type SaleDraft } from '../sale/sale-draft.ts';
import type { OrderStore } from '../sale/stored-order.ts';
import { exchangeDraft, isFree } from './begin-exchange.ts';
import { useExchangeParts } from './use-exchange-parts.ts';

type Counter = {
  seller: number;
  order: OrderStore;
  finishing: ReturnType<typeof useFinish>;
  parking: ReturnType<typeof useParking>;
  dispatch: Dispatch<CounterAction>;
};

/** Begins exchanges at this counter, and finishes them with the approval that a seller needs. */
export function useExchange(atStart: StartedExchange | undefined, counter: Counter) {
  const { seller, order, finishing, parking, dispatch } = counter;
  const [waiting, setWaiting] = useState(atStart);
  const approval = useApproval();
  const { data: parts } = useExchangeParts(waiting !== undefined);

  const begin = (exchange: StartedExchange) => {
    flushSync(() => dispatch({ type: 'order-replaced', draft: exchangeDraft(exchange) }));
    focusField('code');
  };
  const start = (exchange: StartedExchange) => {
    if (isFree(order)) begin(exchange);
    else setWaiting(exchange);
  };
  const stopWaiting = () => {
    removeStartedExchange(seller);
    setWaiting(undefined);
  };
  const park = (exchange: StartedExchange) => {
    stopWaiting();
    if (isFree(order)) begin(exchange);
    else parking.parkFor(exchangeDraft(exchange));
  };
  const finish = (draft: SaleDraft, exchange: Exchange) => {
    const { sale, items, worth } = exchange;
    const { totalGeneral } = draftTotals(draft);
    const back = subtractCents(worth, totalGeneral);
    const { body } = newExchange(draft, exchange);
    return approval.withApproval(
      {
        action: 'exchange',
        subject: sale.id,
        request: body,
        amount: worth,
        words: `Troca da venda nº ${sale.id}: volta o valor de`,
        details: [
          `Volta: ${unitWords(sale.items, items).join(', ')}`,
          `Leva: ${draft.items.map(({ quantity, product }) => `${quantity} × ${product.name}`).join(', ')}`,
          `Nova venda: ${formatCents(totalGeneral)}`,
          back > 0
            ? `A devolver: ${formatCents(back)}`
            : `O cliente paga: ${formatCents(cents(-back))}`,
          ...body.payments.map(
            ({ method, amount }) => `Volta em ${method}: ${formatReais(amount)}`,
          ),
          `Motivo: ${body.reason}`,
        ],
        // The server finds an exchange by its key before it asks for an approval.
        needed: order.read().sent.length === 0,
      },
      async (approved) => {
        await finishing.finish(draft, approved);
        return approved;
      },
    );
  };

  const idle = finishing.state.phase === 'idle' && !parking.busy && !parking.problem;
  return {
    start,
    finish,
    dialogs: (
      <>
        {waiting && idle && parts && (
          <parts.WaitingExchange
            exchange={waiting}
            order={order.read()}
            onPark={() => park(waiting)}
            onDrop={stopWaiting}
          />
        )}
        {approval.dialog}
      </>
    ),
  };
}

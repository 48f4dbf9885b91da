import { type Dispatch, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApproval } from '../../approvals/use-approval.tsx';
import {
  removeStartedExchange,
  type StartedExchange,
} from '../../corrections/record/started-exchange.ts';
import type { useFinish } from '../finish/use-finish.ts';
import type { useParking } from '../parked/use-parking.ts';
import { focusField } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Exchange } from '../sale/exchange.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import type { OrderStore } from '../sale/stored-order.ts';
import { exchangeDraft, isFree } from './begin-exchange.ts';
import { exchangeApproval } from './exchange-approval.ts';
import { WaitingExchange } from './waiting-exchange.tsx';

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
  const finish = (draft: SaleDraft, exchange: Exchange) =>
    approval.withApproval(
      {
        ...exchangeApproval(draft, exchange),
        // The server finds an exchange by its key before it asks for an approval.
        needed: order.read().sent.length === 0,
      },
      async (approved) => {
        await finishing.finish(draft, approved);
        return approved;
      },
    );

  const idle = finishing.state.phase === 'idle' && !parking.busy && !parking.problem;
  return {
    start,
    finish,
    dialogs: (
      <>
        {waiting && idle && (
          <WaitingExchange
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

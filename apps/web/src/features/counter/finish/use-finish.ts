import { REPLAYED } from '@balcao/contract/fields/replayed.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { refusalCode } from '../../../api/errors.ts';
import { readSession } from '../../../api/session.ts';
import { uuid } from '../../../api/uuid.ts';
import { storeForPrinting } from '../../../ui/paper/print-tab.ts';
import { type Approved, asksApproval } from '../../approvals/use-approval.tsx';
import { callsOf } from '../../people/people.queries.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import { type EarlierSale, type OrderStore, resumes } from '../sale/stored-order.ts';
import { isEndOfKey, type Outcome, type SaleCalls, sendSale } from './send-sale.ts';
import { readWaitingReceipt, storeWaitingReceipt } from './waiting-receipt.ts';

export type FinishState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly retrying: boolean }
  | { readonly phase: 'failed' }
  | { readonly phase: 'made'; readonly sale: MadeSale }
  | ({ readonly phase: 'earlier' } & EarlierSale);

const IDLE: FinishState = { phase: 'idle' };
const SENDING: FinishState = { phase: 'sending', retrying: false };

/**
 * Records the order on the screen. A second call during the first does nothing. A sale that a reload
 * interrupted continues without the seller.
 */
export function useFinish(seller: number, order: OrderStore, onMade: () => void) {
  const [state, setState] = useState<FinishState>(() => {
    const sale = readWaitingReceipt(seller);
    const { earlier } = order.read();
    if (sale) return { phase: 'made', sale };
    if (earlier) return { phase: 'earlier', ...earlier };
    return resumes(order.read(), Date.now()) ? SENDING : IDLE;
  });
  const [refused, setRefused] = useState<RefusalCode | 'not_sent'>();
  const running = useRef<AbortController>(undefined);

  const conclude = (outcome: Outcome): FinishState => {
    if (outcome.kind === 'made') {
      const { sale } = outcome;
      storeWaitingReceipt(seller, sale);
      order.drop();
      onMade();
      return { phase: 'made', sale };
    }
    running.current = undefined;
    if (outcome.kind === 'earlier') {
      const { sale, copied } = outcome;
      storeForPrinting(sale, { printAtOnce: true });
      order.change({ key: uuid(), sent: [], sendingSince: null, earlier: { sale, copied } });
      return { phase: 'earlier', sale, copied };
    }
    const { error, sent } = outcome;
    console.error('The sale was not made', error);
    const code = refusalCode(error);
    // The key belongs to another sale, to a deleted one, or to an order on another counter.
    const spent = code === 'key_reused' || isEndOfKey(error);
    order.change({ sent, sendingSince: null, ...(spent && { key: uuid() }) });
    if (sent.length === 0) setRefused(code ?? 'not_sent');
    return asksApproval(error) ? IDLE : { phase: 'failed' };
  };

  const send = async (approved: Approved): Promise<Outcome | undefined> => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setRefused(undefined);
    setState(SENDING);
    const calls = serverCalls({
      seller,
      signal,
      approved,
      storeSent: (sent) => order.change({ sent }),
      onRetry: () => setState({ phase: 'sending', retrying: true }),
    });
    const outcome = await sendSale(order.read(), calls);
    // The seller left the counter, or the session ended: the stored order resumes when both are back.
    if (signal.aborted || readSession()?.user.id !== seller) return undefined;
    try {
      setState(conclude(outcome));
      return outcome;
    } catch (error) {
      // The key was stored before anything was sent, so the next attempt finds the sale.
      console.error('The outcome of the sale could not be stored', error);
      running.current = undefined;
      setState({ phase: 'failed' });
      return undefined;
    }
  };

  /** Throws if the server wants an approval, or another one. */
  const finish = async (draft: SaleDraft, approved: Approved = {}): Promise<void> => {
    if (running.current) return;
    order.keep({ draft, sendingSince: Date.now() });
    const outcome = await send(approved);
    if (outcome?.kind === 'failed' && asksApproval(outcome.error)) throw outcome.error;
  };

  const resume = useEffectEvent(() => {
    if (state.phase === 'sending') void send({});
  });
  useEffect(() => {
    resume();
    return () => {
      running.current?.abort();
      running.current = undefined;
    };
  }, []);

  return {
    state,
    refused,
    /** A body sent earlier may have been recorded. */
    doubtful: order.read().sent.length > 0,
    finish,
    dismissFailure: () => setState(IDLE),
    /** Continues with the order on the screen, as another sale than the earlier one. */
    keepOrder: () => {
      order.keep({ earlier: null });
      setState(IDLE);
    },
    /** Gives up the order on the screen. An administrator sees in the list of sales whether it is recorded. */
    abandon: () => {
      order.drop();
      window.location.reload();
    },
  };
}

/** The calls of sendSale() that go to the server. */
function serverCalls(
  own: Pick<SaleCalls, 'seller' | 'storeSent' | 'onRetry' | 'signal'> & { approved: Approved },
): SaleCalls {
  const { signal, approved } = own;
  return {
    ...own,
    createPerson: (party, person) => callsOf[party].create(person, signal),
    create: async (record, key) => {
      let replayed = false;
      const onHeaders = (headers: Headers) => {
        replayed = headers.has(REPLAYED);
      };
      const headers = { 'idempotency-key': key };
      const parts = { headers, signal, onHeaders };
      if ('exchangeOf' in record) {
        const params = { id: record.exchangeOf };
        const body = { ...record.body, ...approved };
        const made = await call('createExchange', { params, body, ...parts });
        return { sale: { ...made.sale, exchange: made.correction }, replayed };
      }
      const sale = await call('createSale', { body: record, ...parts });
      return { sale, replayed };
    },
  };
}

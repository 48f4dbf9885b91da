import { REPLAYED } from '@balcao/contract/fields/replayed.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { refusalCode } from '../../../api/errors.ts';
import { storeForPrinting } from '../../../ui/paper/tab/print-tab.ts';
import { type Approved, asksApproval, useApproval } from '../../approvals/use-approval.tsx';
import { callsOf } from '../../people/people.queries.ts';
import { pixObstacle, type SalePix } from '../pix/sale-pix.ts';
import { useCounterStore } from '../sale/counter-context.ts';
import { isFilled, type Party } from '../sale/counter-state.ts';
import { isSignedIn, storeWaitingReceipt } from '../sale/counter-store.ts';
import { exchangeApproval } from '../sale/new-sale.ts';
import { givenBackObstacle, paymentObstacle, STILL_OPEN } from '../sale/sale-checks.ts';
import { type Exchange, paymentRows, type SaleDraft } from '../sale/sale-draft.ts';
import { isClockConfirmed } from './confirm-clock.ts';
import { reasonOf } from './finish-notes.ts';
import { isEndOfKey, type Outcome, sendSale } from './send-sale.ts';

type Options = {
  seller: number;
  pix: SalePix | undefined;
  /** The methods of the shop; undefined until they are loaded. */
  methods: readonly string[] | undefined;
};

/**
 * FINALIZAR VENDA: checks, the approval of an exchange, and then the sale is sent. A sale that a reload
 * interrupted continues without the seller.
 */
export function useFinish({ seller, pix, methods }: Options) {
  const { read, dispatch, commit } = useCounterStore();
  const approval = useApproval();
  const running = useRef<AbortController>(undefined);
  /** Who is being registered with the sale. */
  const registering = useRef<Party>(undefined);

  const finish = () => {
    const { draft, phase, made } = read();
    if (phase === 'typing' && isFilled(read()))
      return dispatch({ type: 'finish-pressed', obstacle: STILL_OPEN });
    if (phase !== 'paying' || made) return;
    const obstacle =
      paymentObstacle(draft) ??
      givenBackObstacle(draft, methods ?? []) ??
      pixObstacle(paymentRows(draft), pix);
    dispatch({ type: 'finish-pressed', obstacle });
    if (obstacle) return;
    const { exchange } = draft;
    void sendByClock(() => (exchange ? sendApproved(draft, exchange) : send({})));
  };

  /** Sends again once an administrator has said that the clock is right, though the newest sale is ahead of it. */
  const sendByClock = async (record: () => Promise<unknown>) => {
    await record();
    const { refused, reason, sent } = read();
    if (refused !== 'clock_behind') return;
    if (await isClockConfirmed(approval)) await record();
    else
      commit({ type: 'sale-failed', refused, reason, sent, keySpent: false, asksApproval: false });
  };

  const sendApproved = (draft: SaleDraft, exchange: Exchange) =>
    approval.withApproval(
      // The server finds an exchange by its key before it asks for an approval.
      { ...exchangeApproval(draft, exchange), needed: read().sent.length === 0 },
      async (approved) => {
        const outcome = await send(approved);
        if (outcome?.kind === 'failed' && asksApproval(outcome.error)) throw outcome.error;
        return approved;
      },
    );

  /** A second call during the first does nothing. */
  const send = async (approved: Approved, since = Date.now()): Promise<Outcome | undefined> => {
    if (running.current) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    dispatch({ type: 'sending-begun', at: since });
    const outcome = await sendSale(read(), {
      createPerson: (party, person) => {
        registering.current = party;
        return callsOf[party].create(person, signal);
      },
      create: async (record, key) => {
        registering.current = undefined;
        let replayed = false;
        const onHeaders = (headers: Headers) => {
          replayed = headers.has(REPLAYED);
        };
        const parts = { headers: { 'idempotency-key': key }, signal, onHeaders };
        if (!('exchangeOf' in record)) {
          return { sale: await call('createSale', { body: record, ...parts }), replayed };
        }
        const params = { id: record.exchangeOf };
        const body = { ...record.body, ...approved };
        const made = await call('createExchange', { params, body, ...parts });
        return { sale: { ...made.sale, exchange: made.correction }, replayed };
      },
      seller,
      signal,
      storeSent: (sent) => commit({ type: 'sent-changed', sent }),
      onRetry: () => dispatch({ type: 'retrying' }),
    });
    // The seller left the counter, or the session ended: the stored order resumes when both are back.
    if (signal.aborted || !isSignedIn(seller)) return undefined;
    running.current = undefined;
    try {
      conclude(outcome);
      return outcome;
    } catch (error) {
      // The key was stored before anything was sent, so the next attempt finds the sale.
      console.error('The outcome of the sale could not be stored', error);
      const unknown = { refused: undefined, keySpent: false, asksApproval: false };
      dispatch({ type: 'sale-failed', sent: read().sent, ...unknown });
      return undefined;
    }
  };

  const conclude = (outcome: Outcome) => {
    if (outcome.kind === 'made') {
      const { sale } = outcome;
      storeWaitingReceipt(seller, sale);
      return dispatch({ type: 'sale-made', sale });
    }
    if (outcome.kind === 'earlier') {
      const { sale, copied } = outcome;
      storeForPrinting(sale, { printAtOnce: true });
      return commit({ type: 'sale-earlier', earlier: { sale, copied } });
    }
    const { error, sent } = outcome;
    console.error('The sale was not made', error);
    const refused = refusalCode(error);
    commit({
      type: 'sale-failed',
      refused,
      reason: reasonOf(error, registering.current, read().draft),
      sent,
      // It belongs to another sale, to a deleted one, or to an order on another counter.
      keySpent: refused === 'key_reused' || isEndOfKey(error),
      asksApproval: asksApproval(error) || refused === 'clock_behind',
    });
  };

  const resume = useEffectEvent(() => {
    const { phase, sendingSince } = read();
    if (phase === 'sending') void send({}, sendingSince ?? Date.now());
  });
  useEffect(() => {
    resume();
    return () => {
      running.current?.abort();
      running.current = undefined;
    };
  }, []);

  return { finish, dialog: approval.dialog };
}

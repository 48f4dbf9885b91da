import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { cents, formatCents, formatReais } from '@balcao/domain/money.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { ApiUnreachable, isPassing, refusalCode } from '../../../api/errors.ts';
import { noteCall } from '../../../api/server-trouble.ts';
import { storeForPrinting } from '../../../ui/paper/tab/print-tab.ts';
import type { Wanted } from '../../approvals/approval-dialog.tsx';
import { type Approved, asksApproval, useApproval } from '../../approvals/use-approval.tsx';
import { unitWords } from '../../corrections/record/returned-units.ts';
import { awaySince, noteAway } from '../../kept/server-away.tsx';
import { useCounterStore } from '../sale/counter-context.ts';
import { isFilled, opened } from '../sale/counter-state.ts';
import { isSignedIn, storeWaitingReceipt } from '../sale/counter-store.ts';
import { finishObstacle, type SalePix, STILL_OPEN } from '../sale/sale-checks.ts';
import { draftTotals, type Exchange, type SaleDraft } from '../sale/sale-draft.ts';
import { reasonOf } from './sale-messages.tsx';
import { isEndOfKey, newExchange, type Outcome, saleCalls, sendSale } from './send-sale.ts';

type Options = {
  seller: number;
  pix: SalePix | undefined;
  /** The methods of the shop; undefined until they are loaded. */
  methods: readonly string[] | undefined;
  /** Sales that get no answer may be kept. */
  keeps: boolean;
  /** What asks about it has loaded. */
  asks: boolean;
};

/** A client is waiting: after this long without an answer the sale may be kept. */
const SILENCE_MS = 30_000;

/**
 * FINALIZAR VENDA: checks, the approval of an exchange, and then the sale is sent. A sale that a reload
 * interrupted continues without the seller.
 */
export function useFinish({ seller, pix, methods, keeps, asks }: Options) {
  const { read, dispatch, commit } = useCounterStore();
  const approval = useApproval();
  const running = useRef<AbortController>(undefined);

  /** While the server is known to be away, nothing is sent, and no bank can be looked at. */
  const finish = (isAway = asks && awaySince() !== undefined) => {
    const { draft, phase, made } = read();
    if (phase === 'typing' && isFilled(read()))
      return dispatch({ type: 'finish-pressed', obstacle: STILL_OPEN });
    if (phase !== 'paying' || made) return;
    const asked = { methods: methods ?? [], pix: isAway ? undefined : pix };
    const obstacle = finishObstacle(draft, asked);
    dispatch({ type: 'finish-pressed', obstacle });
    if (obstacle) return;
    if (isAway) return dispatch(opened({ is: 'away', known: true }));
    const { exchange } = draft;
    void sendByClock(() => (exchange ? sendApproved(draft, exchange) : send({})));
  };

  /** Sends again once an administrator has said that the clock is right, though the newest sale is ahead of it. */
  const sendByClock = async (record: () => Promise<unknown>) => {
    await record();
    const { refused, reason, sent } = read();
    if (refused !== 'clock_behind') return;
    if (await isClockConfirmed(approval)) await record();
    // The message of the refusal, which `asksApproval` has held back.
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
    const left = controller.signal;
    const silence = keeps ? [AbortSignal.timeout(SILENCE_MS)] : [];
    const signal = AbortSignal.any([left, ...silence]);
    running.current = controller;
    dispatch({ type: 'sending-begun', at: since });
    const outcome = await sendSale(read(), {
      ...saleCalls(approved, signal),
      seller,
      signal,
      storeSent: (sent) => commit({ type: 'sent-changed', sent }),
      onRetry: () => dispatch({ type: 'retrying' }),
    });
    // The seller left the counter, or the session ended: the stored order resumes when both are back.
    if (left.aborted || !isSignedIn(seller)) return undefined;
    running.current = undefined;
    try {
      conclude(outcome, signal.aborted);
      return outcome;
    } catch (error) {
      // The key was stored before anything was sent, so the next attempt finds the sale.
      console.error('The outcome of the sale could not be stored', error);
      const unknown = { refused: undefined, keySpent: false, asksApproval: false };
      dispatch({ type: 'sale-failed', sent: read().sent, ...unknown });
      return undefined;
    }
  };

  const conclude = (outcome: Outcome, isSilent: boolean) => {
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
    const { error, sent, party } = outcome;
    console.error('The sale was not made', error);
    const refused = refusalCode(error);
    if (isSilent) noteCall(new ApiUnreachable('No response in time'));
    const unanswered = keeps && (isSilent || isPassing(error));
    if (unanswered) noteAway();
    commit({
      type: 'sale-failed',
      refused,
      reason: reasonOf(error, party, read().draft),
      sent,
      // It belongs to another sale, to a deleted one, or to an order on another counter.
      keySpent: refused === 'key_reused' || isEndOfKey(error),
      asksApproval: asksApproval(error) || refused === 'clock_behind',
      unanswered: unanswered && asks,
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

  return { finish: () => finish(), send: () => finish(false), dialog: approval.dialog };
}

/** What an administrator is asked about an exchange that is ready to be sent. */
function exchangeApproval(draft: SaleDraft, exchange: Exchange): Wanted {
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

type Asking = Pick<ReturnType<typeof useApproval>, 'withApproval'>;

/** Asks an administrator, also of an administrator's own sale, whether the server's clock is right. */
async function isClockConfirmed({ withApproval }: Asking): Promise<boolean> {
  try {
    const { now, ahead } = await call('readClock', {});
    if (!ahead) return true;
    const { sale } = ahead;
    const [time, newest] = [now, ahead.at].map((at) => formatMoment(new Date(at)));
    const confirmed = await withApproval(
      {
        ...{ action: 'clock', subject: sale, request: { sale }, ofAll: true },
        words: `No servidor são ${time}. Está certo?`,
        details: [
          `A venda mais nova, nº ${sale}, tem a data ${newest}: o relógio esteve ou está errado.`,
          'Se estiver certo agora, autorize, e as vendas continuam.',
        ],
      },
      async (approved) => {
        await call('confirmClock', { body: { sale, ...approved } });
        return approved;
      },
    );
    return confirmed !== undefined;
  } catch (error) {
    console.error('The clock was not confirmed', error);
    return false;
  }
}

import { ApiRefusal, isPassing, mayHaveActed, refusalCode } from '../../../api/errors.ts';
import { pause, untilAnswered } from '../../../api/retries.ts';
import { uuid } from '../../../api/uuid.ts';
import { claimParkedSale, parkSale } from '../../parked-sales/parked-sales.queries.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import type { OrderStore } from '../sale/stored-order.ts';
import { draftOfTaken, parkedOrder } from './parked-order.ts';

/** The next state of the counter, or why nothing happened, in words for the seller. */
export type Taken = { readonly draft: SaleDraft } | { readonly problem: string };

const SENT = 'Esta venda pode já ter sido registrada: finalize-a ou comece outra.';
const PAID = 'O Pix deste pedido já foi conferido: finalize a venda.';
const EXCHANGE = 'Uma troca não fica em espera: finalize-a ou desista dela.';
const NOT_PARKED = 'Não foi possível deixar em espera. O pedido continua aqui.';
const NOT_TAKEN = 'Não foi possível retomar o pedido. Tente de novo.';

/** Parks the stored order, which is dropped once the server has said that it waits there. */
export async function parkOrder(
  order: OrderStore,
  signal: AbortSignal,
  retries = true,
): Promise<{ problem: string } | 'parked'> {
  const { sent, sendingSince, draft } = order.read();
  if (sent.length > 0 || sendingSince !== null) return { problem: SENT };
  if (draft.exchange) return { problem: EXCHANGE };
  if (draft.payments.some(({ pixFound }) => pixFound)) return { problem: PAID };
  try {
    const body = parkedOrder(order.read());
    const park = () => parkSale(body, signal);
    await (retries ? untilAnswered(park, { signal }) : park());
    signal.throwIfAborted();
    order.drop();
    return 'parked';
  } catch (error) {
    // The key belongs to an order that has left this counter in another way.
    if (refusalCode(error) === 'parked_sale_taken') order.change({ key: uuid() });
    return { problem: reasonOf(error, NOT_PARKED) };
  }
}

/** Stores the claim of a parked order, for continueTaking. */
export function beginTaking(order: OrderStore, id: number): void {
  order.change({ taking: { id, claim: uuid() } });
}

const PAUSE_MS = 2_000;

/**
 * Sends the stored claim until the server says yes or no: after a lost response it may have given the order
 * to this counter. After an internal error the claim stays for the next time. Throws when the signal is
 * aborted; the claim then stays too.
 */
export async function continueTaking(
  order: OrderStore,
  { signal, onPause }: { signal: AbortSignal; onPause: () => void },
): Promise<Taken | undefined> {
  const { taking } = order.read();
  if (!taking) return undefined;
  for (;;) {
    try {
      const taken = await claimParkedSale(taking.id, taking.claim, signal);
      signal.throwIfAborted();
      const draft = draftOfTaken(taken);
      order.keep({ draft, taking: null });
      return { draft };
    } catch (error) {
      signal.throwIfAborted();
      // When the session has ended, the seller's next one continues.
      if (error instanceof ApiRefusal && error.status === 401) throw error;
      if (!isPassing(error)) {
        if (!mayHaveActed(error)) order.keep({ taking: null });
        return { problem: reasonOf(error, NOT_TAKEN) };
      }
    }
    onPause();
    await pause(PAUSE_MS);
    signal.throwIfAborted();
  }
}

/** Logs an error, and returns the server's reason for a refusal, or these words. */
export function reasonOf(error: unknown, words: string): string {
  console.error(words, error);
  return error instanceof ApiRefusal && error.status < 500 ? error.problem.detail : words;
}

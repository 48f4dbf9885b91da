import type { NewParkedSale, TakenSale } from '@balcao/contract/sales/parked-sales.ts';
import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import {
  ApiRefusal,
  failureWords,
  isPassing,
  mayHaveActed,
  refusalCode,
} from '../../../api/errors.ts';
import { pause, untilAnswered } from '../../../api/retries.ts';
import { claimParkedSale, parkSale } from '../../parked-sales/parked-sales.queries.ts';
import { type CounterState, isFilled } from '../sale/counter-state.ts';
import { type CounterStore, openCounter } from '../sale/counter-store.ts';
import { NO_PAYMENTS } from '../sale/payment-lines.ts';
import { NOBODY, type Person } from '../sale/person.ts';
import { withEdited } from '../sale/sale-checks.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../sale/sale-draft.ts';
import { type SaleItem, withItem } from '../sale/sale-item.ts';

const SENT = 'Esta venda pode já ter sido registrada: finalize-a ou comece outra.';
const PAID = 'O Pix deste pedido já foi conferido: finalize a venda.';
const EXCHANGE = 'Uma troca não fica em espera: finalize-a ou desista dela.';
const NOT_PARKED = 'Não foi possível deixar em espera. O pedido continua aqui.';
const NOT_TAKEN = 'Não foi possível retomar o pedido. Tente de novo.';

/** Parks the order, which leaves the counter once the server has said that it waits there. Returns why it does not. */
export async function parkOrder(
  { read, dispatch }: CounterStore,
  signal: AbortSignal,
  retries = true,
): Promise<string | undefined> {
  const { sent, sendingSince, draft } = read();
  if (sent.length > 0 || sendingSince !== null) return SENT;
  if (draft.exchange) return EXCHANGE;
  if (draft.payments.some(({ pixFound }) => pixFound)) return PAID;
  try {
    const body = parkedOrder(read());
    const park = () => parkSale(body, signal);
    await (retries ? untilAnswered(park, { signal }) : park());
    signal.throwIfAborted();
    dispatch({ type: 'order-parked' });
    return undefined;
  } catch (error) {
    if (refusalCode(error) === 'parked_sale_taken') dispatch({ type: 'key-spent' });
    return reasonOf(error, NOT_PARKED);
  }
}

/** Parks what the seller has left on the counter of this tab, with one request. */
export async function parkAtSignOut(
  seller: number,
  signal: AbortSignal,
): Promise<'nothing' | 'parked' | 'kept'> {
  const counter = openCounter(seller);
  if (!isFilled(counter.read())) return 'nothing';
  return (await parkOrder(counter, signal, false)) === undefined ? 'parked' : 'kept';
}

const PAUSE_MS = 2_000;

/**
 * Sends the stored claim until the server says yes or no: after a lost response it may have given the order
 * to this counter. After an internal error the claim stays for the next time. Returns why it failed. Throws when
 * the signal is aborted; the claim then stays too.
 */
export async function continueTaking(
  { read, dispatch }: CounterStore,
  { signal, onPause }: { signal: AbortSignal; onPause: () => void },
): Promise<string | undefined> {
  const { taking } = read();
  if (!taking) return undefined;
  for (;;) {
    try {
      const taken = await claimParkedSale(taking.id, taking.claim, signal);
      signal.throwIfAborted();
      const draft = draftOfTaken(taken);
      dispatch({
        type: 'taking-ended',
        draft: taken.parked_by ? { ...draft, parkedOrder: taken.id } : draft,
      });
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      // When the session has ended, the seller's next one continues.
      if (error instanceof ApiRefusal && error.status === 401) throw error;
      if (!isPassing(error)) {
        if (!mayHaveActed(error)) dispatch({ type: 'taking-ended' });
        return reasonOf(error, NOT_TAKEN);
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
  return failureWords(error as Error, {}, words) ?? words;
}

/** The order as the server keeps it, under the key that its sale would have. */
export function parkedOrder(order: Pick<CounterState, 'key' | 'draft' | 'entry'>): NewParkedSale {
  const { key, draft, entry } = order;
  const { client, student } = draft;
  const payments = draft.payments.flatMap(({ method, amount }) =>
    method === null ? [] : [{ method, amount: amount === null ? null : reaisFromCents(amount) }],
  );
  return {
    key,
    client: {
      name: client.name,
      // A hidden CPF finds nobody.
      ...(client.registered && isHiddenCpf(client.digits)
        ? { cpf: '', id: client.registered.id }
        : { cpf: client.digits }),
    },
    student: { registration: student.digits, name: student.name },
    items: withEdited(draft.items, entry).map(({ product, quantity }) => ({
      product: product.id,
      quantity,
    })),
    ...(payments.length > 0 && { payments }),
    ...(draft.lists?.length && { lists: [...draft.lists] }),
  };
}

/** The order that a counter has taken up. Its prices are those of then, so that a change is seen. */
export function draftOfTaken({ client, student, items, payments, lists }: TakenSale): SaleDraft {
  return {
    ...EMPTY_DRAFT,
    ...(Array.isArray(lists) && { lists }),
    client: clientOf(client),
    student: { ...NOBODY, digits: student.registration, name: student.name, complete: true },
    items: items.reduce<readonly SaleItem[]>(
      (all, { product, quantity }) =>
        withItem(all, { ...product, price: centsFromReais(product.price) }, quantity),
      [],
    ),
    payments: NO_PAYMENTS.map((none, row) => {
      const { method, amount } = payments[row] ?? {};
      if (method === undefined) return none;
      return { method, amount: typeof amount === 'number' ? centsFromReais(amount) : null };
    }),
  };
}

/** One who was offered is registered; any other is looked up again. */
function clientOf({ cpf: digits, name, id }: TakenSale['client']): Person {
  if (id === undefined) return { ...NOBODY, digits, name };
  return { digits, name, registered: { id, name }, complete: true };
}

import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { useMutation } from '@tanstack/react-query';
import { receivedSale } from '../../../api/answers/sale.ts';
import { useSession } from '../../../api/session.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import type { KeptPerson, KeptSale } from '../../kept/kept-sales.ts';
import { forgetKept, keepSale } from '../../kept/kept-store.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import { boughtIn } from '../finish/send-sale.ts';
import { useCounterStore } from '../sale/counter-context.ts';
import { CLOSED, type CounterState } from '../sale/counter-state.ts';
import { storeWaitingReceipt } from '../sale/counter-store.ts';
import { type Person, saleName } from '../sale/person.ts';
import { pixObstacle, type SalePix } from '../sale/sale-checks.ts';
import { paymentRows } from '../sale/sale-draft.ts';

const KEPT_ALREADY =
  'Este pedido já está guardado neste computador, por outra janela. Se o que está na tela for outra venda, comece outra.';
const NO_ROOM =
  'Este computador não conseguiu guardar a venda: pode faltar espaço nele. Ela não foi guardada, e o pedido continua aqui.';

/** Keeps the sale on the counter on this computer, and empties the counter for the next one. */
export function useKeep(seller: number, pix: SalePix | undefined) {
  const { read, dispatch } = useCounterStore();
  const name = useSession()?.user.name ?? '';
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { phase, made } = read();
      if (phase !== 'paying' || made) return;
      const of = { seller: { id: seller, name }, madeAt: timeNow().toISOString(), pix };
      const sale = keptSaleOf(read(), of);
      await keepSale(sale);
      try {
        storeWaitingReceipt(seller, sale.receipt);
      } catch (cause) {
        // Without a paper it is not kept.
        await forgetKept(sale.key);
        throw cause;
      }
      dispatch(CLOSED);
      dispatch({ type: 'sale-made', sale: sale.receipt });
    },
    meta: { failure: 'The sale was not kept' },
  });
  return {
    keep: () => {
      if (!isPending) mutate();
    },
    isKeeping: isPending,
    problem: error && problemWords(error),
  };
}

function problemWords(error: Error): string {
  const isThere = error instanceof DOMException && error.name === 'ConstraintError';
  return isThere ? KEPT_ALREADY : NO_ROOM;
}

type Seller = { readonly id: number; readonly name: string };
type Order = Pick<CounterState, 'key' | 'draft' | 'sent'>;

/** The order on the counter as a kept sale, with the receipt that its client gets. */
export function keptSaleOf(
  { key, draft, sent }: Order,
  { seller, madeAt, pix }: { seller: Seller; madeAt: string; pix: SalePix | undefined },
): KeptSale & { readonly receipt: MadeSale } {
  const { client, student, items } = draft;
  const figures = boughtIn(draft);
  const paper = items.map(({ product: { code, name, price } }) => ({
    ...{ code, name, price: reaisFromCents(price) },
  }));
  const pixUnchecked = pixObstacle(paymentRows(draft), pix) !== undefined;
  const hasStudent = student.digits !== '';
  const received = receivedSale({
    ...figures,
    created_at: madeAt,
    client_data: { name: saleName(client), cpf: shownCpf(client) },
    student_data: hasStudent && { registration: student.digits, name: saleName(student) },
    seller_data: seller,
    products_data: figures.products.map((line, at) => ({ ...line, product_info: paper[at] })),
  });
  return {
    ...{ key, user: seller.id, seller: seller.name, madeAt },
    client: personOf(client),
    student: hasStudent ? personOf(student) : null,
    ...{ figures, paper, pixUnchecked, problem: null },
    sent: sent.flatMap((body) => ('exchangeOf' in body ? [] : [body])),
    receipt: { ...received, kept: { key, pixUnchecked } },
  };
}

const personOf = ({ registered, digits, name }: Person): KeptPerson =>
  registered ? { id: registered.id } : { number: digits, name: tidyText(name) };

/** A paper that the client takes away names no CPF of which the counter knows a part alone. */
const shownCpf = ({ digits }: Person) => (isHiddenCpf(digits) ? '' : digits);

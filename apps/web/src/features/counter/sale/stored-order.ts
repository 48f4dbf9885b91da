import { isReais } from '@balcao/domain/money.ts';
import { uuid } from '../../../api/uuid.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../../storage/unsaved-input.ts';
import { isStartedExchange } from '../../corrections/record/started-exchange.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import { type CounterState, FRESH_COUNTER } from './counter-state.ts';
import type { NewRecord } from './new-sale.ts';
import { NO_PAYMENTS } from './payment-lines.ts';
import { draftTotals } from './sale-draft.ts';

/** A sale that was already recorded. `copied`: a copy of this tab has recorded what is on the screen. */
export type EarlierSale = { readonly sale: MadeSale; readonly copied: boolean };

/** The order of one seller in this tab, stored at every change until its sale is recorded. */
export type OrderRecord = Pick<CounterState, 'draft' | 'flag' | 'entry' | 'sort'> & {
  /**
   * The sale's Idempotency-Key. The order has it from the first key press: a crashed browser may restore
   * an order that was sold meanwhile, and sending that again under its key records nothing.
   */
  readonly key: string;
  /** Bodies sent under this key whose outcome is unknown, the newest last. */
  readonly sent: readonly NewRecord[];
  /** When the seller pressed FINALIZAR VENDA, in milliseconds; null once the retries have ended. */
  readonly sendingSince: number | null;
  /** Set until the seller has read about it. */
  readonly earlier: EarlierSale | null;
  /** The claim of a parked order, from before it is sent until the server's answer is known. */
  readonly taking: { readonly id: number; readonly claim: string } | null;
};

/** After this long the seller may have sold it in another way, so a reload no longer resends it. */
const RESUMES_FOR_MS = 120_000;

/** Whether a sale that a reload interrupted is sent again without asking the seller. */
export function resumes({ sendingSince }: OrderRecord, now: number): boolean {
  return sendingSince !== null && now - sendingSince < RESUMES_FOR_MS;
}

const STORED_AS = 'counter';

export type OrderStore = ReturnType<typeof openOrder>;

/** The stored order of a seller, or an empty one under a new key. */
export function openOrder(seller: number) {
  const stored = readUnsaved(seller, STORED_AS, (value) => (isOrder(value) ? value : undefined));
  // An earlier version has stored no `taking`.
  let record = stored ? { ...stored, taking: stored.taking ?? null } : emptyOrder();
  const store = () => {
    const underWay = record.sent.length > 0 || record.earlier !== null || record.taking !== null;
    return storeUnsaved(seller, STORED_AS, { ...record, underWay });
  };
  const drop = () => {
    // An order that is being taken up is not on the counter yet.
    record = { ...emptyOrder(), taking: record.taking };
    if (record.taking) store();
    else removeUnsaved(seller, STORED_AS);
  };
  return {
    read: () => record,
    drop,
    /** Continues without a stored copy when the storage is full. */
    keep: (change: Partial<OrderRecord>) => {
      record = { ...record, ...change };
      if (isUntouched(record)) drop();
      else store();
    },
    /** Throws when the browser cannot store the change: nothing may be sent that a reload would forget. */
    change: (change: Partial<OrderRecord>) => {
      const before = record;
      record = { ...record, ...change };
      if (store()) return;
      record = before;
      throw new Error('The order could not be stored');
    },
  };
}

function emptyOrder(): OrderRecord {
  const { draft, flag, entry, sort } = FRESH_COUNTER;
  return {
    draft,
    flag,
    entry,
    sort,
    key: uuid(),
    sent: [],
    sendingSince: null,
    earlier: null,
    taking: null,
  };
}

function isUntouched({ draft, entry, sent, earlier, taking }: OrderRecord): boolean {
  const { client, student, items, payments, exchange } = draft;
  return (
    exchange === undefined &&
    [client, student].every(({ digits, name }) => digits === '' && name === '') &&
    payments.every(({ method }) => method === null) &&
    items.length + sent.length === 0 &&
    entry.product === null &&
    entry.edited === undefined &&
    earlier === null &&
    taking === null
  );
}

/** Whether the value is an order that can be shown and sold: another version may have stored it. */
export function isOrder(value: unknown): value is OrderRecord {
  try {
    const { key, sent, entry, draft, earlier } = value as OrderRecord;
    const texts = [key, entry.quantity, draft.client.digits, draft.student.digits];
    return (
      texts.every((text) => typeof text === 'string') &&
      Array.isArray(sent) &&
      (!earlier || asMadeSale(earlier.sale) !== undefined) &&
      (draft.exchange === undefined || isStartedExchange(draft.exchange)) &&
      draft.payments.length === NO_PAYMENTS.length &&
      // Throws for anything that is no amount or no list.
      draftTotals(draft).total >= 0
    );
  } catch {
    return false;
  }
}

/** A stored sale with all that the counter says about it. */
function asMadeSale(value: unknown): MadeSale | undefined {
  const { id, total_general, troco, client_data } = fieldsOf<MadeSale>(value);
  const known = Number.isSafeInteger(id) && isReais(total_general) && isReais(troco);
  return known && typeof client_data?.name === 'string' ? (value as MadeSale) : undefined;
}

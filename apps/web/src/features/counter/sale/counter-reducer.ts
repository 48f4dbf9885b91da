import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { uuid } from '../../../api/uuid.ts';
import { goingBackWords } from '../../corrections/record/given-back.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import {
  type CounterAction,
  type CounterState,
  freshCounter,
  isFree,
  type LastSale,
  type Undo,
  withDraft,
} from './counter-state.ts';
import { itemsReducer, putEditedBack, withMissed, withNewest } from './items-reducer.ts';
import { withAmount, withMethod, withPixFound } from './payment-lines.ts';
import {
  besideClient,
  hidden,
  isStranger,
  MAX_DIGITS,
  NOBODY,
  saleName,
  studentBeside,
  withDigits,
} from './person.ts';
import { type Obstacle, orderObstacle } from './sale-checks.ts';
import { EMPTY_DRAFT, type Exchange, type SaleDraft } from './sale-draft.ts';
import { EMPTY_ENTRY, lineOf, type SaleItem } from './sale-item.ts';

/** Every change of the counter. Pure but for the keys of new sales, so that each rule can be tested without a screen. */
export function counterReducer(state: CounterState, action: CounterAction): CounterState {
  const made = changed(state, action);
  // What becomes known only after FECHAR PEDIDO is asked about then.
  const isLate = made.phase === 'paying' && isStrange(made);
  const next = isLate && !made.asksStranger ? { ...made, asksStranger: true } : made;
  const { undo } = next;
  if (!undo || undo !== state.undo) return next;
  // It would overwrite what was changed since.
  const changedSince = Object.keys(undo.parts).some((part) => {
    const field = part as keyof SaleDraft;
    return next.draft[field] !== state.draft[field];
  });
  return changedSince ? { ...next, undo: null } : next;
}

function changed(state: CounterState, action: CounterAction): CounterState {
  const { draft } = state;
  switch (action.type) {
    case 'digits-typed': {
      const { party, typed } = action;
      const person = withDigits(draft[party], typed, MAX_DIGITS[party]);
      return person === draft[party] ? state : withFamily(withDraft(state, { [party]: person }));
    }
    case 'name-typed':
      return withDraft(state, { [action.party]: { ...draft[action.party], name: action.name } });
    case 'person-found': {
      const { party, digits, found, keepName } = action;
      const person = draft[party];
      if (digits !== person.digits) return state;
      const { id, name } = found;
      const known = { ...person, name: keepName ? person.name : name, registered: { id, name } };
      return withFamily(withDraft(state, { [party]: known }));
    }
    case 'person-chosen': {
      const { party, digits, found } = action;
      const { id, name } = found;
      const through = party === 'student' && besideClient(draft.client, 'offered');
      const chosen = { digits, name, registered: { id, name }, complete: true, ...through };
      return withFamily(withDraft(state, { [party]: chosen }));
    }
    case 'card-read': {
      const cleared = withDigits(draft.student, '', MAX_DIGITS.student);
      const read = withDigits(cleared, action.digits, MAX_DIGITS.student);
      const student = { ...read, complete: true, ...besideClient(draft.client, 'read') } as const;
      return withFamily(withDraft(state, { student }));
    }
    case 'family-known':
      return withFamily({ ...state, family: action.family });
    case 'stranger-answered': {
      const { client, student } = draft;
      const asked = { ...state, asksStranger: false };
      if (!action.sure || !student.beside) return reopened(asked);
      const beside = { ...student.beside, confirmed: hidden(client.digits) };
      return changed(withDraft(asked, { student: { ...student, beside } }), {
        type: 'order-closed',
      });
    }
    case 'digits-left': {
      const person = draft[action.party];
      if (person.digits === '' || person.complete) return state;
      return { ...state, draft: { ...draft, [action.party]: { ...person, complete: true } } };
    }
    case 'method-chosen':
      return withDraft(state, { payments: withMethod(draft.payments, action.row, action.method) });
    case 'amount-typed':
      return withDraft(state, { payments: withAmount(draft.payments, action.row, action.amount) });
    case 'given-back-typed':
      return withGivenBack(state, action.rows);
    case 'pix-found':
      return withDraft(state, { payments: withPixFound(draft.payments, action.row, action.txid) });
    case 'read-missed':
      return withMissed(state, action.code);
    case 'missed-put-away':
      return { ...state, draft: { ...draft, missed: [] } };
    case 'keys-undone': {
      // The sale may have been made since: what was sold must not come back.
      const { key, phase, draft, entry, sort, duplicate, justAdded, entryProblem } = action.before;
      if (key !== state.key || phase !== state.phase) return state;
      const { unread, obstacle, undo } = action.before;
      const before = { draft, entry, sort, duplicate, justAdded, entryProblem, unread, obstacle };
      return { ...state, ...before, undo };
    }
    case 'undo-offered':
      return { ...state, undo: action.undo };
    case 'undone': {
      const { undo } = state;
      if (!undo || state.phase !== 'typing') return state;
      // Parked or sent before it was emptied, it is still that order.
      const { key = state.key, sent = [] } = state.sent.length === 0 ? undo : state;
      const restored = { ...withDraft(state, undo.parts), key, sent, justAdded: null, undo: null };
      const isNew = ({ product }: SaleItem) => !lineOf(draft.items, product.id);
      const back = undo.parts.items?.findLast(isNew);
      return back ? withNewest(restored, back.product.id) : restored;
    }
    case 'finish-pressed': {
      const { obstacle = null } = action;
      // Nothing is sent if an approval is called off, and then nothing was refused either.
      return { ...state, obstacle, refused: obstacle ? state.refused : null };
    }
    case 'order-closed': {
      // The quantity that was just typed is that of the line, as its Enter would make it.
      const entered = closesCount(state) ? itemsReducer(state, { type: 'item-entered' }) : state;
      if (entered.entryProblem && entered !== state) return entered;
      const whole = putEditedBack(entered);
      const obstacle = orderObstacle(whole.draft) ?? null;
      if (!obstacle && isStrange(whole)) return { ...whole, obstacle, asksStranger: true };
      return { ...whole, obstacle, phase: obstacle ? state.phase : 'paying' };
    }
    case 'order-reopened':
      return state.phase === 'paying' ? reopened(state, action.obstacle) : state;
    case 'sending-begun':
      return { ...state, phase: 'sending', sendingSince: action.at, refused: null, reason: null };
    case 'sent-changed':
      return { ...state, sent: action.sent };
    case 'retrying':
      return { ...state, phase: 'retrying' };
    case 'sale-made':
      return withWaiting({
        ...emptied(state),
        made: action.sale,
        last: lastSaleOf(action.sale),
      });
    case 'made-read':
      return { ...state, made: null };
    case 'sale-earlier': {
      const { earlier } = action;
      return { ...state, phase: 'earlier', earlier, key: uuid(), sent: [], sendingSince: null };
    }
    case 'sale-failed': {
      const { sent, keySpent, asksApproval } = action;
      return {
        ...state,
        phase: asksApproval ? 'paying' : 'failed',
        sent,
        sendingSince: null,
        // While it may have been made, nothing else is said about it.
        refused: sent.length === 0 ? (action.refused ?? 'not_sent') : null,
        reason: sent.length === 0 ? (action.reason ?? null) : null,
        unanswered: action.unanswered === true,
        ...(keySpent && { key: uuid() }),
      };
    }
    case 'failure-read': {
      const read = { ...state, phase: 'paying', unanswered: false } as const;
      if (state.unanswered) return { ...read, dialog: { is: 'away' } };
      const { text: message, at: field } = state.reason ?? {};
      if (message && field) {
        const obstacle = { message, field };
        const isPayment = field.startsWith('method-');
        return isPayment ? { ...read, obstacle } : reopened(read, obstacle);
      }
      if (state.refused !== 'unknown_client') return read;
      // The CPF is looked up again.
      const { client } = draft;
      const digits = isHiddenCpf(client.digits) ? '' : client.digits;
      return withDraft(read, { client: { ...client, digits, registered: null } });
    }
    case 'earlier-read':
      return reopened({ ...state, earlier: null });
    case 'dialog-opened':
      return { ...state, dialog: action.dialog };
    case 'order-parked':
      return withWaiting(emptied(state), { afterParking: true });
    case 'key-spent':
      return { ...state, key: uuid() };
    case 'taking-begun':
      return { ...state, taking: action.taking };
    case 'taking-ended': {
      const left = { ...state, taking: null };
      return action.draft ? { ...emptied(left), draft: action.draft } : withWaiting(left);
    }
    case 'exchange-started':
      return withWaiting({ ...state, waiting: action.exchange });
    case 'waiting-dropped':
      return { ...state, waiting: null };
    case 'order-emptied':
      return withWaiting({
        ...emptied(state),
        undo: wayBack(state, `Balcão esvaziado.${action.aside ?? ''}`),
      });
    case 'exchange-dropped': {
      // Taken up by itself, it would cover the way back.
      const before = draft.exchange?.afterParking ? ' O outro pedido espera.' : '';
      // While a sale may have been recorded, its key stays.
      const sent = state.sent.length > 0 && { key: state.key, sent: state.sent };
      return { ...emptied(state), ...sent, undo: wayBack(state, `Troca desfeita.${before}`) };
    }
    default:
      // An approved order stays as it is until it is reopened.
      return state.phase === 'typing' ? itemsReducer(state, action) : state;
  }
}

/** Whether the student is one of another family, whom the seller has not confirmed for this client. */
function isStrange({ draft, family }: CounterState): boolean {
  const { client, student } = draft;
  return student.beside?.confirmed !== hidden(client.digits) && isStranger(draft, family);
}

/** An order that is being taken up is not on the counter yet, and an exchange that waits has its own time. */
const emptied = ({ taking, waiting, made, last, dialog }: CounterState): CounterState => ({
  ...freshCounter(),
  ...{ taking, waiting, made, last, dialog },
});

const lastSaleOf = ({ id, total_general, troco, exchange }: MadeSale): LastSale => ({
  id,
  total: centsFromReais(total_general),
  change: centsFromReais(troco),
  back: exchange && goingBackWords(exchange),
});

/** A student who came through a former client goes with them, and is back with them. */
function withFamily(state: CounterState): CounterState {
  const { draft, family, undo } = state;
  const gone = undo?.parts.client ? undefined : undo?.parts.student;
  const absent = draft.student.digits + draft.student.name === '';
  if (absent && gone?.beside && gone.beside.client.id === draft.client.registered?.id) {
    const student = { ...gone, beside: { ...gone.beside, how: 'offered' } } as const;
    return { ...withDraft(state, { student }), undo: null };
  }
  const student = studentBeside(draft, family);
  if (student === draft.student) return state;
  if (student) return { ...state, draft: { ...draft, student } };
  const { beside, digits } = draft.student;
  // Put back by the seller, they stay.
  const kept = {
    ...draft.student,
    ...(beside && { beside: { ...beside, how: 'typed' } as const }),
  };
  const who = saleName(kept) || `O aluno da matrícula ${digits}`;
  const words = `${who} saiu com o cliente anterior.`;
  return {
    ...withDraft(state, { student: NOBODY }),
    undo: { words, parts: { student: kept }, look: true },
  };
}

/** From the empty counter. */
function wayBack(state: CounterState, words: string): Undo {
  const { draft, key, sent } = putEditedBack(state);
  return { words, parts: draft, key, sent };
}

/** Another total gives back another sum. */
const reopened = (state: CounterState, obstacle: Obstacle | null = null): CounterState => ({
  ...withGivenBack(state, null),
  obstacle,
  phase: 'typing',
});

/** Begins the exchange that waits, if the counter holds no other order. */
function withWaiting(state: CounterState, how?: Pick<Exchange, 'afterParking'>): CounterState {
  const { waiting } = state;
  if (!waiting || !isFree(state)) return state;
  const draft = { ...EMPTY_DRAFT, exchange: { ...waiting, ...how, givenBack: null } };
  return { ...emptied(state), waiting: null, draft };
}

const closesCount = ({ justAdded, entry }: CounterState): boolean =>
  justAdded !== null && entry.product === null && entry.quantity !== EMPTY_ENTRY.quantity;

function withGivenBack(state: CounterState, givenBack: Exchange['givenBack']): CounterState {
  const { exchange } = state.draft;
  if (!exchange || exchange.givenBack === givenBack) return state;
  return withDraft(state, { exchange: { ...exchange, givenBack } });
}

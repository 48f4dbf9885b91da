import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import {
  type CounterAction,
  type CounterState,
  EMPTY_ENTRY,
  FRESH_COUNTER,
  withDraft,
} from './counter-state.ts';
import type { Exchange } from './exchange.ts';
import { itemsReducer, putEditedBack } from './items-reducer.ts';
import { withAmount, withMethod, withPixFound } from './payment-lines.ts';
import { withDigits } from './person.ts';
import { orderObstacle } from './sale-checks.ts';

/** Every change of the counter. Pure, so that each rule can be tested without a screen. */
export function counterReducer(state: CounterState, action: CounterAction): CounterState {
  const { draft } = state;
  switch (action.type) {
    case 'digits-typed': {
      const { party, typed, maxDigits } = action;
      const person = withDigits(draft[party], typed, maxDigits);
      return person === draft[party] ? state : withDraft(state, { [party]: person });
    }
    case 'name-typed':
      return withDraft(state, { [action.party]: { ...draft[action.party], name: action.name } });
    case 'person-found': {
      const { party, digits, found, keepName } = action;
      const person = draft[party];
      if (digits !== person.digits) return state;
      const { id, name } = found;
      const known = { ...person, name: keepName ? person.name : name, registered: { id, name } };
      return withDraft(state, { [party]: known });
    }
    case 'person-chosen': {
      const { party, digits, found } = action;
      const { id, name } = found;
      const chosen = { digits, name, registered: { id, name }, complete: true };
      return withDraft(state, { [party]: chosen });
    }
    case 'digits-left': {
      const person = draft[action.party];
      if (person.digits === '' || person.complete) return state;
      return { ...state, draft: { ...draft, [action.party]: { ...person, complete: true } } };
    }
    case 'client-gone': {
      const { client } = draft;
      const digits = isHiddenCpf(client.digits) ? '' : client.digits;
      return withDraft(state, { client: { ...client, digits, registered: null } });
    }
    case 'method-chosen':
      return withDraft(state, { payments: withMethod(draft.payments, action.row, action.method) });
    case 'amount-typed':
      return withDraft(state, { payments: withAmount(draft.payments, action.row, action.amount) });
    case 'given-back-typed':
      return withGivenBack(state, action.rows);
    case 'pix-found':
      return withDraft(state, { payments: withPixFound(draft.payments, action.row, action.txid) });
    case 'keys-undone':
      return action.before;
    case 'finish-pressed':
      return { ...state, obstacle: action.obstacle ?? null };
    case 'order-closed': {
      // The quantity that was just typed is that of the line, as its Enter would make it.
      const entered = closesCount(state) ? itemsReducer(state, { type: 'item-entered' }) : state;
      if (entered.entryProblem && entered !== state) return entered;
      const whole = putEditedBack(entered);
      const obstacle = orderObstacle(whole.draft) ?? null;
      return { ...whole, obstacle, flag: obstacle ? state.flag : 1 };
    }
    case 'order-reopened':
      // Another total gives back another sum.
      return { ...withGivenBack(state, null), obstacle: action.obstacle ?? null, flag: 0 };
    case 'sale-made':
      return FRESH_COUNTER;
    case 'exchange-dropped': {
      const { exchange: _, ...kept } = draft;
      return { ...state, draft: kept, flag: 0, obstacle: null };
    }
    case 'order-replaced':
      return { ...FRESH_COUNTER, draft: action.draft };
    default:
      // An approved order stays as it is until it is reopened.
      return state.flag === 0 ? itemsReducer(state, action) : state;
  }
}

const closesCount = ({ justAdded, entry }: CounterState): boolean =>
  justAdded !== null && entry.product === null && entry.quantity !== EMPTY_ENTRY.quantity;

function withGivenBack(state: CounterState, givenBack: Exchange['givenBack']): CounterState {
  const { exchange } = state.draft;
  if (!exchange || exchange.givenBack === givenBack) return state;
  return withDraft(state, { exchange: { ...exchange, givenBack } });
}

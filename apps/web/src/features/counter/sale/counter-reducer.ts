import {
  type CounterAction,
  type CounterState,
  FRESH_COUNTER,
  withDraft,
} from './counter-state.ts';
import { itemsReducer } from './items-reducer.ts';
import { withAmount, withMethod } from './payment-rows.ts';
import { withDigits } from './person.ts';
import { orderObstacle, paymentObstacle } from './sale-checks.ts';

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
      const known = { digits, name: keepName ? person.name : name, registered: { id, name } };
      return withDraft(state, { [party]: known });
    }
    case 'client-gone':
      return withDraft(state, { client: { ...draft.client, registered: null } });
    case 'method-chosen':
      return withDraft(state, { payments: withMethod(draft.payments, action.row, action.method) });
    case 'amount-typed':
      return withDraft(state, { payments: withAmount(draft.payments, action.row, action.amount) });
    case 'keys-undone':
      return action.before;
    case 'finish-pressed':
      return { ...state, obstacle: paymentObstacle(draft) ?? null };
    case 'order-closed': {
      const obstacle = orderObstacle(draft) ?? null;
      return { ...state, obstacle, flag: obstacle ? state.flag : 1 };
    }
    case 'order-reopened':
      return { ...state, obstacle: action.obstacle ?? null, flag: 0 };
    case 'sale-made':
      return FRESH_COUNTER;
    default:
      // An approved order stays as it is until it is reopened.
      return state.flag === 0 ? itemsReducer(state, action) : state;
  }
}

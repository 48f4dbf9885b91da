import {
  type CounterAction,
  type CounterState,
  FRESH_COUNTER,
  type Who,
  withDraft,
} from './counter-state.ts';
import { itemsReducer } from './items-reducer.ts';
import { withAmount, withMethod } from './payment-rows.ts';
import { type Buyer, withDigits, withFound } from './person.ts';
import { orderObstacle, paymentObstacle } from './sale-checks.ts';

/** Every change that the counter knows. Pure, so that each rule of it is a test without a screen. */
export function counterReducer(state: CounterState, action: CounterAction): CounterState {
  const { draft } = state;
  switch (action.type) {
    case 'digits-typed':
      return withBuyer(state, action.who, (buyer) =>
        withDigits(buyer, action.typed, action.maxDigits),
      );
    case 'name-typed':
      return withBuyer(state, action.who, (buyer) => ({ ...buyer, name: action.name }));
    case 'person-found':
      return withBuyer(state, action.who, (buyer) =>
        withFound(buyer, action.digits, action.found, action),
      );
    case 'client-gone':
      return withBuyer(state, 'client', (buyer) => ({ ...buyer, registered: null }));
    case 'method-chosen':
      return withDraft(state, {
        payments: withMethod(draft.payments, action.row, action.method),
      });
    case 'amount-typed':
      return withDraft(state, {
        payments: withAmount(draft.payments, action.row, action.amount),
      });
    case 'keys-undone':
      return action.before;
    case 'finish-asked':
      return { ...state, obstacle: paymentObstacle(draft) ?? null };
    case 'order-closed': {
      const obstacle = orderObstacle(draft);
      return obstacle ? { ...state, obstacle } : { ...state, obstacle: null, flag: 1 };
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

function withBuyer(state: CounterState, who: Who, change: (buyer: Buyer) => Buyer): CounterState {
  const buyer = change(state.draft[who]);
  return buyer === state.draft[who] ? state : withDraft(state, { [who]: buyer });
}

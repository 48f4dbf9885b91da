import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CounterState } from './counter-state.ts';
import type { CounterStore } from './counter-store.ts';

/** The counter that the parts below it belong to. */
export const CounterContext = createContext<CounterStore | undefined>(undefined);

/** For what happens in events, which need the newest state. */
export function useCounterStore(): CounterStore {
  const store = useContext(CounterContext);
  if (!store) throw new Error('A part of the counter is used outside of it');
  return store;
}

export const whole = (state: CounterState) => state;
export const useDispatch = (): CounterStore['dispatch'] => useCounterStore().dispatch;

/**
 * What `select` makes of the counter's state. The part renders again only when that is another value, so objects
 * have to be made by selector().
 */
export function useCounter<Value>(select: (state: CounterState) => Value): Value {
  const { subscribe, read } = useCounterStore();
  return useSyncExternalStore(subscribe, () => select(read()));
}

/** Makes a value of these fields of the state, and makes it again only when one of them has changed. */
export function selector<Field extends keyof State, Value, State = CounterState>(
  fields: readonly Field[],
  make: (state: Pick<State, Field>) => Value,
): (state: State) => Value {
  let last: { state: State; value: Value } | undefined;
  return (state) => {
    const same = last && fields.every((field) => last?.state[field] === state[field]);
    if (!last || !same) last = { state, value: make(state) };
    return last.value;
  };
}

import { useSyncExternalStore } from 'react';

const STORED_AS = 'product-grid';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const read = () => localStorage.getItem(STORED_AS) === 'on';

function write(shown: boolean): void {
  if (shown) localStorage.setItem(STORED_AS, 'on');
  else localStorage.removeItem(STORED_AS);
  for (const listener of listeners) listener();
}

/** Whether this device shows the grid of products, and its setter. */
export const useGridShown = () => [useSyncExternalStore(subscribe, read), write] as const;

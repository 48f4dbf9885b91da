import { readStored } from '../storage/stored-json.ts';

/** The router's own key; the router reads it as soon as its code has loaded. */
const STORED_AS = 'tsr-scroll-restoration-v1_3';

/**
 * Whether the router can work with the scroll positions of this tab: with a text that is no object it would
 * fail at every navigation. Such a text is removed, and counts no more once the page loads again.
 */
export function canRestoreScrolls(): boolean {
  const text = sessionStorage.getItem(STORED_AS);
  const asObject = (value: unknown) => (typeof value === 'object' && value ? value : undefined);
  if (text === null || readStored(text, asObject)) return true;
  sessionStorage.removeItem(STORED_AS);
  return false;
}

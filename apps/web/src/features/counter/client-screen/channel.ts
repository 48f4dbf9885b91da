import { paths } from '../../../navigation/paths.ts';
import type { ClientView } from './client-view.ts';

/**
 * What a client's window says: that it shows what it hears, again every few seconds, or that it closes; and what a
 * counter says. A counter that hears no window sends nothing.
 */
export type FromWindow = 'ask' | 'bye';
export type FromCounter = 'here' | 'gone' | ClientView;
/** Between counters: one asks whether another has its name, and one that has it answers. Both carry the asker's id. */
export type BetweenCounters = `claim ${string}` | `mine ${string}`;

/** The counter whose windows they are; a browser may have several. */
const PARAMETER = 'balcao';

export const openChannel = (counter: string) => new BroadcastChannel(`client-screen:${counter}`);

export const addressOf = (counter: string) => `${paths.clientScreen}?${PARAMETER}=${counter}`;

export const counterOfAddress = () => new URLSearchParams(window.location.search).get(PARAMETER);

/** The name of the window of a counter, by which a second press finds it. */
export const windowOf = (counter: string) => `client-screen:${counter}`;

import { whole } from '../../ui/counts.ts';
import type { KeptHere } from './kept-sales.ts';

export const keptNoun = (count: number): string =>
  count === 1 ? 'venda guardada' : 'vendas guardadas';

/** '2 vendas guardadas' */
export const keptWords = (count: number): string => `${whole(count)} ${keptNoun(count)}`;

/** Another person's sales are sent by that person alone. */
export function waitingFor({ seller, count }: KeptHere['others'][number]): string {
  const wait = count === 1 ? 'espera' : 'esperam';
  return `${keptWords(count)} de ${seller} ${wait} que ${seller} entre neste computador.`;
}

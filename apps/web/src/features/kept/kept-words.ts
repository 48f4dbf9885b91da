import { counted } from '../../ui/counts.ts';
import type { KeptHere } from './kept-sales.ts';

/** '2 vendas guardadas' */
export const keptWords = (count: number): string =>
  counted(count, 'venda guardada', 'vendas guardadas');

/** Another person's sales are sent by that person alone. */
export function waitingFor({ seller, count }: KeptHere['others'][number]): string {
  const wait = count === 1 ? 'espera' : 'esperam';
  return `${keptWords(count)} de ${seller} ${wait} que ${seller} entre neste computador.`;
}

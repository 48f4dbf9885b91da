import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { whole } from '../../../ui/counts.ts';
import type { SearchResult } from '../../../ui/fields/search-options.tsx';
import { onHandQuery } from '../stock.queries.ts';
import classes from './on-hand.module.css';

/** What is on hand of each followed product, by its id. */
export type OnHand = ReadonlyMap<number, number>;

/** Other counters sell too. Where nothing is followed it is asked once. */
const REFRESH_MS = 60_000;

const NOTHING_ON_HAND: OnHand = new Map();
type Listed = { products: readonly { product: number; on_hand: number }[] };
const byProduct = ({ products }: Listed): OnHand =>
  new Map(products.map(({ product, on_hand }) => [product, on_hand]));

/**
 * Empty until it is known, and where nothing is followed. Without `meta` a failure is not even logged: the counter
 * sells as well without the numbers, and returns do.
 */
export function useOnHand(): OnHand {
  const { data } = useQuery({
    ...onHandQuery,
    retry: false,
    staleTime: REFRESH_MS / 2,
    refetchInterval: ({ state }) => (state.data?.products.length ? REFRESH_MS : false),
    refetchOnWindowFocus: true,
    select: byProduct,
  });
  return data ?? NOTHING_ON_HAND;
}

/** None left is worth a look, and stops nothing. */
const isLow = (pieces: number) => pieces <= 0;

const onHandWords = (pieces: number) => `${whole(pieces)} em estoque`;

/** The options of followed products with what is on hand. A key may have a quantity before the id. */
export function withOnHand(result: SearchResult, onHand: OnHand): SearchResult {
  if (onHand.size === 0) return result;
  const options = result.options.map((option) => {
    const pieces = onHand.get(Number(option.key.split('*').at(-1)));
    if (pieces === undefined) return option;
    return { ...option, note: { words: onHandWords(pieces), look: isLow(pieces) } };
  });
  return { ...result, options };
}

type MarkProps = { pieces: number | undefined; className?: string | undefined };

/** The small number on a tile or a chip; nothing for a product that is not followed. */
export function OnHandMark({ pieces, className = '' }: MarkProps) {
  if (pieces === undefined) return null;
  const low = isLow(pieces);
  return (
    <span className={`${classes.mark} ${className}`} data-low={low || undefined}>
      {low && <IconAlertTriangle size={12} aria-hidden />}
      {whole(pieces)}
      <span className="visually-hidden"> em estoque</span>
    </span>
  );
}

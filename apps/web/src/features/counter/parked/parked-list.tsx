import type { ParkedSale } from '@balcao/contract/sales/parked-sales.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './parked-list.module.css';
import { itemsWords, nameOf, totalWords } from './parked-words.ts';
import { waitingSince } from './waiting-since.ts';

type Props = {
  parked: readonly ParkedSale[];
  onTake: (id: number) => void;
  onDrop: (row: ParkedSale) => void;
};

/** The seller's parked orders, oldest first. Enter takes one up; the arrow keys move between them. */
export function ParkedList({ parked, onTake, onDrop }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the start, and when a row is gone
  useEffect(() => rows()[0]?.focus(), [parked.length]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = rows();
    const at = all.findIndex((row) => row.parentElement?.contains(document.activeElement));
    all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  };

  return (
    <ul ref={list} className={classes.list} onKeyDown={onKeyDown}>
      {parked.map((row, index) => {
        const { text, old } = waitingSince(row.parked_at, new Date());
        return (
          <li key={row.id} className={classes.row}>
            <button
              type="button"
              data-row
              data-autofocus={index === 0 || undefined}
              className={`mantine-focus-auto ${classes.take}`}
              onClick={() => onTake(row.id)}
              // An Enter held down since the field must not press this too.
              onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
            >
              <span className={classes.name}>{nameOf(row)}</span>
              <span className={classes.total}>{totalWords(row)}</span>
              <span className={classes.detail}>
                {itemsWords(row)}
                <span className={classes.since} data-old={old}>
                  {text}
                </span>
              </span>
            </button>
            <button
              type="button"
              className={`mantine-focus-auto ${classes.drop}`}
              aria-label={`Descartar ${nameOf(row)}, ${totalWords(row)}`}
              onClick={() => onDrop(row)}
            >
              Descartar
            </button>
          </li>
        );
      })}
    </ul>
  );
}

import type { ParkedSale } from '@balcao/contract/sales/parked-sales.ts';
import { businessDayOf, formatDay, formatTime } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { timeNow } from '../../../storage/server-clock.ts';
import { counted } from '../../../ui/counts.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import classes from './parked-list.module.css';

type Props = {
  parked: readonly ParkedSale[];
  /** The active products by id; undefined until they are loaded. */
  products: ReadonlyMap<number, CounterProduct> | undefined;
  onTake: (id: number) => void;
  onDrop: (row: ParkedSale) => void;
  onHandOver: (row: ParkedSale) => void;
};

/** The parked orders that the seller may take up, oldest first. Enter takes one up; the arrow keys move between them. */
export function ParkedList({ parked, products, onTake, onDrop, onHandOver }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const rows = () =>
    [...(list.current?.children ?? [])].map((row) => row.firstElementChild as HTMLElement);
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
        const { text, old } = waitingSince(row.parked_at, timeNow());
        return (
          <li key={row.id} className={classes.row}>
            <UnstyledButton
              data-autofocus={index === 0 || undefined}
              fz="inherit"
              className={classes.take}
              onClick={() => onTake(row.id)}
              // An Enter held down since the field must not press this too.
              onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
            >
              <Text span fz="inherit" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {nameOf(row)}
              </Text>
              <strong className="money">{totalWords(row)}</strong>
              <Group component="span" gap="2px 12px" fz="sm" c="dimmed" className={classes.detail}>
                {[counted(row.items, 'item', 'itens'), products?.get(row.first_product ?? 0)?.name]
                  .filter(Boolean)
                  .join(' · ')}
                {row.parked_by && <span>Guardado por {row.parked_by}</span>}
                {row.student_name && <span>Aluno: {row.student_name}</span>}
                <span className={classes.since} data-old={old}>
                  {text}
                </span>
              </Group>
            </UnstyledButton>
            {/* Only its own seller decides about it. */}
            {row.parked_by === undefined && (
              <>
                <Button
                  className={classes.anyone}
                  variant="default"
                  px={10}
                  fw={400}
                  aria-pressed={row.for_anyone === true}
                  aria-label={`Para qualquer caixa: ${nameOf(row)}, ${totalWords(row)}`}
                  onClick={() => onHandOver(row)}
                >
                  {row.for_anyone ? '✓ ' : ''}Para qualquer caixa
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  px={8}
                  h={44}
                  aria-label={`Descartar ${nameOf(row)}, ${totalWords(row)}`}
                  onClick={() => onDrop(row)}
                >
                  Descartar
                </Button>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const nameOf = ({ client_name }: ParkedSale) => client_name || 'Sem cliente';

const totalWords = ({ total }: ParkedSale) => formatCents(centsFromReais(total));

/** Since when an order waits, in words; `old` from the next day on. */
export function waitingSince(parkedAt: string, now: Date): { text: string; old: boolean } {
  const since = new Date(parkedAt);
  const time = formatTime(since);
  const day = businessDayOf(since);
  if (day === businessDayOf(now)) return { text: `desde ${time}`, old: false };
  const yesterday = addDays(businessDayOf(now), -1);
  return { text: `desde ${day === yesterday ? 'ontem' : formatDay(day)}, ${time}`, old: true };
}

import { Box } from '@mantine/core';
import type { Dispatch, KeyboardEvent } from 'react';
import { quantityOf } from '../../../ui/fields/quantity.ts';
import { TypedWhole } from '../../../ui/fields/whole-number.tsx';
import { StepNote } from '../parts/step-note.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Entry } from '../sale/sale-item.ts';
import classes from './product-entry.module.css';

type QuantityFieldProps = { entry: Entry; onEnter: () => void; dispatch: Dispatch<CounterAction> };

/** Whether the quantity is of no product yet, and would be the next one's. */
const waitsForProduct = ({ product, quantity }: Entry) => product === null && quantity !== '1';

/** Qtd.: digits, the arrow keys, and Enter that adds the item. */
export function QuantityField({ entry, onEnter, dispatch }: QuantityFieldProps) {
  const quantity = quantityOf(entry.quantity);
  const type = (typed: string) => dispatch({ type: 'quantity-typed', typed });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      type(`${Math.max(0, quantity + (event.key === 'ArrowUp' ? 1 : -1))}`);
    }
  };
  return (
    <TypedWhole
      id="quantity"
      label="Qtd."
      className={classes.quantity}
      role="spinbutton"
      aria-valuemin={0}
      aria-valuenow={quantity}
      data-waiting={waitsForProduct(entry) || undefined}
      text={entry.quantity}
      onType={type}
      onKeyDown={onKeyDown}
    />
  );
}

type EntryNoteProps = {
  entry: Entry;
  problem: string | null;
  /** Why the last code did not go in. */
  unread: string | null;
  /** The name of the product whose line Enter in Qtd. counts. */
  counts: string | undefined;
};

/** What is wrong with the entry fields, or else the effect of Enter in Qtd. */
export function EntryNote({ entry, problem, unread, counts }: EntryNoteProps) {
  const note = problem || unread ? undefined : noteOf(entry, counts);
  return (
    // Room for a line, so that the table does not move.
    <Box mih={24} my={2}>
      <div role="alert">
        {problem && <StepNote rank="refusal" text={problem} />}
        {!problem && unread && <StepNote rank="look" text={unread} />}
      </div>
      {note && (
        <div role="status">
          <StepNote rank="fact" text={note} />
        </div>
      )}
    </Box>
  );
}

function noteOf(entry: Entry, counts: string | undefined): string | undefined {
  const { edited } = entry;
  if (edited) {
    return `Editando ${edited.product.name}: Enter em Qtd. guarda, Esc deixa como estava.`;
  }
  if (!waitsForProduct(entry)) return undefined;
  return counts === undefined
    ? 'Esta quantidade é do próximo produto.'
    : `Enter em Qtd. muda a quantidade de ${counts}.`;
}

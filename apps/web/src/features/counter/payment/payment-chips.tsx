import { cashSums } from '@balcao/domain/box-count.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { ButtonProps } from '@mantine/core';
import { Chips } from '../../../ui/fields/chips.tsx';
import { methodOfText, usePaying } from './payment.ts';
import classes from './payment-rows.module.css';

/** A shop with more methods finds the others in the field. */
const MOST_CHIPS = 6;

/** The place of a row in the grid of the rows; what belongs to it comes after. */
export const placeOfRow = (row: number) => 2 * row + 1;

const placed = (row: number) => ({
  className: classes.chips,
  style: { order: placeOfRow(row) + 1 },
});
const look = (locked: boolean): ButtonProps => ({
  ...{ size: 'compact-sm', disabled: locked },
  ...(classes.chip && { className: classes.chip }),
});

/** The shop's methods beside the row that is next, one touch each. */
export function MethodChips({ row }: { row: number }) {
  const { methods, choose, locked } = usePaying();
  return (
    <Chips
      label="Receber em"
      {...placed(row)}
      of={methods.slice(0, MOST_CHIPS)}
      name={(method) => method}
      // Drawn by the style sheet, so that the options of the field are the only texts with these words.
      words={(method) => (
        <span
          className={classes.word}
          data-word={method}
          data-letter={methodOfText(methods, method.charAt(0)) === method || undefined}
        />
      )}
      onPick={(method) => choose(row, method)}
      look={look(locked)}
    />
  );
}

/** The exact sum, after what a client hands over in cash. */
export function SumChips({ row }: { row: number }) {
  const { rows, cash, missingIn, enter, locked } = usePaying();
  const exact = missingIn(row);
  const inCash = row === cash ? cashSums(exact) : [];
  const named = inCash.map((sum) => [`R$ ${(sum / 100).toLocaleString('pt-BR')}`, sum] as const);
  const sums = new Map<string, Cents>([...named, ['Exato', exact]]);
  return (
    <Chips
      label={`Recebido em ${rows[row]?.method}`}
      data-cash
      {...placed(row)}
      of={[...sums.keys()]}
      name={(sum) => sum}
      words={(sum) => sum.replace('R$ ', '')}
      onPick={(sum) => enter(row, sums.get(sum) ?? exact)}
      look={{ ...look(locked), variant: 'light' }}
    />
  );
}

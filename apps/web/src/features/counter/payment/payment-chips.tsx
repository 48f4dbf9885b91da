import { type Cents, cents } from '@balcao/domain/money.ts';
import { Box, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { methodOfKey, usePaying } from './payment.ts';
import classes from './payment-rows.module.css';

/** A shop with more methods finds the others in the field. */
const MOST_CHIPS = 6;

/** The place of a row in the grid of the rows; what belongs to it comes after. */
export const placeOfRow = (row: number) => 2 * row + 1;

type Chip = { readonly name: string; readonly words: ReactNode; readonly press: () => void };
type ChipsProps = { label: string; row: number; chips: readonly Chip[]; cash?: boolean };

function Chips({ label, row, chips, cash = false }: ChipsProps) {
  const { locked } = usePaying();
  return (
    <Box
      role="group"
      aria-label={label}
      className={classes.chips}
      style={{ order: placeOfRow(row) + 1 }}
      mod={{ cash }}
    >
      {chips.map(({ name, words, press }) => (
        <Button
          key={name}
          size="compact-sm"
          variant={cash ? 'light' : 'default'}
          className={classes.chip}
          aria-label={name}
          disabled={locked}
          onClick={press}
        >
          {words}
        </Button>
      ))}
    </Box>
  );
}

/** The shop's methods beside the row that is next, one touch each. */
export function MethodChips({ row }: { row: number }) {
  const { methods, choose } = usePaying();
  const chips = methods.slice(0, MOST_CHIPS).map((method) => ({
    name: method,
    // Drawn by the style sheet, so that the options of the field are the only texts with these words.
    words: (
      <span
        className={classes.word}
        data-word={method}
        data-letter={methodOfKey(methods, method.charAt(0)) === method || undefined}
      />
    ),
    press: () => choose(row, method),
  }));
  return <Chips label="Receber em" row={row} chips={chips} />;
}

/** What a client hands over in cash, and the exact sum. */
export function CashChips({ row }: { row: number }) {
  const { rows, missingIn, enter } = usePaying();
  const exact = missingIn(row);
  const chips = cashSums(exact).map((sum) => {
    const reais = (sum / 100).toLocaleString('pt-BR');
    return { name: `R$ ${reais}`, words: reais, press: () => enter(row, sum) };
  });
  const all = [...chips, { name: 'Exato', words: 'Exato', press: () => enter(row, exact) }];
  return <Chips label={`Recebido em ${rows[row]?.method}`} row={row} chips={all} cash />;
}

/** The notes of the real, in reais. */
const NOTES = [5, 10, 20, 50, 100, 200];
/** Two notes that clients hand over together: a smaller one is added only to one of these. */
const FIRST_OF_TWO = 20;
const SECOND_OF_TWO = 10;
const MOST = 3;

/**
 * The sums that a client hands over for what is due, the smallest first: one note that is enough, or two of which
 * neither alone is. Above the largest note it is many notes, of which the smallest is mostly a fifty.
 */
export function cashSums(due: Cents): Cents[] {
  const largest = Math.max(...NOTES) * 100;
  if (due > largest) {
    const fifty = 5_000;
    const first = Math.ceil(due / fifty) * fifty;
    return [first, first + fifty, first + 2 * fifty].map(cents);
  }
  const pairs = NOTES.filter((note) => note >= FIRST_OF_TWO && note * 100 < due).flatMap((note) =>
    NOTES.filter((other) => other >= SECOND_OF_TWO && other <= note).map((other) => note + other),
  );
  const enough = [...NOTES, ...pairs].filter((sum) => sum * 100 >= due);
  return [...new Set(enough)]
    .sort((one, other) => one - other)
    .slice(0, MOST)
    .map((sum) => cents(sum * 100));
}

import { cashSums } from '@balcao/domain/box-count.ts';
import { Box, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { methodOfText, usePaying } from './payment.ts';
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
        data-letter={methodOfText(methods, method.charAt(0)) === method || undefined}
      />
    ),
    press: () => choose(row, method),
  }));
  return <Chips label="Receber em" row={row} chips={chips} />;
}

/** The exact sum, after what a client hands over in cash. */
export function SumChips({ row }: { row: number }) {
  const { rows, cash, missingIn, enter } = usePaying();
  const exact = missingIn(row);
  const chips = (row === cash ? cashSums(exact) : []).map((sum) => {
    const reais = (sum / 100).toLocaleString('pt-BR');
    return { name: `R$ ${reais}`, words: reais, press: () => enter(row, sum) };
  });
  const all = [...chips, { name: 'Exato', words: 'Exato', press: () => enter(row, exact) }];
  return <Chips label={`Recebido em ${rows[row]?.method}`} row={row} chips={all} cash />;
}

import type { Cents } from '@balcao/domain/money.ts';
import { Box, Button } from '@mantine/core';
import { cashSums } from './cash-sums.ts';
import { methodOfKey, usePaying } from './payment.ts';
import classes from './payment-rows.module.css';

/** A shop with more methods finds the others in the field. */
const MOST_CHIPS = 6;

/** The places of a row, and of what belongs to it, in the grid of the rows. */
export const placeOfRow = (row: number) => 2 * row + 1;
const afterRow = (row: number) => placeOfRow(row) + 1;

/** The shop's methods beside the row that is next, one touch each. */
export function MethodChips({ row }: { row: number }) {
  const { methods, locked, choose } = usePaying();
  return (
    <Box
      role="group"
      aria-label="Receber em"
      className={classes.chips}
      style={{ order: afterRow(row) }}
    >
      {methods.slice(0, MOST_CHIPS).map((method) => (
        <Button
          key={method}
          size="compact-sm"
          variant="default"
          className={classes.chip}
          aria-label={method}
          disabled={locked}
          onClick={() => choose(row, method)}
        >
          {/* Drawn by the style sheet, so that the options of the field are the only texts with these words. */}
          <span
            className={classes.word}
            data-word={method}
            data-letter={methodOfKey(methods, method.charAt(0)) === method || undefined}
          />
        </Button>
      ))}
    </Box>
  );
}

/** What a client hands over in cash, and the exact sum. */
export function CashChips({ row }: { row: number }) {
  const { rows, missingIn, locked, enter } = usePaying();
  const exact = missingIn(row);
  const chip = (sum: Cents, words: string, name?: string) => (
    <Button
      key={words}
      size="compact-sm"
      variant="light"
      className={classes.chip}
      aria-label={name}
      onClick={() => enter(row, sum)}
      disabled={locked}
    >
      {words}
    </Button>
  );
  return (
    <Box
      role="group"
      aria-label={`Recebido em ${rows[row]?.method}`}
      className={classes.chips}
      style={{ order: afterRow(row) }}
      mod="cash"
    >
      {cashSums(exact).map((sum) => {
        const reais = (sum / 100).toLocaleString('pt-BR');
        return chip(sum, reais, `R$ ${reais}`);
      })}
      {chip(exact, 'Exato')}
    </Box>
  );
}

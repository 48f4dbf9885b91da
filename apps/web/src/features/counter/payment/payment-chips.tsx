import type { Cents } from '@balcao/domain/money.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { Box, Button } from '@mantine/core';
import { missingIn } from '../sale/payment-lines.ts';
import { cashSums } from './cash-sums.ts';
import { chooseMethod, enterAmount, type Paying } from './enter-amount.ts';
import classes from './payment-rows.module.css';

/** A shop with more methods finds the others in the field. */
const MOST_CHIPS = 6;

/** The method that a letter stands for: the first of the shop's that begins with it. */
export function methodOfKey(methods: readonly string[], key: string): string | undefined {
  const letter = foldText(key);
  return /^\p{L}$/u.test(letter)
    ? methods.find((method) => foldText(method).startsWith(letter))
    : undefined;
}

/** The places of a row, and of what belongs to it, in the grid of the rows. */
export const placeOfRow = (row: number) => 2 * row + 1;
const afterRow = (row: number) => placeOfRow(row) + 1;

type MethodChipsProps = {
  row: number;
  methods: readonly string[];
  locked: boolean;
  dispatch: Paying['dispatch'];
};

/** The shop's methods beside the row that is next, one touch each. */
export function MethodChips({ row, methods, locked, dispatch }: MethodChipsProps) {
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
          onClick={() => chooseMethod(dispatch, row, method)}
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

type CashChipsProps = Paying & { row: number; method: string; locked: boolean };

/** What a client hands over in cash, and the exact sum. */
export function CashChips({ row, method, locked, ...paying }: CashChipsProps) {
  const exact = missingIn(paying.payments, row, paying.totalGeneral);
  const chip = (sum: Cents, words: string, name?: string) => (
    <Button
      key={words}
      size="compact-sm"
      variant="light"
      className={classes.chip}
      aria-label={name}
      onClick={() => enterAmount(paying, row, sum)}
      disabled={locked}
    >
      {words}
    </Button>
  );
  return (
    <Box
      role="group"
      aria-label={`Recebido em ${method}`}
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

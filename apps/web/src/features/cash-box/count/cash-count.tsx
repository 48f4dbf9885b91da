import { NOTES_AND_COINS } from '@balcao/domain/box-count.ts';
import { type Cents, formatCents, ZERO } from '@balcao/domain/money.ts';
import { Button, Group } from '@mantine/core';
import { useId } from 'react';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { isNotWhole } from '../../../ui/fields/quantity.ts';
import { TypedWhole } from '../../../ui/fields/whole-number.tsx';
import classes from './count-dialog.module.css';
import { type CountInput, countedCash, worthOf } from './use-count.ts';

/** From R$ 1,00 down they are coins. */
const LARGEST_COIN = 100;
const MAX_LENGTH = 5;

type Props = { input: CountInput; onChange: (part: Partial<CountInput>) => void };

/** The cash of the drawer, by notes and coins or as one sum. */
export function CashCount({ input, onChange }: Props) {
  const { sum, pieces } = input;
  const bySum = sum !== undefined;
  return (
    <fieldset className={classes.part}>
      <legend>Dinheiro na gaveta</legend>
      {bySum ? (
        <MoneyField
          label="Soma do dinheiro"
          // The button that asked for it is not where one types.
          autoFocus
          data-autofocus
          value={sum}
          onChange={(amount) => onChange({ sum: amount })}
        />
      ) : (
        <div className={classes.pieces}>
          {NOTES_AND_COINS.map((value, index) => (
            <Pieces
              key={value}
              value={value}
              first={index === 0}
              pieces={pieces[value] ?? ''}
              onChange={(typed) => onChange({ pieces: { ...pieces, [value]: typed } })}
            />
          ))}
        </div>
      )}
      <Group justify="space-between" mt="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange({ sum: bySum ? undefined : null })}
        >
          {bySum ? 'Contar por notas e moedas' : 'Digitar só a soma'}
        </Button>
        <div className={`money ${classes.total}`}>
          Contado <output>{formatCents(countedCash(input) ?? ZERO)}</output>
        </div>
      </Group>
    </fieldset>
  );
}

type PiecesProps = {
  value: Cents;
  first: boolean;
  pieces: string;
  onChange: (typed: string) => void;
};

function Pieces({ value, first, pieces, onChange }: PiecesProps) {
  const kind = value > LARGEST_COIN ? 'Notas' : 'Moedas';
  const id = useId();
  return (
    <div className={classes.piece}>
      <label htmlFor={id}>
        <span className="visually-hidden">{kind} de </span>
        {formatCents(value)}
      </label>
      <TypedWhole
        id={id}
        placeholder="0"
        data-autofocus={first || undefined}
        error={isNotWhole(pieces)}
        text={pieces}
        onType={(typed) => onChange(typed.slice(0, MAX_LENGTH))}
      />
      <span className={classes.worth} aria-hidden>
        {pieces !== '' && formatCents(worthOf(value, pieces))}
      </span>
    </div>
  );
}

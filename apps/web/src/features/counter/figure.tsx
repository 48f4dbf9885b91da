import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { useId } from 'react';
import classes from './figure.module.css';

type Props = { label: string; value: Cents; size?: 'large' | 'small'; tone?: 'change' };

/** A figure that is shown and never typed. Large ones are read from across the counter. */
export function Figure({ label, value, size = 'small', tone }: Props) {
  const id = useId();
  const text = formatCents(value);
  return (
    <div className={classes.figure} data-size={size} data-tone={tone}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <input
        id={id}
        className={classes.value}
        // As wide as its figures: its marks are narrower than a figure each, and two of them pay for the R$.
        style={{ width: `${text.length - 1}ch` }}
        readOnly
        tabIndex={-1}
        value={text}
      />
    </div>
  );
}

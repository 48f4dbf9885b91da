import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { type CSSProperties, useId } from 'react';
import classes from './figure.module.css';

type Props = { label: string; value: Cents; size?: 'large' | 'small'; tone?: 'change' };

/** A read-only amount. Large ones are read from across the counter. */
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
        // Punctuation is narrower than a digit: the text is one digit's width shorter than its length.
        style={{ '--figures': text.length - 1 } as CSSProperties}
        readOnly
        tabIndex={-1}
        value={text}
      />
    </div>
  );
}

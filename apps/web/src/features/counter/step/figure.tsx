import { type Cents, formatCents, ZERO } from '@balcao/domain/money.ts';
import { Box, Text } from '@mantine/core';
import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { useCounter } from '../sale/counter-context.ts';
import { changeNote } from '../sale/sale-checks.ts';
import { draftTotals, paymentRows, toGiveBack } from '../sale/sale-draft.ts';
import classes from './figure.module.css';

type Props = {
  label: string;
  value: Cents;
  size?: 'large' | 'small';
  /** The label above the value. */
  stacked?: boolean;
  c?: string;
};

/** A read-only amount. Large ones are read from across the counter. */
export function Figure({ label, value, size = 'small', stacked = false, c }: Props) {
  const id = useId();
  const text = formatCents(value);
  const large = size === 'large';
  return (
    <Box className={classes.figure} mod={{ size, stacked }}>
      <Text
        component="label"
        htmlFor={id}
        size={large && !stacked ? 'sm' : 'xs'}
        fw={500}
        c={large && !stacked ? 'inherit' : 'dimmed'}
        {...(large && { lts: '0.03em' })}
      >
        {label}
      </Text>
      <Text
        component="input"
        size="sm"
        id={id}
        className={classes.value}
        c={c ?? 'inherit'}
        // Punctuation is narrower than a digit: the text is one digit's width shorter than its length.
        style={{ '--figures': text.length - 1 } as CSSProperties}
        readOnly
        tabIndex={-1}
        value={text}
      />
    </Box>
  );
}

/** The figures are announced this long after the last change, not at every key press. */
const AT_REST_MS = 800;

/**
 * Announces TOTAL GERAL, TROCO and the question about the change: screen readers ignore changes of a
 * read-only field.
 */
export function AnnouncedFigures() {
  const draft = useCounter((state) => state.draft);
  const { totalGeneral, change } = draftTotals(draft);
  const back = draft.exchange ? toGiveBack(draft.exchange, totalGeneral) : ZERO;
  const words = [
    totalGeneral > 0 && `Total geral: ${formatCents(totalGeneral)}`,
    change > 0 && `Troco: ${formatCents(change)}`,
    back > 0 && `A devolver: ${formatCents(back)}`,
    changeNote(paymentRows(draft), change),
  ];
  const text = words.filter(Boolean).join('. ');
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Without React, because a late render would count as the cost of another action.
    const timer = setTimeout(() => status.current?.replaceChildren(text), AT_REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <p ref={status} role="status" className="visually-hidden" />;
}

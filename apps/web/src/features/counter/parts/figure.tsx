import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Flex, Text } from '@mantine/core';
import { type CSSProperties, useId } from 'react';
import classes from './figure.module.css';

type Props = { label: string; value: Cents; size?: 'large' | 'small'; c?: string };

/** A read-only amount. Large ones are read from across the counter. */
export function Figure({ label, value, size = 'small', c }: Props) {
  const id = useId();
  const text = formatCents(value);
  const large = size === 'large';
  return (
    <Flex className={classes.figure} wrap="wrap" align="baseline" gap="0 8px" miw={0}>
      <Text
        component="label"
        htmlFor={id}
        size={large ? 'sm' : 'xs'}
        fw={large ? 700 : 600}
        c={large ? 'inherit' : 'dimmed'}
        lts="0.03em"
      >
        {label}
      </Text>
      <Text
        component="input"
        size="sm"
        id={id}
        className={classes.value}
        data-size={size}
        c={c ?? 'inherit'}
        // Punctuation is narrower than a digit: the text is one digit's width shorter than its length.
        style={{ '--figures': text.length - 1 } as CSSProperties}
        readOnly
        tabIndex={-1}
        value={text}
      />
    </Flex>
  );
}

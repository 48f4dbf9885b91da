import { formatCents } from '@balcao/domain/money.ts';
import { UnstyledButton } from '@mantine/core';
import { type CSSProperties, memo } from 'react';
import { Figure } from '../parts/figure.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { usePaying } from './payment.ts';
import classes from './payment-foot.module.css';

/** What was paid, and large what the seller has to do with it: ask for the rest, or give something back. */
export const PaymentSums = memo(function PaymentSums() {
  const { totals, missing, back, locked, payMissing } = usePaying();
  const { paid, change } = totals;
  const rest = formatCents(missing);
  const hero = missing === 0 && back === 0;
  return (
    <div className={`money ${classes.sums}`}>
      <Figure label="VALOR PAGO" value={paid} stacked />
      <div className={hero ? classes.hero : undefined}>
        <Figure
          label="TROCO"
          value={change}
          stacked
          {...(hero && { size: 'large', c: change > 0 ? 'green' : 'inherit' })}
        />
      </div>
      {back > 0 && (
        <div className={classes.hero}>
          <Figure label="A DEVOLVER" value={back} size="large" stacked c="green" />
        </div>
      )}
      {missing > 0 && (
        <KeyHint shows="+" className={`${classes.hero} ${classes.rest}`}>
          <UnstyledButton
            aria-keyshortcuts="+"
            className={classes.missing}
            onClick={payMissing}
            disabled={locked}
          >
            {/* One text: the sum alone is that of the specification's fields. */}
            <span
              className={classes.amount}
              style={{ '--figures': rest.length - 1 } as CSSProperties}
            >
              <small>Faltam</small> {rest}
            </span>
          </UnstyledButton>
        </KeyHint>
      )}
    </div>
  );
});

import { formatCents } from '@balcao/domain/money.ts';
import type { SaleTotals } from '@balcao/domain/sale-total.ts';
import { UnstyledButton } from '@mantine/core';
import { type CSSProperties, memo } from 'react';
import { Figure } from '../parts/figure.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { missingFrom } from '../sale/payment-lines.ts';
import { type Exchange, givesBack, toGiveBack } from '../sale/sale-draft.ts';
import { type Paying, payMissing } from './enter-amount.ts';
import classes from './payment-foot.module.css';

type Props = {
  payments: Paying['payments'];
  exchange: Exchange | undefined;
  totals: SaleTotals;
  locked: boolean;
  dispatch: Paying['dispatch'];
};

/** What was paid, and large what the seller has to do with it: ask for the rest, or give something back. */
export const PaymentSums = memo(function PaymentSums(props: Props) {
  const { payments, exchange, totals, locked, dispatch } = props;
  const { totalGeneral, paid, change } = totals;
  const missing = missingFrom(totalGeneral, paid);
  const back = exchange && givesBack(exchange, totals) && toGiveBack(exchange, totalGeneral);
  const rest = formatCents(missing);
  const hero = missing === 0 && !back;
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
      {back && (
        <div className={classes.hero}>
          <Figure label="A DEVOLVER" value={back} size="large" stacked c="green" />
        </div>
      )}
      {missing > 0 && (
        <KeyHint shows="+" className={`${classes.hero} ${classes.rest}`}>
          <UnstyledButton
            aria-keyshortcuts="+"
            className={classes.missing}
            onClick={() => payMissing({ payments, totalGeneral, dispatch }, missing)}
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

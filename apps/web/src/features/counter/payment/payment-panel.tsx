import { ZERO } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { Fragment, memo } from 'react';
import { Figure } from '../parts/figure.tsx';
import { useCounter } from '../sale/counter-context.ts';
import { CreditRow, GivenBack } from './given-back.tsx';
import { payment } from './payment.ts';
import { CashChips, MethodChips } from './payment-chips.tsx';
import { PaymentRowFields } from './payment-row-fields.tsx';
import classes from './payment-rows.module.css';
import { PixLine } from './pix-line.tsx';

/** What is to be paid, and the rows that pay it. Its many fields would take long at every key press in the other step. */
export const PaymentPanel = memo(function PaymentPanel() {
  const { rows, totals, exchange, covered, next, cash, back } = useCounter(payment);
  const credit = exchange && rows[0];
  return (
    <>
      <div className={classes.totals}>
        <Figure label="SUBTOTAL" value={totals.subtotal} />
        <Figure label="TOTAL BRUTO" value={totals.total} />
      </div>
      <div className={classes.total}>
        <Figure label="TOTAL GERAL" value={totals.totalGeneral} size="large" />
      </div>
      <fieldset className={classes.rows}>
        <Text component="legend" size="xs" fw={500} c="dimmed" p={0} mb={4}>
          Formas de recebimento
        </Text>
        {credit?.method && <CreditRow method={credit.method} amount={credit.amount ?? ZERO} />}
        {!covered &&
          rows.map((_, row) =>
            credit && row === 0 ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: five rows that never change places
              <Fragment key={row}>
                <PaymentRowFields row={row} />
                <PixLine row={row} />
              </Fragment>
            ),
          )}
        {/* Beside their row by the style sheet; Tab comes to the next row first. */}
        {!covered && next >= 0 && <MethodChips row={next} />}
        {!covered && cash >= 0 && <CashChips row={cash} />}
      </fieldset>
      {exchange && back > 0 && <GivenBack exchange={exchange} />}
    </>
  );
});

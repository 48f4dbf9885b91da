import { cents, formatCents } from '@balcao/domain/money.ts';
import type { SaleTotals } from '@balcao/domain/sale-total.ts';
import { Button } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { useCounterFocus } from '../panel/counter-focus.tsx';
import { Figure } from '../panel/figure.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import { missingIn, type PaymentRow, rowToComplete } from '../sale/payment-rows.ts';
import classes from './payment-panel.module.css';
import { PaymentRowFields } from './payment-row-fields.tsx';

type Props = {
  payments: readonly PaymentRow[];
  totals: SaleTotals;
  methods: readonly string[];
  nothingFound: string;
  locked: boolean;
  dispatch: Dispatch<CounterAction>;
};

/** What is to be paid, how it is paid, and what goes back. */
export const PaymentPanel = memo(function PaymentPanel(props: Props) {
  const { payments, totals, methods, nothingFound, locked, dispatch } = props;
  const { focus } = useCounterFocus();
  const missing = cents(Math.max(0, totals.totalGeneral - totals.paid));
  const completable = missing > 0 ? rowToComplete(payments) : undefined;
  const complete = (row: number) => {
    dispatch({ type: 'amount-typed', row, amount: missing });
    focus(`amount-${row}`);
  };

  return (
    <>
      <div className={classes.totals}>
        <Figure label="SUBTOTAL" value={totals.subtotal} />
        <Figure label="TOTAL BRUTO" value={totals.total} />
      </div>
      <div className={classes.headline}>
        <Figure label="TOTAL GERAL" value={totals.totalGeneral} size="large" />
      </div>
      <fieldset className={classes.rows}>
        <legend className={classes.rowsTitle}>Formas de recebimento</legend>
        {payments.map((row, index) => (
          <PaymentRowFields
            // Five rows that never change places.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            index={index}
            row={row}
            methods={methods}
            nothingFound={nothingFound}
            missing={missingIn(payments, index, totals.totalGeneral)}
            next={missing === 0 || index + 1 === payments.length ? 'finish' : `method-${index + 1}`}
            locked={locked}
            dispatch={dispatch}
          />
        ))}
      </fieldset>
      <div className={classes.missing}>
        {missing > 0 && <span>Faltam {formatCents(missing)}</span>}
        {completable !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => complete(completable)}
            disabled={locked}
          >
            Preencher o que falta
          </Button>
        )}
      </div>
      <Figure label="VALOR PAGO" value={totals.paid} />
      <div className={classes.change}>
        <Figure label="TROCO" value={totals.change} size="large" tone="change" />
      </div>
    </>
  );
});

import { cents, formatCents } from '@balcao/domain/money.ts';
import type { SaleTotals } from '@balcao/domain/sale-total.ts';
import { Button } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { focusField } from '../panel/counter-focus.ts';
import { Figure } from '../panel/figure.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import { missingIn, type PaymentRow } from '../sale/payment-rows.ts';
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

/** Totals, payments and change. */
export const PaymentPanel = memo(function PaymentPanel(props: Props) {
  const { payments, totals, methods, nothingFound, locked, dispatch } = props;
  const missing = cents(Math.max(0, totals.totalGeneral - totals.paid));
  const unfilled = payments.findIndex((row) => row.method !== null && row.amount === null);
  const fill = () => {
    dispatch({ type: 'amount-typed', row: unfilled, amount: missing });
    focusField(`amount-${unfilled}`);
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
            // biome-ignore lint/suspicious/noArrayIndexKey: five rows that never change places
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
        {missing > 0 && unfilled >= 0 && (
          <Button size="compact-xs" variant="default" onClick={fill} disabled={locked}>
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

import { ZERO } from '@balcao/domain/money.ts';
import type { SaleTotals } from '@balcao/domain/sale-total.ts';
import { Text } from '@mantine/core';
import { type Dispatch, Fragment } from 'react';
import { CreditRow, GivenBack } from '../exchange/given-back.tsx';
import type { FieldId } from '../parts/counter-focus.ts';
import { Figure } from '../parts/figure.tsx';
import { PixLine } from '../pix/pix-line.tsx';
import { type SalePix, txidOf } from '../pix/sale-pix.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import { cashRow, missingFrom, missingIn, type PaymentRow } from '../sale/payment-lines.ts';
import { type Exchange, givesBack } from '../sale/sale-draft.ts';
import { CashChips, MethodChips, placeOfRow } from './payment-chips.tsx';
import { PaymentRowFields } from './payment-row-fields.tsx';
import classes from './payment-rows.module.css';

type Props = {
  payments: readonly PaymentRow[];
  exchange: Exchange | undefined;
  totals: SaleTotals;
  pix: SalePix | undefined;
  methods: readonly string[];
  nothingFound: string;
  locked: boolean;
  dispatch: Dispatch<CounterAction>;
};

export function PaymentPanel(props: Props) {
  const { payments, exchange, totals, pix, methods, nothingFound, locked, dispatch } = props;
  const { totalGeneral, paid } = totals;
  const missing = missingFrom(totalGeneral, paid);
  const credit = exchange && payments[0];
  const back = exchange && givesBack(exchange, totals) && exchange;
  // The credit is enough: nothing is paid.
  const covered = exchange !== undefined && exchange.worth >= totalGeneral;
  // Of the last method: an earlier one has its amount, and the room is needed.
  const last = payments.findLastIndex((row) => row.method !== null);
  const cash = cashRow(payments) === last ? last : -1;
  const free = payments.findIndex((row) => row.method === null);
  const isNext =
    payments.slice(0, free).every((row) => row.amount !== null) && (missing > 0 || paid === 0);

  return (
    <>
      <div className={classes.totals}>
        <Figure label="SUBTOTAL" value={totals.subtotal} />
        <Figure label="TOTAL BRUTO" value={totals.total} />
      </div>
      <div className={classes.total}>
        <Figure label="TOTAL GERAL" value={totalGeneral} size="large" />
      </div>
      <fieldset className={classes.rows}>
        <Text component="legend" size="xs" fw={500} c="dimmed" p={0} mb={4}>
          Formas de recebimento
        </Text>
        {credit?.method && <CreditRow method={credit.method} amount={credit.amount ?? ZERO} />}
        {payments.map((row, index) => {
          if (covered || (credit && index === 0)) return null;
          const txid = txidOf(row, index, pix);
          const found = txid === undefined || row.pixFound === txid;
          const next: FieldId =
            missing === 0 || index + 1 === payments.length ? 'finish' : `method-${index + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: five rows that never change places
            <Fragment key={index}>
              <PaymentRowFields
                index={index}
                row={row}
                methods={methods}
                nothingFound={nothingFound}
                missing={missingIn(payments, index, totalGeneral)}
                next={found ? next : `pix-${index}`}
                free={missing > 0 ? free : -1}
                slim={index > 0 && row.method === null && !(isNext && index === free)}
                locked={locked}
                dispatch={dispatch}
              />
              {pix && txid && row.amount && (
                <div style={{ order: placeOfRow(index) }}>
                  <PixLine
                    index={index}
                    pix={pix}
                    amount={row.amount}
                    txid={txid}
                    found={found}
                    next={next}
                    locked={locked}
                    dispatch={dispatch}
                  />
                </div>
              )}
            </Fragment>
          );
        })}
        {/* Beside their row by the style sheet; Tab comes to the next row first. */}
        {!covered && isNext && free >= 0 && (
          <MethodChips row={free} methods={methods} locked={locked} dispatch={dispatch} />
        )}
        {!covered && cash >= 0 && missingIn(payments, cash, totalGeneral) > 0 && (
          <CashChips
            row={cash}
            method={payments[cash]?.method ?? ''}
            payments={payments}
            totalGeneral={totalGeneral}
            locked={locked}
            dispatch={dispatch}
          />
        )}
      </fieldset>
      {back && (
        <GivenBack
          exchange={back}
          total={totalGeneral}
          methods={methods}
          locked={locked}
          dispatch={dispatch}
        />
      )}
    </>
  );
}

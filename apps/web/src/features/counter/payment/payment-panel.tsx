import { cents, ZERO } from '@balcao/domain/money.ts';
import type { SaleTotals } from '@balcao/domain/sale-total.ts';
import { Box, Stack, Text } from '@mantine/core';
import { type Dispatch, Fragment } from 'react';
import { CreditRow, GivenBack } from '../exchange/given-back.tsx';
import type { FieldId } from '../parts/counter-focus.ts';
import { Figure } from '../parts/figure.tsx';
import { PixLine } from '../pix/pix-line.tsx';
import { type SalePix, txidOf } from '../pix/sale-pix.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import { missingIn, type PaymentRow } from '../sale/payment-lines.ts';
import { type Exchange, toGiveBack } from '../sale/sale-draft.ts';
import { PaymentRowFields } from './payment-row-fields.tsx';
import { QuickAmounts } from './quick-amounts.tsx';

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

const LARGE = { size: 'large', c: 'green' } as const;

export function PaymentPanel(props: Props) {
  const { payments, exchange, totals, pix, methods, nothingFound, locked, dispatch } = props;
  const missing = cents(Math.max(0, totals.totalGeneral - totals.paid));
  const credit = exchange && payments[0];
  // Not before something is bought: an exchange gives nothing back for nothing.
  const bought = totals.totalGeneral > 0;
  const back = exchange && bought && toGiveBack(exchange, totals.totalGeneral) > 0 && exchange;
  // The credit is enough: nothing is paid.
  const covered = exchange !== undefined && exchange.worth >= totals.totalGeneral;

  return (
    <>
      <Figure label="SUBTOTAL" value={totals.subtotal} />
      <Figure label="TOTAL BRUTO" value={totals.total} />
      <Box bg="var(--mantine-color-petrol-filled)" c="white" mt={4} mb={6} px="sm" py={6} bdrs="sm">
        <Figure label="TOTAL GERAL" value={totals.totalGeneral} size="large" />
      </Box>
      <Stack component="fieldset" gap={4} miw={0} m={0} p={0} bd={0}>
        <Text component="legend" size="sm" fw={600} p={0} mb={2}>
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
                missing={missingIn(payments, index, totals.totalGeneral)}
                next={found ? next : `pix-${index}`}
                locked={locked}
                dispatch={dispatch}
              />
              {pix && txid && row.amount && (
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
              )}
            </Fragment>
          );
        })}
      </Stack>
      {back ? (
        <GivenBack
          exchange={back}
          total={totals.totalGeneral}
          methods={methods}
          locked={locked}
          dispatch={dispatch}
        />
      ) : (
        <QuickAmounts
          payments={payments}
          totalGeneral={totals.totalGeneral}
          missing={missing}
          locked={locked}
          dispatch={dispatch}
        />
      )}
      <Figure label="VALOR PAGO" value={totals.paid} />
      <Box pb={4}>
        <Figure label="TROCO" value={totals.change} {...(!back && LARGE)} />
      </Box>
    </>
  );
}

import { type Cents, formatCents, ZERO } from '@balcao/domain/money.ts';
import { Box, Group, Text, TextInput } from '@mantine/core';
import { Fragment, memo } from 'react';
import { MoneyRowsFields } from '../../corrections/forms/money-rows-fields.tsx';
import { Figure } from '../parts/figure.tsx';
import { useCounter } from '../sale/counter-context.ts';
import { type Exchange, givenBackRows } from '../sale/sale-draft.ts';
import { payment, usePaying } from './payment.ts';
import { MethodChips, SumChips } from './payment-chips.tsx';
import { PaymentRowFields } from './payment-row-fields.tsx';
import classes from './payment-rows.module.css';
import { PixLine } from './pix-line.tsx';

/** What is to be paid, and the rows that pay it. Its many fields would take long at every key press in the other step. */
export const PaymentPanel = memo(function PaymentPanel() {
  const { rows, totals, exchange, covered, next, exact, back } = useCounter(payment);
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
        {!covered && exact >= 0 && <SumChips row={exact} />}
      </fieldset>
      {exchange && back > 0 && <GivenBack exchange={exchange} />}
    </>
  );
});

/** How the client gets what the new sale leaves of the credit. The sum stands in the foot of the step. */
function GivenBack({ exchange }: { exchange: Exchange }) {
  const { totals, back, methods, locked, dispatch, moveFocus } = usePaying();
  return (
    <Box
      component="fieldset"
      className={classes.rows}
      disabled={locked}
      mt={8}
      mb={4}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || (event.target as HTMLElement).closest('button')) return;
        event.preventDefault();
        if (!event.repeat) moveFocus('finish');
      }}
    >
      <MoneyRowsFields
        legend="Como o dinheiro volta"
        firstId="given-back"
        rows={givenBackRows(exchange, totals.totalGeneral, methods)}
        methods={methods}
        total={back}
        onChange={(rows) => dispatch({ type: 'given-back-typed', rows })}
      />
    </Box>
  );
}

type CreditRowProps = { method: string; amount: Cents };

const FIXED = { variant: 'filled', readOnly: true, tabIndex: -1 } as const;

/** The first payment of an exchange: what comes back. It follows the total by itself. */
function CreditRow({ method, amount }: CreditRowProps) {
  return (
    <Group gap={8} wrap="nowrap">
      <TextInput {...FIXED} flex={1} aria-label="Forma de recebimento 1" value={method} />
      <TextInput
        {...FIXED}
        w="9rem"
        styles={{ input: { textAlign: 'right' } }}
        aria-label="Valor recebido 1"
        value={formatCents(amount)}
      />
    </Group>
  );
}

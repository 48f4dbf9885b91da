import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Box, Group, TextInput } from '@mantine/core';
import { MoneyRowsFields } from '../../corrections/forms/money-rows-fields.tsx';
import { type FieldId, focusField } from '../parts/counter-focus.ts';
import { type Exchange, givenBackRows } from '../sale/sale-draft.ts';
import { usePaying } from './payment.ts';

const FIRST: FieldId = 'given-back';

/** How the client gets what the new sale leaves of the credit. The sum stands in the foot of the step. */
export function GivenBack({ exchange }: { exchange: Exchange }) {
  const { totals, back, methods, locked, dispatch } = usePaying();
  return (
    <Box
      component="fieldset"
      disabled={locked}
      miw={0}
      mx={0}
      mt={8}
      mb={4}
      p={0}
      bd={0}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || (event.target as HTMLElement).closest('button')) return;
        event.preventDefault();
        if (!event.repeat) focusField('finish');
      }}
    >
      <MoneyRowsFields
        legend="Como o dinheiro volta"
        firstId={FIRST}
        rows={givenBackRows(exchange, totals.totalGeneral, methods)}
        methods={methods}
        total={back}
        onChange={(rows) => dispatch({ type: 'given-back-typed', rows })}
      />
    </Box>
  );
}

type CreditRowProps = { method: string; amount: Cents };

/** The first payment of an exchange: what comes back. It follows the total by itself. */
export function CreditRow({ method, amount }: CreditRowProps) {
  return (
    <Group gap={8} wrap="nowrap">
      <TextInput
        flex={1}
        variant="filled"
        aria-label="Forma de recebimento 1"
        value={method}
        readOnly
        tabIndex={-1}
      />
      <TextInput
        w="9rem"
        variant="filled"
        styles={{ input: { textAlign: 'right' } }}
        aria-label="Valor recebido 1"
        value={formatCents(amount)}
        readOnly
        tabIndex={-1}
      />
    </Group>
  );
}

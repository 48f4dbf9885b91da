import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { Box, Group } from '@mantine/core';
import { NOT_WHOLE } from '../../../ui/fields/quantity.ts';
import { needsReason, ReasonField } from '../../../ui/fields/reason-field.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { givenBackBy } from '../record/given-back.ts';
import { type Units, unitsByLine, withinLeft, worthOfUnits } from '../record/returned-units.ts';
import type { StartedExchange } from '../record/started-exchange.ts';
import type { useRecord } from '../record/use-record.tsx';
import { AmountBar, CorrectionForm } from './correction-form.tsx';
import { linesOf, type MoneyRow, rowsOf, rowsProblem } from './money-rows.ts';
import { MoneyRowsFields } from './money-rows-fields.tsx';
import { ReturnedItems } from './returned-items.tsx';

const USUAL_REASONS = ['Tamanho errado', 'Defeito', 'Desistência'];

type Props = {
  sale: SaleToCorrect;
  methods: readonly string[];
  recording: ReturnType<typeof useRecord>;
  onBack: () => void;
  /** Only what comes back is chosen here: at the counter its worth pays the new sale. */
  onExchange?: ((exchange: StartedExchange) => void) | undefined;
};

type Values = {
  units: Units;
  damaged: ReadonlySet<number>;
  reason: string;
  /** null until somebody changes how the money goes back. */
  rows: readonly MoneyRow[] | null;
};

const NOTHING: Values = { units: {}, damaged: new Set(), reason: '', rows: null };

/** What comes back, why, and how the money goes back. */
export function ReturnForm({ sale, methods, recording, onBack, onExchange }: Props) {
  /** What is chosen and typed, for the sale as it is now. */
  const read = ({ damaged, reason, rows, ...typed }: Values) => {
    const units = withinLeft(sale.items, typed.units);
    const worth = worthOfUnits(sale.items, units);
    return {
      units,
      worth,
      items: unitsByLine(units, damaged),
      reason: tidyText(reason),
      rows: rows ?? rowsOf(givenBackBy(sale, worth), methods),
    };
  };
  const fields = useFields(NOTHING, {
    units: (_, values) => {
      const { units, items } = read(values);
      if (Object.values(units).includes(null)) return NOT_WHOLE;
      return items.length === 0 && 'Escolha o que volta.';
    },
    reason: needsReason,
    rows: (_, values) => {
      const { rows, worth } = read(values);
      return !onExchange && rowsProblem(rows, worth);
    },
  });
  const { damaged, reason, rows: typed } = fields.values;
  const { units, worth, rows } = read(fields.values);

  const choose = (wanted: Units) => {
    const [only, ...others] = typed ?? [];
    const follows = only !== undefined && others.length === 0;
    const amount = worthOfUnits(sale.items, withinLeft(sale.items, wanted));
    fields.change({ units: wanted, ...(follows && { rows: [{ ...only, amount }] }) });
  };

  return (
    <CorrectionForm
      fields={fields}
      recording={recording}
      submitLabel={onExchange ? 'ESCOLHER OS NOVOS' : 'DEVOLVER'}
      refusedAt="units"
      bodyOf={read}
      onSubmit={({ items, reason, worth, rows }) => {
        if (onExchange) return onExchange({ sale, items, reason, worth });
        const body = { items, reason, total: reaisFromCents(worth), payments: linesOf(rows) };
        recording.send({ kind: 'refund', body });
      }}
      onBack={onBack}
    >
      <ReturnedItems
        items={sale.items}
        units={units}
        allLabel={onExchange ? 'Trocar tudo' : 'Devolver tudo'}
        onChange={choose}
        damaged={damaged}
        onDamaged={(damaged) => fields.change({ damaged })}
      />
      <AmountBar label={onExchange ? 'Crédito para a troca' : 'Valor a devolver'} amount={worth} />
      {/* Beside each other, where there is the width, so that a low window shows both. */}
      <Group align="flex-start" gap="16px 24px">
        <Box flex="1 1 19rem">
          <ReasonField
            value={reason}
            usual={USUAL_REASONS}
            onChange={(reason) => fields.change({ reason })}
          />
        </Box>
        {!onExchange && (
          <Box flex="1 1 19rem" miw={0}>
            <MoneyRowsFields
              legend="Como o dinheiro volta"
              rows={rows}
              methods={methods}
              total={worth}
              onChange={(rows) => fields.change({ rows })}
            />
          </Box>
        )}
      </Group>
    </CorrectionForm>
  );
}

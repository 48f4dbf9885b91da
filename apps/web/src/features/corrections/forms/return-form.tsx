import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { Box, Group } from '@mantine/core';
import { useState } from 'react';
import { NOT_WHOLE } from '../../../ui/fields/quantity.ts';
import { givenBackBy } from '../record/given-back.ts';
import { type Units, unitsByLine, withinLeft, worthOfUnits } from '../record/returned-units.ts';
import type { StartedExchange } from '../record/started-exchange.ts';
import type { useRecord } from '../record/use-record.tsx';
import { AmountBar, CorrectionForm, type Missing } from './correction-form.tsx';
import { linesOf, type MoneyRow, rowsOf, rowsProblem } from './money-rows.ts';
import { MoneyRowsFields } from './money-rows-fields.tsx';
import { ReasonField } from './reason-field.tsx';
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

/** What comes back, why, and how the money goes back. */
export function ReturnForm({ sale, methods, recording, onBack, onExchange }: Props) {
  const [chosen, setChosen] = useState<Units>({});
  const [reason, setReason] = useState('');
  const [damaged, setDamaged] = useState<ReadonlySet<number>>(new Set());
  /** null until somebody changes how the money goes back. */
  const [typed, setTyped] = useState<readonly MoneyRow[] | null>(null);
  const units = withinLeft(sale.items, chosen);
  const items = unitsByLine(units, damaged);
  const worth = worthOfUnits(sale.items, units);
  const rows = typed ?? rowsOf(givenBackBy(sale, worth), methods);
  const why = tidyText(reason);

  const choose = (wanted: Units) => {
    setChosen(wanted);
    const [only, ...others] = typed ?? [];
    if (only && others.length === 0) {
      setTyped([{ ...only, amount: worthOfUnits(sale.items, withinLeft(sale.items, wanted)) }]);
    }
  };
  const missing = (): Missing | undefined => {
    if (Object.values(units).includes(null)) return [NOT_WHOLE, 'units'];
    if (items.length === 0) return ['Escolha o que volta.', 'units'];
    if (why === '') return ['Diga o motivo.', 'reason'];
    const problem = onExchange ? undefined : rowsProblem(rows, worth);
    return problem ? [problem, 'rows'] : undefined;
  };
  const submit = () => {
    if (onExchange) return onExchange({ sale, items, reason: why, worth });
    const body = { items, reason: why, total: reaisFromCents(worth), payments: linesOf(rows) };
    recording.send({ kind: 'refund', body });
  };

  return (
    <CorrectionForm
      recording={recording}
      submitLabel={onExchange ? 'ESCOLHER OS NOVOS' : 'DEVOLVER'}
      missing={missing()}
      refusedAt="units"
      onSubmit={submit}
      onBack={onBack}
    >
      <ReturnedItems
        items={sale.items}
        units={units}
        allLabel={onExchange ? 'Trocar tudo' : 'Devolver tudo'}
        onChange={choose}
        damaged={damaged}
        onDamaged={setDamaged}
      />
      <AmountBar label={onExchange ? 'Crédito para a troca' : 'Valor a devolver'} amount={worth} />
      {/* Beside each other, where there is the width, so that a low window shows both. */}
      <Group align="flex-start" gap="16px 24px">
        <Box flex="1 1 19rem">
          <ReasonField value={reason} usual={USUAL_REASONS} onChange={setReason} />
        </Box>
        {!onExchange && (
          <Box flex="1 1 19rem" miw={0}>
            <MoneyRowsFields
              legend="Como o dinheiro volta"
              rows={rows}
              methods={methods}
              total={worth}
              onChange={setTyped}
            />
          </Box>
        )}
      </Group>
    </CorrectionForm>
  );
}

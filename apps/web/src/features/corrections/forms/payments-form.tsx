import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { correctableTotal, paySame } from '@balcao/domain/correction-payments.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { needsReason, ReasonField } from '../../../ui/fields/reason-field.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { correctable } from '../record/given-back.ts';
import type { useRecord } from '../record/use-record.tsx';
import { AmountBar, CorrectionForm } from './correction-form.tsx';
import { inCents, linesOf, type MoneyRow, rowsOf, rowsProblem } from './money-rows.ts';
import { MoneyRowsFields } from './money-rows-fields.tsx';

const USUAL_REASONS = ['Forma de pagamento errada', 'Valor errado'];

type Props = {
  sale: SaleToCorrect;
  methods: readonly string[];
  recording: ReturnType<typeof useRecord>;
  onBack: () => void;
};

/** Other methods or amounts for the same total. */
export function PaymentsForm({ sale, methods, recording, onBack }: Props) {
  const current = correctable(sale);
  const total = correctableTotal(current);
  const fields = useFields(
    { rows: rowsOf(current, methods) as readonly MoneyRow[], reason: '' },
    {
      rows: (rows) =>
        rowsProblem(rows, total) ??
        (paySame(inCents(rows), current) && 'Mude a forma de pagamento ou os valores.'),
      reason: needsReason,
    },
  );
  const { rows, reason } = fields.values;
  return (
    <CorrectionForm
      fields={fields}
      recording={recording}
      submitLabel="CORRIGIR PAGAMENTO"
      refusedAt="rows"
      bodyOf={({ rows, reason }) => ({ reason: tidyText(reason), payments: linesOf(rows) })}
      onSubmit={(body) => recording.send({ kind: 'payments', body })}
      onBack={onBack}
    >
      <AmountBar label="Total pago" amount={total} />
      <MoneyRowsFields
        legend="Como foi pago de verdade"
        rows={rows}
        methods={methods}
        total={total}
        onChange={(rows) => fields.change({ rows })}
      />
      <ReasonField
        value={reason}
        usual={USUAL_REASONS}
        onChange={(reason) => fields.change({ reason })}
      />
    </CorrectionForm>
  );
}

import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { correctableTotal, paySame } from '@balcao/domain/correction-payments.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { useState } from 'react';
import { correctable } from '../record/given-back.ts';
import type { useRecord } from '../record/use-record.tsx';
import { AmountBar, CorrectionForm, type Missing } from './correction-form.tsx';
import { inCents, linesOf, type MoneyRow, rowsOf, rowsProblem } from './money-rows.ts';
import { MoneyRowsFields } from './money-rows-fields.tsx';
import { ReasonField } from './reason-field.tsx';

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
  const [typed, setTyped] = useState<readonly MoneyRow[] | null>(null);
  const [reason, setReason] = useState('');
  const rows = typed ?? rowsOf(current, methods);
  const why = tidyText(reason);

  const missing = (): Missing | undefined => {
    const problem = rowsProblem(rows, total);
    if (problem) return [problem, 'rows'];
    if (paySame(inCents(rows), current))
      return ['Mude a forma de pagamento ou os valores.', 'rows'];
    return why === '' ? ['Diga o motivo.', 'reason'] : undefined;
  };

  return (
    <CorrectionForm
      recording={recording}
      submitLabel="CORRIGIR PAGAMENTO"
      missing={missing()}
      refusedAt="rows"
      onSubmit={() =>
        recording.send({ kind: 'payments', body: { reason: why, payments: linesOf(rows) } })
      }
      onBack={onBack}
    >
      <AmountBar label="Total pago" amount={total} />
      <MoneyRowsFields
        legend="Como foi pago de verdade"
        rows={rows}
        methods={methods}
        total={total}
        onChange={setTyped}
      />
      <ReasonField value={reason} usual={USUAL_REASONS} onChange={setReason} />
    </CorrectionForm>
  );
}

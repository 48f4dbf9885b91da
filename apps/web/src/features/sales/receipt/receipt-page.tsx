import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LetterheadMissing } from '../../../ui/paper/letterhead-missing.tsx';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PrintPage } from '../../../ui/paper/print-page.tsx';
import { readStoredForPrinting, takePrintAtOnce } from '../../../ui/paper/print-tab.ts';
import { Sheet } from '../../../ui/paper/sheet.tsx';
import { institutionQuery } from '../../institution/institution.queries.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { receiptOf } from './receipt-text.ts';

/** The receipt of the sale that was stored for this tab. */
export function ReceiptPage() {
  const [receipt] = useState(() => receiptOf(readStoredForPrinting()));
  const institution = useQuery(institutionQuery);

  if (!receipt) {
    return (
      <NothingToPrint title="Nenhum recibo para mostrar">
        Abra o recibo a partir de uma venda finalizada ou da lista de vendas.
      </NothingToPrint>
    );
  }
  if (!institution.data) return <LetterheadMissing query={institution} />;
  return (
    <PrintPage title={`Recibo ${receipt.number}`} takePrintAtOnce={takePrintAtOnce}>
      <Sheet>
        <ReceiptSheet receipt={receipt} institution={institution.data} />
      </Sheet>
    </PrintPage>
  );
}

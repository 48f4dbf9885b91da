import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NothingToPrint } from '../../ui/nothing-to-print.tsx';
import { PrintPage } from '../../ui/print-page.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { institutionQuery } from '../institution/institution.queries.ts';
import { LetterheadMissing } from './letterhead-missing.tsx';
import { readStoredForPrinting, takePrintAtOnce } from './print-tab.ts';
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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NothingToPrint } from '../../ui/nothing-to-print.tsx';
import { PrintPage } from '../../ui/print-page.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { institutionQuery } from '../institution/institution.queries.ts';
import { ClosingSheet } from './closing-sheet.tsx';
import { closingSlipOf } from './closing-text.ts';
import { LetterheadMissing } from './letterhead-missing.tsx';
import { readStoredForPrinting, takePrintAtOnce } from './print-tab.ts';

/** The slip of the closing that was stored for this tab. */
export function ClosingSlipPage() {
  const [slip] = useState(() => closingSlipOf(readStoredForPrinting()));
  const institution = useQuery(institutionQuery);

  if (!slip) {
    return (
      <NothingToPrint title="Nenhum fechamento para mostrar">
        Abra o fechamento pelo menu, em FECHAR CAIXA, ou pela lista de fechamentos.
      </NothingToPrint>
    );
  }
  if (!institution.data) return <LetterheadMissing query={institution} />;
  return (
    <PrintPage
      title={['Fechamento', slip.seller, slip.today].filter(Boolean).join(' ')}
      takePrintAtOnce={takePrintAtOnce}
    >
      <Sheet>
        <ClosingSheet slip={slip} institution={institution.data} />
      </Sheet>
    </PrintPage>
  );
}

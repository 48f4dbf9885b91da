import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LetterheadMissing } from '../../../ui/paper/letterhead-missing.tsx';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PrintPage } from '../../../ui/paper/print-page.tsx';
import { readStoredForPrinting, takePrintAtOnce } from '../../../ui/paper/print-tab.ts';
import { Sheet } from '../../../ui/paper/sheet.tsx';
import { institutionQuery } from '../../institution/institution.queries.ts';
import { ClosingSheet } from './closing-sheet.tsx';
import { closingSlipOf } from './closing-text.ts';

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

import { useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { readStoredForPrinting } from '../../../ui/paper/print-tab.ts';
import { Letterhead } from '../../institution/letterhead.tsx';
import { correctionPaperOf } from './correction-paper.ts';
import { CorrectionText } from './correction-text.tsx';

/** The paper of the return, exchange or correction that was stored for this tab. */
export function CorrectionPaperPage() {
  const [paper] = useState(() => correctionPaperOf(readStoredForPrinting()));
  if (!paper) {
    return (
      <NothingToPrint title="Nenhum comprovante para mostrar">
        Abra o comprovante a partir da venda, em Vendas ou Meus recibos.
      </NothingToPrint>
    );
  }
  return (
    <Letterhead>
      {(institution) => (
        <PaperPage title={`Comprovante ${paper.number}`}>
          <CorrectionText paper={paper} institution={institution} />
        </PaperPage>
      )}
    </Letterhead>
  );
}

import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { StoredPaper } from '../../institution/letterhead.tsx';
import { correctionPaperOf } from './correction-paper.ts';
import { CorrectionText } from './correction-text.tsx';

const NOTHING = [
  'Nenhum comprovante para mostrar',
  'Abra o comprovante a partir da venda, em Vendas ou Meus recibos.',
] as const;

/** The paper of the return, exchange or correction that was stored for this tab. */
export function CorrectionPaperPage() {
  return (
    <StoredPaper read={correctionPaperOf} nothing={NOTHING}>
      {(paper, institution) => (
        <PaperPage title={`Comprovante ${paper.number}`}>
          <CorrectionText paper={paper} institution={institution} />
        </PaperPage>
      )}
    </StoredPaper>
  );
}

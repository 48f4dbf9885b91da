import { LaterPage } from '../../ui/later-page.tsx';

export function ClosingSlipPage() {
  return (
    <LaterPage title="FECHAMENTO">
      Aqui ficará a folha do fechamento de caixa, pronta para imprimir.
    </LaterPage>
  );
}

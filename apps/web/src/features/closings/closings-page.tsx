import { LaterPage } from '../../ui/later-page.tsx';

export function ClosingsPage() {
  return (
    <LaterPage title="FECHAMENTOS">
      Aqui ficarão os fechamentos de caixa de cada vendedor e dia, com o valor vendido e a folha
      para imprimir.
    </LaterPage>
  );
}

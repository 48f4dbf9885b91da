import { LaterPage } from '../../ui/later-page.tsx';

export function PeriodReportPage() {
  return (
    <LaterPage title="Fechamento do Caixa">
      Aqui ficará o relatório do período, agrupado por vendedor.
    </LaterPage>
  );
}

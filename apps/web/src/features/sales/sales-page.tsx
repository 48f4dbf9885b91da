import { LaterPage } from '../../ui/later-page.tsx';

export function SalesPage() {
  return (
    <LaterPage title="VENDAS">
      Aqui ficarão as vendas: filtrar por período, vendedor e produtos, imprimir o recibo de novo,
      excluir e gerar o relatório.
    </LaterPage>
  );
}

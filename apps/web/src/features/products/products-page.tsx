import { LaterPage } from '../../ui/later-page.tsx';

export function ProductsPage() {
  return (
    <LaterPage title="GERENCIAR PRODUTOS">
      Aqui ficarão os produtos: código, nome, valor e se estão ativos no balcão.
    </LaterPage>
  );
}

import { LaterPage } from '../../ui/later-page.tsx';

export function PaymentMethodsPage() {
  return (
    <LaterPage title="GERENCIAR FORMAS DE PAGAMENTO">
      Aqui ficarão as formas de pagamento que o balcão oferece.
    </LaterPage>
  );
}

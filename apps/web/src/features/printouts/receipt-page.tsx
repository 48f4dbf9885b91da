import { LaterPage } from '../../ui/later-page.tsx';

export function ReceiptPage() {
  return <LaterPage title="RECIBO">Aqui ficará o recibo da venda.</LaterPage>;
}

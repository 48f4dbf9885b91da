import { LaterPage } from '../../ui/later-page.tsx';

export function CounterPage() {
  return <LaterPage title="PDV">Aqui ficará o balcão de vendas.</LaterPage>;
}

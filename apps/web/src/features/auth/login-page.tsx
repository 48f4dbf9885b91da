import { LaterPage } from '../../ui/later-page.tsx';

export function LoginPage() {
  return <LaterPage title="Balcão">Entrar</LaterPage>;
}

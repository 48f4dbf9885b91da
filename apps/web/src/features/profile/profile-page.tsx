import { LaterPage } from '../../ui/later-page.tsx';

export function ProfilePage() {
  return <LaterPage title="Perfil">Aqui será possível alterar a própria senha.</LaterPage>;
}

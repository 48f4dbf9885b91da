import { LaterPage } from '../../ui/later-page.tsx';

export function UsersPage() {
  return (
    <LaterPage title="GERENCIAR USUÁRIOS">
      Aqui ficarão os usuários: administradores e vendedores, ativos e inativos.
    </LaterPage>
  );
}

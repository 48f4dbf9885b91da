import type { ListWords } from '../../ui/lists/list-and-dialog.tsx';
import { type ChangeWords, CREATED_MS } from '../../ui/messages/outcome.ts';

const askToDelete = 'Tem certeza que deseja excluir o usuário?';

export const userWords: ListWords = {
  title: 'GERENCIAR USUÁRIOS',
  search: 'Buscar usuário',
  add: '+ Adicionar usuário',
  empty: 'Nenhum usuário cadastrado',
  newTitle: 'Novo Usuário',
  editTitle: 'Editar Usuário',
  create: {
    done: 'Usuário criado com sucesso!',
    // The specification has "o produto".
    failed: 'Erro ao criar o produto.',
    doneMs: CREATED_MS,
  },
  edit: {
    done: 'Usuário Editado com sucesso!',
    failed: 'Erro ao editar o usuário.',
  },
  remove: {
    askInList: askToDelete,
    askInDialog: askToDelete,
    done: 'Usuário excluído com sucesso!',
    failed: 'Erro ao excluir o usuário.',
  },
};

export const resetWords: ChangeWords & { action: string; ask: string } = {
  action: 'Redefinir senha',
  ask: 'Tem certeza que deseja redefinir a senha do usuário? A senha atual deixa de valer.',
  done: 'Senha redefinida com sucesso!',
  failed: 'Erro ao redefinir a senha.',
};

import type { ListWords } from '../../ui/lists/list-and-dialog.tsx';
import { CREATED_MS } from '../../ui/messages/outcome.ts';

export const productWords: ListWords = {
  title: 'GERENCIAR PRODUTOS',
  search: 'Buscar produto',
  add: '+ Adicionar produto',
  empty: 'Nenhum produto cadastrado',
  // The specification has two spaces.
  newTitle: 'Novo  Produto',
  editTitle: 'Editar  Produto',
  create: {
    done: 'Produto criado com sucesso!',
    failed: 'Erro ao criar o produto.',
    doneMs: CREATED_MS,
  },
  edit: {
    done: 'Produto Editado com sucesso!',
    failed: 'Erro ao editar o produto.',
  },
  remove: {
    askInList: 'Tem certeza que deseja excluir este produto?',
    askInDialog: 'Tem certeza que deseja excluir o produto?',
    done: 'Produto excluído com sucesso!',
    failed: 'Erro ao excluir o produto.',
  },
};

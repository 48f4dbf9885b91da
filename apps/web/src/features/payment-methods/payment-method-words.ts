import type { ListWords } from '../../ui/lists/list-and-dialog.tsx';
import { CREATED_MS } from '../../ui/messages/outcome.ts';

export const paymentMethodWords: ListWords = {
  title: 'GERENCIAR FORMAS DE PAGAMENTO',
  search: 'Buscar tipo',
  add: '+ Adicionar tipo',
  empty: 'Nenhuma forma de pagamento cadastrada',
  newTitle: 'Nova forma de pagamento',
  editTitle: 'Editar forma de pagamento',
  create: {
    done: 'Forma de pagamento criada com sucesso!',
    failed: 'Erro ao criar a forma de pagamento.',
    doneMs: CREATED_MS,
  },
  edit: {
    done: 'Forma de pagamento editada com sucesso!',
    failed: 'Erro ao editar a forma de pagamento.',
    doneMs: CREATED_MS,
  },
  remove: {
    askInList: 'Tem certeza que deseja excluir esta forma de pagamento?',
    askInDialog: 'Tem certeza que deseja excluir a forma de pagamento?',
    done: 'Forma de pagamento excluída com sucesso!',
    // The specification has "o forma".
    failed: 'Erro ao excluir o forma de pagamento.',
  },
};

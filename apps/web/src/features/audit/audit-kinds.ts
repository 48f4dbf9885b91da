import type { AuditAction } from '@balcao/contract/audit-actions.ts';

/** What was done, in a few words, in the groups of the filter. */
const groups: readonly { group: string; kinds: Partial<Record<AuditAction, string>> }[] = [
  {
    group: 'Vendas e caixa',
    kinds: {
      'sale.created': 'Registrou venda',
      'sale.deleted': 'Excluiu venda',
      'box.closed': 'Fechou caixa',
    },
  },
  {
    group: 'Produtos',
    kinds: {
      'product.created': 'Criou produto',
      'product.edited': 'Editou produto',
      'product.deleted': 'Excluiu produto',
    },
  },
  {
    group: 'Formas de pagamento',
    kinds: {
      'payment_method.created': 'Criou forma de pagamento',
      'payment_method.edited': 'Editou forma de pagamento',
      'payment_method.deleted': 'Excluiu forma de pagamento',
    },
  },
  {
    group: 'Usuários e senhas',
    kinds: {
      'user.created': 'Criou usuário',
      'user.edited': 'Editou usuário',
      'user.deleted': 'Excluiu usuário',
      'password.changed': 'Alterou a própria senha',
      'password.reset': 'Redefiniu senha',
    },
  },
  {
    group: 'Entradas e saídas',
    kinds: {
      'session.started': 'Entrou',
      'session.refused': 'Entrada ou senha recusada',
      'session.ended': 'Saiu',
      'session.token_reused': 'Sessão encerrada por segurança',
    },
  },
  {
    group: 'Clientes e alunos',
    kinds: {
      'client.created': 'Cadastrou cliente',
      'client.exported': 'Exportou dados de cliente',
      'client.anonymised': 'Anonimizou cliente',
      'student.created': 'Cadastrou aluno',
    },
  },
  {
    group: 'Loja',
    kinds: {
      'audit.head_missing': 'Faltava audit.head no início',
      'demo.filled': 'Encheu a loja de demonstração',
    },
  },
];

const words: Record<string, string> = Object.assign({}, ...groups.map(({ kinds }) => kinds));

/** What an action is called; one that this version does not know keeps its name. */
export function kindOf(action: string): string {
  return words[action] ?? action;
}

/** For a select: every kind there is, in its group, after "all". */
export const kindChoices = [
  { value: '', label: 'Todos os tipos' },
  ...groups.map(({ group, kinds }) => ({
    group,
    items: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  })),
];

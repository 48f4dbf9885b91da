/** Every kind of audit event with its words, in the groups of the filter. To add one is a line here. */
export const auditGroups = {
  'Vendas e caixa': {
    'sale.created': 'Registrou venda',
    'sale.deleted': 'Excluiu venda',
    'sale.reprinted': 'Imprimiu 2ª via do recibo',
    'sale.refunded': 'Devolveu itens de venda',
    'sale.exchanged': 'Trocou itens de venda',
    'sale.payments_corrected': 'Corrigiu pagamento de venda',
    'correction.reprinted': 'Imprimiu 2ª via de comprovante',
    'approval.given': 'Autorizou ação',
    'approval.refused': 'Recusa de autorização',
    'parked_sale.parked': 'Deixou pedido em espera',
    'parked_sale.taken': 'Retomou pedido em espera',
    'parked_sale.handed_over': 'Passou pedido em espera',
    'parked_sale.dropped': 'Descartou pedido em espera',
    'kept_sale.listed': 'Enviou venda guardada que não foi registrada',
    'kept_sale.accepted': 'Deu por vista venda guardada',
    'box.opened': 'Abriu caixa',
    'box.supplied': 'Registrou suprimento',
    'box.withdrawn': 'Registrou sangria',
    'box.withdrawal_refused': 'Pediu sangria maior que a gaveta',
    'box.counted': 'Contou caixa',
    'box.closed': 'Fechou caixa',
    'clock.confirmed': 'Disse que o relógio do servidor está certo',
    'month.closed': 'Fechou mês',
    'month.reopened': 'Reabriu mês',
    'bank.statement_added': 'Guardou extrato do banco',
    'bank.statement_removed': 'Tirou extrato do banco',
    'bank.line_matched': 'Ligou linha do extrato a venda',
    'bank.line_taken_apart': 'Desligou linha do extrato de venda',
    'bank.line_put_aside': 'Marcou linha do extrato: não é da loja',
    'bank.line_put_back': 'Desmarcou linha do extrato: é da loja',
  },
  Produtos: {
    'product.created': 'Criou produto',
    'product.edited': 'Editou produto',
    'product.deleted': 'Excluiu produto',
    'product.restored': 'Trouxe de volta produto excluído',
    'product.repriced': 'Alterou preço em lote',
    'product.price_restored': 'Desfez preço em lote',
  },
  Estoque: {
    'stock.delivered': 'Registrou entrada de estoque',
    'stock.adjusted': 'Ajustou estoque',
    'stock.minimum_set': 'Mudou mínimo de estoque',
    'stock.count_begun': 'Começou contagem de estoque',
    'stock.count_applied': 'Aplicou contagem de estoque',
    'stock.count_dropped': 'Guardou contagem sem aplicar',
  },
  'Listas de material': {
    'material_list.created': 'Criou lista de material',
    'material_list.edited': 'Editou lista de material',
    'material_list.deleted': 'Excluiu lista de material',
  },
  'Formas de pagamento': {
    'payment_method.created': 'Criou forma de pagamento',
    'payment_method.edited': 'Editou forma de pagamento',
    'payment_method.deleted': 'Excluiu forma de pagamento',
  },
  'Usuários e senhas': {
    'user.created': 'Criou usuário',
    'user.edited': 'Editou usuário',
    'user.deleted': 'Excluiu usuário',
    'user.unlocked': 'Liberou a entrada de usuário',
    'password.changed': 'Alterou a própria senha',
    'password.reset': 'Redefiniu senha',
    'second_factor.set_up': 'Ligou o segundo fator',
    'second_factor.turned_off': 'Desligou o segundo fator',
    'second_factor.reset': 'Tirou o segundo fator',
    'second_factor.recovery_used': 'Usou código de recuperação',
  },
  'Entradas e saídas': {
    'session.started': 'Entrou',
    'session.refused': 'Entrada ou senha recusada',
    'session.code_missing': 'Senha certa, sem o código certo',
    'session.ended': 'Saiu',
    'session.token_reused': 'Sessão encerrada por segurança',
    'session.closed': 'Encerrou sessões',
  },
  'Consultas e arquivos': {
    'sale.opened': 'Abriu venda de outra pessoa',
    'people.limit_reached': 'Consultou pessoas demais em uma hora',
    'client.exported': 'Exportou dados de cliente',
    'student.exported': 'Exportou dados de aluno',
    'list.exported': 'Exportou lista',
  },
  'Clientes e alunos': {
    'client.created': 'Cadastrou cliente',
    'client.edited': 'Corrigiu cadastro de cliente',
    'client.merged': 'Uniu cadastros de cliente',
    'client.unmerged': 'Separou cadastros de cliente',
    'client.deleted': 'Excluiu cadastro de cliente',
    'client.linked': 'Ligou cliente e aluno',
    'client.unlinked': 'Desligou cliente e aluno',
    'client.anonymised': 'Anonimizou cliente',
    'student.created': 'Cadastrou aluno',
    'student.edited': 'Corrigiu cadastro de aluno',
    'student.merged': 'Uniu cadastros de aluno',
    'student.unmerged': 'Separou cadastros de aluno',
    'student.deleted': 'Excluiu cadastro de aluno',
    'student.anonymised': 'Anonimizou aluno',
  },
  Loja: {
    'settings.edited': 'Mudou configurações',
    'institution.edited': 'Mudou os dados da escola',
    'institution.taken_over': 'Passou institution.json para o banco',
    'pix.edited': 'Mudou o Pix',
    'backup.requested': 'Pediu um backup',
    'bank.terms_edited': 'Mudou prazo, taxa ou feriados dos cartões',
    'audit.head_missing': 'Faltava audit.head no início',
    'demo.filled': 'Encheu a loja de demonstração',
  },
} as const;

/** What each group is about, as a treasurer asks for it. */
const areaOfGroup = {
  'Vendas e caixa': 'money',
  Produtos: 'records',
  Estoque: 'records',
  'Listas de material': 'records',
  'Formas de pagamento': 'records',
  'Clientes e alunos': 'records',
  Loja: 'records',
  'Usuários e senhas': 'access',
  'Entradas e saídas': 'access',
  'Consultas e arquivos': 'access',
} as const satisfies Record<keyof typeof auditGroups, string>;

/** The areas of the filter, with their words. */
export const auditAreas = { money: 'Dinheiro', records: 'Cadastros', access: 'Acessos' } as const;
export type AuditArea = keyof typeof auditAreas;

type NamesOf<Group> = Group extends unknown ? keyof Group : never;
export type AuditAction = NamesOf<(typeof auditGroups)[keyof typeof auditGroups]>;

const words: Record<string, string> = Object.assign({}, ...Object.values(auditGroups));

export const auditActions = Object.keys(words) as AuditAction[];

/** An action, or an area with all of its actions. */
export type AuditKind = AuditAction | AuditArea;
export const auditKinds: readonly AuditKind[] = [
  ...(Object.keys(auditAreas) as AuditArea[]),
  ...auditActions,
];

/** Returns the actions of a kind. */
export function actionsOf(kind: AuditKind): readonly AuditAction[] {
  if (!(kind in auditAreas)) return [kind as AuditAction];
  const groups = Object.entries(auditGroups).filter(
    ([group]) => areaOfGroup[group as keyof typeof areaOfGroup] === kind,
  );
  return groups.flatMap(([, actions]) => Object.keys(actions) as AuditAction[]);
}

/** Returns the words for an action or an area, or its name if this version does not know it. */
export function kindOf(kind: string): string {
  return words[kind] ?? auditAreas[kind as AuditArea] ?? kind;
}

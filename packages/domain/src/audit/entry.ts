import { isMonth, monthInWords } from '../month/month.ts';

/** The fields of an audit entry that these words need. */
type Entry = {
  action: string;
  actor_id: number | null;
  actor_name: string | null;
  subject_id: number | null;
  person: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** The actions that need an approval. */
const APPROVED: Record<string, string> = {
  refund: 'Devolução da venda',
  exchange: 'Troca da venda',
  payments: 'Correção de pagamento da venda',
  withdrawal: 'Sangria do caixa',
  difference: 'Diferença do caixa',
  deletion: 'Exclusão da venda',
  reopening: 'Reabertura do fechamento do mês',
  clock: 'Relógio certo, embora atrás da venda',
};

/** The lists that can be exported. */
const LISTS: Record<string, string> = {
  sales: 'Vendas',
  sale_items: 'Itens vendidos',
  report: 'Fechamento do período',
  closings: 'Fechamentos',
  products: 'Produtos',
  product_sales: 'Vendas por produto',
  material_lists: 'Listas de material',
  clients: 'Clientes',
  students: 'Alunos',
  audit: 'Auditoria',
  stock: 'Estoque',
  purchase: 'Compra',
  bank_pix: 'Conferência de Pix',
  bank_returns: 'Conferência de devoluções',
  bank_cards: 'Conferência de cartões',
};

/** Actions without an author that an operator's command did. `user.created` is missing: a first start makes a user too. */
const BY_OPERATOR =
  /^(?:client\.(?:exported|anonymised)|password\.reset|second_factor\.reset|user\.(?:edited|unlocked))$/;

/** Returns the name of the actor. Nobody was signed in if the entry has none. */
export function actorOf({ actor_name, action, after }: Entry): string {
  if (actor_name !== null) return actor_name;
  if (action === 'session.refused') return 'Desconhecido';
  const isOperator = BY_OPERATOR.test(action) || after?.operator === true;
  return isOperator ? 'Operador do servidor' : 'Sistema';
}

/** What the subject of an entry is: the sale of a correction's paper or of an approval, too. Undefined if nothing has it. */
export type Subject =
  | 'sale'
  | 'product'
  | 'client'
  | 'student'
  | 'user'
  | 'payment_method'
  | 'material_list';

const NOUNS: Record<string, Subject> = {
  sale: 'sale',
  correction: 'sale',
  product: 'product',
  client: 'client',
  student: 'student',
  user: 'user',
  password: 'user',
  session: 'user',
  second_factor: 'user',
  payment_method: 'payment_method',
  material_list: 'material_list',
};
const APPROVED_SALES = new Set(['refund', 'exchange', 'payments', 'deletion']);

export function subjectKindOf({ action, before, after }: Entry): Subject | undefined {
  const noun = action.split('.')[0] ?? '';
  if (noun !== 'approval') return NOUNS[noun];
  return APPROVED_SALES.has(`${(after ?? before)?.action}`) ? 'sale' : undefined;
}

/** Returns the subject of an entry; '' if it is the actor. */
export function subjectOf(entry: Entry): string {
  const { action, subject_id, person, actor_id } = entry;
  const fields = entry.after ?? entry.before ?? {};
  const [noun] = action.split('.');
  switch (noun) {
    case 'sale':
      return `Venda nº ${subject_id}${person && fields.seller_id !== actor_id ? `, de ${person}` : ''}`;
    case 'kept_sale':
      return `Venda guardada, ${fields.sale ? `nº ${fields.sale}` : 'sem registro'}`;
    case 'correction':
      return `Comprovante nº ${subject_id}, da venda nº ${fields.sale}`;
    case 'approval':
      return `${APPROVED[`${fields.action}`] ?? fields.action} nº ${fields.subject}${person && fields.seller_id !== actor_id ? `, pedida por ${person}` : ''}`;
    case 'box':
      return action === 'box.closed'
        ? `Caixa de ${person ?? 'vendedor desconhecido'}`
        : `Caixa nº ${subject_id}${person ? `, de ${person}` : ''}`;
    case 'clock':
      return `Atrás da venda nº ${subject_id}`;
    case 'month':
      return isMonth(fields.month) ? `Mês de ${monthInWords(fields.month)}` : '';
    case 'bank':
      if (action === 'bank.terms_edited') return '';
      if (action.startsWith('bank.line_put')) return `Linha ${subject_id} do extrato`;
      return fields.sale === undefined
        ? ['Extrato', subject_id && `nº ${subject_id}`].filter(Boolean).join(' ')
        : `Linha ${subject_id} do extrato, venda nº ${fields.sale}`;
    case 'stock':
      if (action === 'stock.delivered') return `Entrada nº ${subject_id}`;
      return String(entry.before?.name ?? fields.name ?? `nº ${subject_id}`);
    case 'product':
    case 'payment_method':
    case 'material_list':
      return String(entry.before?.name ?? fields.name ?? `nº ${subject_id}`);
    case 'user':
      return String(entry.before?.name ?? fields.name ?? person ?? `nº ${subject_id}`);
    case 'client':
      return `Cliente nº ${subject_id}`;
    case 'student':
      return `Aluno nº ${subject_id}`;
    case 'list':
      return LISTS[`${fields.list}`] ?? String(fields.list);
    default:
      return subject_id === actor_id ? '' : (person ?? '');
  }
}

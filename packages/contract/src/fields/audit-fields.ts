import { formatDay, parseBusinessDay, shopTimeOf } from '@balcao/domain/dates/business-day.ts';
import { cents, centsFromReais, formatCents, formatReais, isReais } from '@balcao/domain/money.ts';
import { kindOf } from './audit-action-words.ts';

type Format = (value: unknown) => string;

const plain: Format = (value) => {
  if (value === null || value === undefined || value === '') return '(vazio)';
  if (value === true) return 'sim';
  if (value === false) return 'não';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const reais: Format = (value) =>
  isReais(value) ? formatCents(centsFromReais(value)) : plain(value);
const centavos: Format = (value) =>
  Number.isSafeInteger(value) ? formatCents(cents(value as number)) : plain(value);
const day: Format = (value) => {
  const known = typeof value === 'string' && parseBusinessDay(value);
  return known ? formatDay(known) : plain(value);
};
const instant: Format = (value) =>
  typeof value === 'string' ? formatInstant(value) : plain(value);
const payments: Format = (value) => {
  if (!Array.isArray(value)) return plain(value);
  const lines = value.map((line) => `${plain(line?.method)} ${centavos(line?.cents)}`);
  return lines.join(' + ') || 'nenhum';
};

const difference: Format = (value) =>
  typeof value === 'number' ? formatReais(value) : plain(value);
const counts: Format = (value) => {
  if (!Array.isArray(value)) return plain(value);
  const lines = value.map(
    (line) =>
      `${plain(line?.method)} ${reais(line?.counted)}, diferença ${difference(line?.difference)}`,
  );
  return lines.join(' + ');
};
const mode: Format = (value) =>
  ({ simple: 'Simples', counted: 'Conferido' })[`${value}`] ?? plain(value);

const paper: Format = (value) =>
  ({ a4: 'A4', '80': 'Rolo de 80 mm', '58': 'Rolo de 58 mm', ask: 'Perguntar' })[`${value}`] ??
  plain(value);

/** From where somebody signed in; of IPv6 the network. */
const address: Format = (value) =>
  ['127.0.0.1', '::1'].includes(`${value}`) ? 'o próprio servidor' : plain(value);

const action: Format = (value) => kindOf(plain(value));

/** Formats an instant as dd/mm/yyyy HH:mm:ss in the shop's time; other texts stay as they are. */
export function formatInstant(text: string): string {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? text : `${formatDay(instant)} ${shopTimeOf(instant)}`;
}

/** The labels and formats of the fields that the audit records. */
const fields: Record<string, { label: string; format: Format }> = {
  code: { label: 'Código', format: plain },
  name: { label: 'Nome', format: plain },
  email: { label: 'Login', format: plain },
  login: { label: 'Login', format: plain },
  price: { label: 'Valor', format: reais },
  imported: { label: 'De arquivo', format: plain },
  price_change: { label: 'Alteração nº', format: plain },
  active: { label: 'Ativo', format: plain },
  pinned: { label: 'Fixado na grade', format: plain },
  admin: { label: 'Administrador', format: plain },
  item_discounts_cents: { label: 'Desconto nos itens', format: centavos },
  general_discount_cents: { label: 'Desconto geral', format: centavos },
  total_general_cents: { label: 'Total', format: centavos },
  change_cents: { label: 'Troco', format: centavos },
  change_not_cash_cents: { label: 'Troco que não saiu de dinheiro', format: centavos },
  items: { label: 'Itens', format: plain },
  payments: { label: 'Pagamentos', format: payments },
  created_at: { label: 'Feita em', format: instant },
  total_general: { label: 'Total', format: reais },
  correction: { label: 'Comprovante nº', format: plain },
  total_cents: { label: 'Valor', format: centavos },
  exchange_sale: { label: 'Venda nova nº', format: plain },
  date: { label: 'Dia', format: day },
  version: { label: 'Versão', format: plain },
  total_final: { label: 'Total', format: reais },
  sales_count: { label: 'Vendas', format: plain },
  refunds_count: { label: 'Devoluções e trocas', format: plain },
  box: { label: 'Caixa nº', format: plain },
  float: { label: 'Fundo', format: reais },
  movement: { label: 'Comprovante nº', format: plain },
  amount: { label: 'Valor', format: reais },
  beyond_drawer: { label: 'Gaveta', format: () => 'devia ter menos que isto' },
  counts: { label: 'Contado', format: counts },
  address: { label: 'De onde', format: address },
  approved_by: { label: 'Autorizado por', format: plain },
  cash_box: { label: 'Caixa', format: mode },
  count_every_method: { label: 'Contar também cartões e Pix', format: plain },
  withdrawal_limit: { label: 'Sangria sem autorização até', format: reais },
  difference_limit: { label: 'Diferença sem autorização até', format: reais },
  idle_lock_minutes: { label: 'Minutos até cobrir a tela', format: plain },
  require_second_factor: { label: 'Exigir segundo fator', format: plain },
  wrong_code: { label: 'Segundo fator', format: () => 'código errado' },
  codes_left: { label: 'Códigos que restam', format: plain },
  device: { label: 'Onde', format: plain },
  sessions: { label: 'Sessões', format: plain },
  paper: { label: 'Papel', format: paper },
  company_name: { label: 'Empresa', format: plain },
  city: { label: 'Cidade', format: plain },
  graduation_unit: { label: 'Unidade de graduação', format: plain },
  college_name: { label: 'Faculdade', format: plain },
  college_cnpj: { label: 'CNPJ da faculdade', format: plain },
  college_logo: { label: 'Logotipo da faculdade', format: plain },
  school_name: { label: 'Colégio', format: plain },
  school_cnpj: { label: 'CNPJ do colégio', format: plain },
  school_logo: { label: 'Logotipo do colégio', format: plain },
  pix_method: { label: 'Forma do Pix', format: plain },
  pix_key: { label: 'Chave Pix', format: plain },
  pix_name: { label: 'Quem recebe', format: plain },
  pix_city: { label: 'Cidade de quem recebe', format: plain },
  from: { label: 'De', format: day },
  to: { label: 'Até', format: day },
  sales: { label: 'Vendas', format: plain },
  students: { label: 'Alunos', format: plain },
  format: { label: 'Formato', format: plain },
  rows: { label: 'Linhas', format: plain },
  startDate: { label: 'De', format: day },
  endDate: { label: 'Até', format: day },
  search: { label: 'Busca', format: plain },
  find: { label: 'Busca por pessoa', format: plain },
  products: { label: 'Produtos nº', format: plain },
  user: { label: 'Quem', format: plain },
  kind: { label: 'O que fez', format: action },
  clients: { label: 'Clientes', format: plain },
  student: { label: 'Aluno nº', format: plain },
  merged: { label: 'Cadastro unido nº', format: plain },
  reason: { label: 'Motivo', format: plain },
  number_corrected: { label: 'CPF ou matrícula', format: () => 'corrigido' },
};

/** Shown elsewhere or implied: the payments add up to paid_cents, total and discounts to the subtotal. */
const HIDDEN = new Set([
  'id',
  'seller_id',
  // Said by the name of the actor.
  'operator',
  'paid_cents',
  'subtotal_cents',
  // Of an approval, of a correction's paper.
  'action',
  'subject',
  'sale',
  // Of an export.
  'list',
]);
const USUALLY_NONE = new Set([
  'total_cents',
  'amount',
  'change_cents',
  'item_discounts_cents',
  'general_discount_cents',
  'pinned',
]);

export type FieldChange = { label: string; before?: string; after?: string };

type Fields = Record<string, unknown> | null;

/**
 * Returns the readable changes of an entry: for an edit the fields that differ, with both values; for any
 * other entry all fields but the idle ones. Unknown fields keep their names and values.
 */
export function changesOf({ before, after }: { before: Fields; after: Fields }): FieldChange[] {
  const names = Object.keys({ ...fields, ...before, ...after }).filter(
    (name) => !HIDDEN.has(name) && (hasField(before, name) || hasField(after, name)),
  );
  const changes: FieldChange[] = [];
  for (const name of names) {
    const { label, format } = fields[name] ?? { label: name, format: plain };
    const was = hasField(before, name) ? format(before?.[name]) : undefined;
    const is = hasField(after, name) ? format(after?.[name]) : undefined;
    const isEdit = was !== undefined && is !== undefined;
    if (isEdit ? was === is : isIdle(name, after?.[name])) continue;
    changes.push({
      label,
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
    });
  }
  return changes;
}

/** The row names its subject already. Most sales have no change or discount, most products no pin. */
function isIdle(name: string, value: unknown): boolean {
  return name === 'name' || ((value === 0 || value === false) && USUALLY_NONE.has(name));
}

function hasField(of: Fields, name: string): boolean {
  return of !== null && Object.hasOwn(of, name);
}

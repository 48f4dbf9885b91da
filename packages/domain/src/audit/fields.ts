import { type PixState, pixStateWords } from '../bank/pix-states.ts';
import { holidayText } from '../dates/holidays.ts';
import { KEPT_REASONS, type KeptReason } from '../kept-sale.ts';
import { MOVEMENT_WORDS, type MovementKind } from '../product/stock.ts';
import {
  action,
  address,
  centavos,
  counts,
  day,
  type Format,
  income,
  instant,
  items,
  mode,
  names,
  paper,
  payments,
  plain,
  reais,
} from './field-formats.ts';

/** The fields that the audit records, in the order in which they are shown: a label, or a label and a format. */
const fields: Record<string, string | readonly [label: string, format: Format]> = {
  code: 'Código',
  name: 'Nome',
  email: 'Login',
  login: 'Login',
  price: ['Valor', reais],
  imported: 'De arquivo',
  undone_change: 'Importação desfeita nº',
  price_change: 'Alteração nº',
  product_change: 'Alteração nº',
  income: ['Receita de', income],
  active: 'Ativo',
  pinned: 'Fixado na grade',
  admin: 'Administrador',
  item_discounts_cents: ['Desconto nos itens', centavos],
  general_discount_cents: ['Desconto geral', centavos],
  total_general_cents: ['Total', centavos],
  change_cents: ['Troco', centavos],
  change_not_cash_cents: ['Troco que não saiu de dinheiro', centavos],
  items: ['Itens', items],
  parked_by: 'Guardado por',
  for_anyone: 'Para qualquer caixa',
  lists: ['Listas de material', names],
  valid_from: ['Válida de', day],
  valid_to: ['Válida até', day],
  payments: ['Pagamentos', payments],
  created_at: ['Feita em', instant],
  made_at: ['Guardada em', instant],
  from_device: 'Computador',
  kept_reasons: ['Por quê', keptReasons],
  total_general: ['Total', reais],
  correction: 'Comprovante nº',
  total_cents: ['Valor', centavos],
  exchange_sale: 'Venda nova nº',
  date: ['Dia', day],
  version: 'Versão',
  total_final: ['Total', reais],
  sales_count: 'Vendas',
  refunds_count: 'Devoluções e trocas',
  box: 'Caixa nº',
  float: ['Fundo', reais],
  movement: 'Comprovante nº',
  amount: ['Valor', reais],
  beyond_drawer: ['Gaveta', () => 'devia ter menos que isto'],
  counts: ['Contado', counts],
  address: ['De onde', address],
  approved_by: 'Autorizado por',
  cash_box: ['Caixa', mode],
  count_every_method: 'Contar também cartões e Pix',
  withdrawal_limit: ['Sangria sem autorização até', reais],
  difference_limit: ['Diferença sem autorização até', reais],
  first_steps_ended: 'Primeiros passos guardados',
  idle_lock_minutes: 'Minutos até cobrir a tela',
  keep_sales: 'Vender sem o servidor',
  card_digits: 'Algarismos da carteirinha',
  card_prefix: 'Carteirinha começa com',
  require_second_factor: 'Exigir segundo fator',
  wrong_code: ['Segundo fator', () => 'código errado'],
  codes_left: 'Códigos que restam',
  device: 'Onde',
  sessions: 'Sessões',
  paper: ['Papel', paper],
  company_name: 'Empresa',
  city: 'Cidade',
  graduation_unit: 'Unidade de graduação',
  college_name: 'Faculdade',
  college_cnpj: 'CNPJ da faculdade',
  college_logo: 'Logotipo da faculdade',
  school_name: 'Colégio',
  school_cnpj: 'CNPJ do colégio',
  school_logo: 'Logotipo do colégio',
  pix_method: 'Forma do Pix',
  pix_key: 'Chave Pix',
  pix_name: 'Quem recebe',
  pix_city: 'Cidade de quem recebe',
  from: ['De', day],
  to: ['Até', day],
  sales: 'Vendas',
  students: 'Alunos',
  lines: 'Linhas no arquivo',
  added: 'Linhas novas',
  removed: 'Linhas que saíram',
  matched: 'Ligadas a vendas',
  account: 'Conta',
  direction: ['Entradas e saídas', () => 'o arquivo não dizia, uma pessoa decidiu'],
  terms: ['Cartões', cardTerms],
  holidays: ['Feriados locais', localHolidays],
  state: ['Situação', (value: unknown) => pixStateWords[value as PixState] ?? `${value}`],
  movement_kind: ['Tipo', (kind: unknown) => MOVEMENT_WORDS[kind as MovementKind] ?? `${kind}`],
  pieces: 'Peças',
  product_count: 'Produtos',
  supplier: 'Fornecedor',
  document: 'Documento',
  minimum: ['Mínimo', (value: unknown) => (value === null ? 'nenhum' : `${value}`)],
  stockOnly: [
    'Só',
    (value: unknown) =>
      ({ missing: 'em falta', below: 'abaixo do mínimo', unsold: 'sem venda há um ano' })[
        `${value}`
      ] ?? `${value}`,
  ],
  stockDay: ['No fim de', day],
  quantities: 'Quantidades mudadas',
  blind: 'Às cegas',
  differing: 'Produtos com diferença',
  missing_as_zero: 'Não contados passaram a zero',
  format: 'Formato',
  rows: 'Linhas',
  startDate: ['De', day],
  endDate: ['Até', day],
  search: 'Busca',
  find: 'Busca por pessoa',
  about: 'Assunto',
  by_child: 'Também por alunos',
  alike: 'Só cadastros parecidos',
  products: 'Produtos nº',
  user: 'Quem',
  seller: 'Vendedor nº',
  kind: ['O que fez', action],
  clients: 'Clientes',
  student: 'Aluno nº',
  class: 'Turma',
  merged: 'Cadastro unido nº',
  reason: 'Motivo',
  clock: ['Relógio do servidor', instant],
  newest_sale_at: ['Venda mais nova', instant],
  open: 'Em aberto',
  fingerprint: 'Código do papel',
  pdf_sha256: 'SHA-256 do PDF',
  xlsx_sha256: 'SHA-256 do XLSX',
  number_corrected: ['CPF ou matrícula', () => 'corrigido'],
};

/** Shown elsewhere or implied: the payments add up to paid_cents, total and discounts to the subtotal. */
const HIDDEN = new Set([
  'id',
  'seller_id',
  // The name of the actor says it.
  'operator',
  'paid_cents',
  'subtotal_cents',
  // The subject of an approval, or of a correction's paper, says these.
  'action',
  'subject',
  'sale',
  // The subject of an export says it, and that of a month.
  'list',
  'month',
]);
const USUALLY_NONE = new Set([
  'total_cents',
  'amount',
  'change_cents',
  'item_discounts_cents',
  'general_discount_cents',
  'pinned',
  'income',
  'blind',
  'supplier',
  'document',
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
    const field = fields[name] ?? name;
    const [label, format] = typeof field === 'string' ? [field, plain] : field;
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
  return (
    name === 'name' ||
    ((value === 0 || value === false || value === null || value === '') && USUALLY_NONE.has(name))
  );
}

function hasField(of: Fields, name: string): boolean {
  return of !== null && Object.hasOwn(of, name);
}

function keptReasons(value: unknown): string {
  return (value as KeptReason[]).map((reason) => KEPT_REASONS[reason] ?? reason).join('; ');
}

type Terms = { name: string; days: number; business_days: boolean; fee: number };

function cardTerms(value: unknown): string {
  const words = (value as Terms[]).map(
    ({ name, days, business_days, fee }) =>
      `${name}: ${days} dias ${business_days ? 'úteis' : 'corridos'}, ${fee.toLocaleString('pt-BR')}%`,
  );
  return words.join('; ') || 'nenhum';
}

function localHolidays(value: unknown): string {
  return (value as string[]).map(holidayText).join(', ') || 'nenhum';
}

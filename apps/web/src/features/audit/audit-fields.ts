import { formatDay, parseBusinessDay } from '@balcao/domain/business-day.ts';
import { cents, centsFromReais, formatCents, isReais } from '@balcao/domain/money.ts';
import { formatInstant } from './format-instant.ts';

type Say = (value: unknown) => string;

const plain: Say = (value) => {
  if (value === null || value === undefined || value === '') return '(vazio)';
  if (value === true) return 'sim';
  if (value === false) return 'não';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const reais: Say = (value) => (isReais(value) ? formatCents(centsFromReais(value)) : plain(value));
const centavos: Say = (value) =>
  Number.isSafeInteger(value) ? formatCents(cents(value as number)) : plain(value);
const day: Say = (value) => {
  const known = typeof value === 'string' && parseBusinessDay(value);
  return known ? formatDay(known) : plain(value);
};
const instant: Say = (value) => (typeof value === 'string' ? formatInstant(value) : plain(value));
const payments: Say = (value) => {
  if (!Array.isArray(value)) return plain(value);
  const lines = value.map((line) => `${plain(line?.method)} ${centavos(line?.cents)}`);
  return lines.join(' + ') || 'nenhum';
};

/** The fields that the audit records, what they are called and how they are written. */
const fields: Record<string, { label: string; say: Say }> = {
  code: { label: 'Código', say: plain },
  name: { label: 'Nome', say: plain },
  email: { label: 'Login', say: plain },
  login: { label: 'Login', say: plain },
  price: { label: 'Valor', say: reais },
  active: { label: 'Ativo', say: plain },
  admin: { label: 'Administrador', say: plain },
  item_discounts_cents: { label: 'Desconto nos itens', say: centavos },
  general_discount_cents: { label: 'Desconto geral', say: centavos },
  total_general_cents: { label: 'Total', say: centavos },
  change_cents: { label: 'Troco', say: centavos },
  items: { label: 'Itens', say: plain },
  payments: { label: 'Pagamentos', say: payments },
  created_at: { label: 'Feita em', say: instant },
  total_general: { label: 'Total', say: reais },
  date: { label: 'Dia', say: day },
  version: { label: 'Versão', say: plain },
  total_final: { label: 'Total', say: reais },
  sales_count: { label: 'Vendas', say: plain },
  from: { label: 'De', say: day },
  to: { label: 'Até', say: day },
  sales: { label: 'Vendas', say: plain },
  students: { label: 'Alunos', say: plain },
};

/** Said elsewhere in the row: the payments add up to what was paid, total and discounts to the subtotal. */
const HIDDEN = new Set(['id', 'seller_id', 'paid_cents', 'subtotal_cents']);
const MOSTLY_NOTHING = new Set(['change_cents', 'item_discounts_cents', 'general_discount_cents']);

export type FieldChange = { label: string; before?: string; after?: string };

type Fields = Record<string, unknown> | null;

/**
 * What is worth reading of a change: of an edit only what became different, with both values; of anything
 * else its fields, with the one they had. Fields that are not known are shown as they are.
 */
export function changesOf({ before, after }: { before: Fields; after: Fields }): FieldChange[] {
  const names = Object.keys({ ...fields, ...before, ...after }).filter(
    (name) => !HIDDEN.has(name) && (hasField(before, name) || hasField(after, name)),
  );
  const changes: FieldChange[] = [];
  for (const name of names) {
    const { label, say } = fields[name] ?? { label: name, say: plain };
    const was = hasField(before, name) ? say(before?.[name]) : undefined;
    const is = hasField(after, name) ? say(after?.[name]) : undefined;
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

/** A name is what the row is about; most sales are without change and discounts. */
function isIdle(name: string, value: unknown): boolean {
  return name === 'name' || (value === 0 && MOSTLY_NOTHING.has(name));
}

function hasField(of: Fields, name: string): boolean {
  return of !== null && Object.hasOwn(of, name);
}

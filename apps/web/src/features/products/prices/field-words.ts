import type { ProductChange, ProductFields } from '@balcao/contract/products/product-changes.ts';
import type { Income } from '@balcao/domain/income.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { productsIn } from '../../../ui/counts.ts';
import type { IncomeName } from '../../institution/income-names.ts';
import { prices, ruleWords } from './price-words.ts';

/** What is said of products whose field was set: one, and many. */
function setWords(fields: ProductFields, nameOf: IncomeName): [one: string, many: string] {
  if ('deleted' in fields) return ['excluído', 'excluídos'];
  if ('active' in fields) {
    return fields.active ? ['ativado', 'ativados'] : ['desativado', 'desativados'];
  }
  if ('pinned' in fields) {
    return fields.pinned
      ? ['na grade do PDV', 'na grade do PDV']
      : ['fora da grade', 'fora da grade'];
  }
  const whose = `com receita de: ${nameOf(fields.income)}`;
  return [whose, whose];
}

/** '3 produtos desativados', or '3 preços: +7 %'. */
export function changeWords(
  { rule, fields, products: count }: ProductChange,
  nameOf: IncomeName,
): string {
  if (rule) return `${ruleWords(rule)} · ${prices(count)}`;
  if (!fields) return productsIn(count);
  return `${productsIn(count)} ${setWords(fields, nameOf)[count === 1 ? 0 : 1]}`;
}

type Kept = {
  price: number;
  active: boolean;
  pinned: boolean;
  income: Income | null;
  deleted: boolean;
};

/** What a product that a later change keeps from being undone is now. */
export function nowWords(
  { fields }: Pick<ProductChange, 'fields'>,
  product: Kept,
  nameOf: IncomeName,
): string {
  if (product.deleted) return 'excluído';
  if (!fields || 'deleted' in fields) return formatReais(product.price);
  if ('active' in fields) return product.active ? 'ativo' : 'inativo';
  if ('pinned' in fields) return product.pinned ? 'na grade' : 'fora da grade';
  return `receita de: ${nameOf(product.income)}`;
}

import type { Person } from '@balcao/contract/people/people.ts';
import type { ListedProduct } from '@balcao/contract/products/products.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import type { Role } from '@balcao/domain/role.ts';
import type { useNavigate } from '@tanstack/react-router';
import { askCounter, type Errand } from '../../features/counter/keys/errands.ts';
import type { Topic } from '../../features/help/guide.ts';
import type { Kind } from '../../features/people/people.queries.ts';
import { pathsOf, shownName, shownNumber } from '../../features/people/people-words.ts';
import { paths } from '../../navigation/paths.ts';

/** What the jump box offers. */
export type Target = {
  key: string;
  label: string;
  detail?: string;
  go: (navigate: ReturnType<typeof useNavigate>) => Promise<void>;
};

/** Leads to the counter and has it do that. */
export const atCounter =
  (errand: Errand): Target['go'] =>
  (navigate) => {
    askCounter(errand);
    return navigate({ to: paths.counter });
  };

/** A seller opens a sale at the counter, which asks for the CPF when somebody else has made it. */
export const saleTarget = (sale: number, role: Role): Target => ({
  key: `sale ${sale}`,
  label: `Venda nº ${sale}`,
  go:
    role === 'admin'
      ? (navigate) => navigate({ to: paths.sales, search: { sale } })
      : atCounter({ sale }),
});

export const ownSaleTarget = ({ id, client_data, student_data }: Sale): Target => ({
  ...saleTarget(id, 'seller'),
  label: shownName(client_data),
  detail: [`Venda nº ${id}`, student_data?.name].filter(Boolean).join(' · '),
});

export const helpTarget = ({ id, title }: Topic): Target => ({
  key: `help ${id}`,
  label: title,
  go: (navigate) => navigate({ to: paths.help, hash: id }),
});

export const productTarget = (product: ListedProduct): Target => ({
  key: `product ${product.id}`,
  label: product.name,
  detail: `${product.code} · ${formatCents(centsFromReais(product.price))}`,
  go: (navigate) => navigate({ to: paths.products, search: { search: product.code } }),
});

export const personTarget = (kind: Kind, { id, name, number }: Person): Target => ({
  key: `${kind} ${id}`,
  label: shownName({ name }),
  detail: shownNumber(kind, number),
  go: (navigate) => navigate({ to: pathsOf[kind].one, params: { id: `${id}` } }),
});

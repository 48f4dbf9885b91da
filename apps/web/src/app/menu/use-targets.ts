import { topics } from 'virtual:manual/topics';
import type { Person } from '@balcao/contract/people/people.ts';
import type { Product } from '@balcao/contract/products/products.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import type { Role } from '@balcao/domain/role.ts';
import { saleOfCode } from '@balcao/domain/sale-code.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { type QueryKey, useQueries } from '@tanstack/react-query';
import type { useNavigate } from '@tanstack/react-router';
import type { Topic } from '../../features/help/guide.ts';
import { callsOf, type Kind, PEOPLE_KEY } from '../../features/people/people.queries.ts';
import { shownName, shownNumber } from '../../features/people/people-words.ts';
import { listProducts, PRODUCTS_KEY } from '../../features/products/products.queries.ts';
import { isPersonal } from '../../features/sales/sales-address.ts';
import { paths } from '../../navigation/paths.ts';
import { pages } from './pages.ts';

type Navigate = ReturnType<typeof useNavigate>;

export type Target = {
  key: string;
  label: string;
  detail?: string;
  go: (navigate: Navigate) => Promise<void>;
};

type Targets = { title: string; targets: Target[] };

/** The number of rows of each kind that the server searches. */
const MOST = 5;
/** Shorter texts are found in too many names. */
const SHORTEST = 2;

/** The targets that `text` may mean. The server searches for `searched`, which follows the typing more slowly. */
export function useTargets(role: Role, actions: readonly Target[], text: string, searched: string) {
  const asks = role === 'admin' && searched.length >= SHORTEST;
  const slice = { page: 1, page_size: MOST, search: searched };
  const ask = (key: QueryKey, read: (signal: AbortSignal) => Promise<Targets>, enabled = asks) => ({
    queryKey: [...key, 'jump', searched],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
    enabled,
  });
  const people = (kind: Kind, title: string) =>
    ask([...PEOPLE_KEY, kind], async (signal) => {
      const { results } = await callsOf[kind].list(slice, signal);
      return { title, targets: results.map((person) => personTarget(kind, person)) };
    });
  const answers = useQueries({
    queries: [
      ask(
        PRODUCTS_KEY,
        async (signal) => {
          const { results } = await listProducts(slice, signal);
          return { title: 'Produtos', targets: results.map(productTarget) };
        },
        // Products are searched by an address, in which no CPF may stand.
        asks && !isPersonal(searched),
      ),
      people('client', 'Clientes'),
      people('student', 'Alunos'),
    ],
  });

  const asksHelp = text.length >= SHORTEST;
  const waiting = text !== searched || answers.some(({ isFetching }) => isFetching);
  const words = searchWords(text);
  const screens = pages
    .filter((page) => page.for === 'all' || page.for === role)
    .filter(({ label }) => holdsWords(foldText(label), words))
    .map(({ label, to }): Target => ({ key: to, label, go: (navigate) => navigate({ to }) }));
  const help = topics
    .filter((topic) => asksHelp && (topic.for === 'all' || topic.for === role))
    .filter(({ title }) => holdsWords(foldText(title), words))
    .slice(0, MOST)
    .map(helpTarget);
  const sale = role === 'admin' ? (saleOfCode(text) ?? numberOf(text)) : undefined;
  return {
    groups: [
      ...(sale ? [{ title: 'Vendas', targets: [saleTarget(sale)] }] : []),
      { title: 'Telas', targets: screens },
      {
        title: 'Ações',
        targets: actions.filter(({ label }) => holdsWords(foldText(label), words)),
      },
      { title: 'Ajuda', targets: help },
      // All at once, and none for a text of before: Enter or a click would open another than meant.
      ...(waiting ? [] : answers.flatMap(({ data }) => data ?? [])),
    ] satisfies Targets[],
    waiting,
    failed: answers.some(({ isError }) => isError),
  };
}

/** '4987', 'nº 4987' or 'venda 4987'. */
const numberOf = (text: string) => {
  const number = /^(?:venda\s+)?(?:n[º°o.]?\s*|#\s*)?([1-9]\d{0,8})$/i.exec(text.trim())?.[1];
  return number && Number(number);
};

const saleTarget = (sale: number): Target => ({
  key: `sale ${sale}`,
  label: `Venda nº ${sale}`,
  go: (navigate) => navigate({ to: paths.sales, search: { sale } }),
});

const helpTarget = ({ id, title }: Topic): Target => ({
  key: `help ${id}`,
  label: title,
  go: (navigate) => navigate({ to: paths.help, hash: id }),
});

const productTarget = (product: Product): Target => ({
  key: `product ${product.id}`,
  label: product.name,
  detail: `${product.code} · ${formatCents(centsFromReais(product.price))}`,
  go: (navigate) => navigate({ to: paths.products, search: { search: product.code } }),
});

const personTarget = (kind: Kind, { id, name, number }: Person): Target => ({
  key: `${kind} ${id}`,
  label: shownName({ name }),
  detail: shownNumber(kind, number),
  go: (navigate) =>
    navigate({
      to: kind === 'client' ? paths.clients : paths.students,
      search: { person: id },
    }),
});

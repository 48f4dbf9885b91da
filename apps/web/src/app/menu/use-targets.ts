import { topics } from 'virtual:manual/topics';
import type { Role } from '@balcao/domain/role.ts';
import { saleOfCode } from '@balcao/domain/sale-code.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { type QueryKey, useQueries } from '@tanstack/react-query';
import { findHelp, wordsOf } from '../../features/help/find-help.ts';
import { callsOf, type Kind, PEOPLE_KEY } from '../../features/people/people.queries.ts';
import { listProducts, PRODUCTS_KEY } from '../../features/products/products.queries.ts';
import { listOwnSales, SALES_KEY } from '../../features/sales/sales.queries.ts';
import { isPersonal } from '../../ui/lists/filter.ts';
import { pagesOf } from './pages.ts';
import {
  helpTarget,
  ownSaleTarget,
  personTarget,
  productTarget,
  saleTarget,
  type Target,
} from './targets.ts';

type Targets = { title: string; targets: Target[] };

/** The number of rows of each kind that the server searches. */
const MOST = 5;
/** Shorter texts are found in too many names. */
const SHORTEST = 2;

/** The targets that `text` may mean. The server searches for `searched`, which follows the typing more slowly. */
export function useTargets(role: Role, actions: readonly Target[], text: string, searched: string) {
  const sale = saleOfCode(text) ?? (role === 'admin' ? numberOf(text) : undefined);
  const asks = searched.length >= SHORTEST;
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
  const products = ask(
    PRODUCTS_KEY,
    async (signal) => {
      const { results } = await listProducts(slice, signal);
      return { title: 'Produtos', targets: results.map(productTarget) };
    },
    // Products are searched by an address, in which no CPF may stand.
    asks && !isPersonal(searched),
  );
  // A seller meets people by a whole CPF or matrícula alone, and in the sales of their own.
  const ownSales = ask(
    [...SALES_KEY, 'own'],
    async (signal) => {
      const { results } = await listOwnSales(slice, signal);
      return { title: 'Suas vendas dos últimos 30 dias', targets: results.map(ownSaleTarget) };
    },
    asks && sale === undefined,
  );
  const asked =
    role === 'admin'
      ? [products, people('client', 'Clientes'), people('student', 'Alunos')]
      : [ownSales];
  const answers = useQueries({ queries: asked });

  const asksHelp = text.length >= SHORTEST;
  const waiting = text !== searched || answers.some(({ isFetching }) => isFetching);
  const words = searchWords(text);
  const screens = {
    title: 'Telas',
    targets: pagesOf(role, text !== '')
      .filter(({ label }) => holdsWords(foldText(label), words))
      .map(({ label, to }): Target => ({ key: label, label, go: (navigate) => navigate({ to }) })),
  };
  const acts = {
    title: 'Ações',
    targets: actions.filter(({ label }) => holdsWords(foldText(label), words)),
  };
  const readable = topics.filter(
    (topic) => asksHelp && (topic.for === 'all' || topic.for === role),
  );
  const help = findHelp(readable, text, ({ title, also }) => wordsOf(`${title} ${also}`))
    .slice(0, MOST)
    .map(helpTarget);
  return {
    groups: [
      ...(sale ? [{ title: 'Vendas', targets: [saleTarget(sale, role)] }] : []),
      // Pages are more, and what is typed means them more often.
      ...(text === '' ? [acts, screens] : [screens, acts]),
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

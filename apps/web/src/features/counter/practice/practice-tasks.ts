import { formatCpf } from '@balcao/domain/cpf.ts';
import { readStored } from '../../../storage/stored-json.ts';
import type { CounterState } from '../sale/counter-state.ts';
import { lineOf } from '../sale/sale-item.ts';
import { PRACTICE_CLIENT } from './practice-door.ts';

const MARKS = ['client', 'code', 'search', 'quantity', 'edit', 'cash'] as const;
export type Mark = (typeof MARKS)[number];

type Task = { readonly title: string; readonly how: string; readonly marks: readonly Mark[] };

/** The tasks of the first day; each is done when all its marks are. */
export const TASKS: readonly Task[] = [
  {
    title: 'Identifique a cliente',
    how: `Digite o CPF ${formatCpf(PRACTICE_CLIENT.cpf)}: o nome vem do cadastro.`,
    marks: ['client'],
  },
  {
    title: 'Ponha dois produtos, um pelo código e um pelo nome',
    how: 'Um pelo código: 101 em Cód e Enter. Outro pelo nome: “camiseta” em Produto e Enter, o tamanho e Enter, e Enter em Qtd.',
    marks: ['code', 'search'],
  },
  {
    title: 'Mude uma quantidade',
    how: 'Clique no lápis da linha (ou a seta para cima e Enter), escreva 3 em Qtd. e tecle Enter.',
    marks: ['quantity'],
  },
  {
    title: 'Feche o pedido e volte',
    how: 'FECHAR PEDIDO (F8) vai ao pagamento. EDITAR PEDIDO (Shift + F8) volta, e nada se perde.',
    marks: ['edit'],
  },
  {
    title: 'Receba com troco',
    how: 'Feche o pedido, escolha Dinheiro, digite mais que o total e aperte FINALIZAR VENDA (F9).',
    marks: ['cash'],
  },
];

export const isDone = ({ marks }: Task, done: readonly Mark[]) =>
  marks.every((mark) => done.includes(mark));

/** What the seller has done between two states of the counter. */
export function marksBetween(before: CounterState, now: CounterState): Mark[] {
  const { items } = now.draft;
  const isAdded = items.length > before.draft.items.length;
  const seen: Record<Mark, boolean> = {
    client: now.draft.client.registered !== null,
    code: isAdded && now.justAdded !== null && now.justAdded !== before.justAdded,
    search: isAdded && before.entry.product !== null && before.entry.edited === undefined,
    quantity: items.some(({ product, quantity }) => {
      const was = lineOf(before.draft.items, product.id) ?? before.entry.edited;
      return was?.product.id === product.id && was.quantity !== quantity;
    }),
    edit: before.phase === 'paying' && now.phase === 'typing' && items.length > 0,
    cash: now.made !== null && now.made !== before.made && now.made.troco > 0,
  };
  return MARKS.filter((mark) => seen[mark]);
}

/** In session storage, as the counter loads anew after each sale. */
const STORED_AS = 'practice';

export const readMarks = (): readonly Mark[] =>
  readStored(sessionStorage.getItem(STORED_AS), (value) =>
    Array.isArray(value) ? MARKS.filter((mark) => value.includes(mark)) : undefined,
  ) ?? [];

export const storeMarks = (marks: readonly Mark[]) =>
  sessionStorage.setItem(STORED_AS, JSON.stringify(marks));

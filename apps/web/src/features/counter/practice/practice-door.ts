import type { RouteName } from '@balcao/contract/api/routes.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import type { Door } from '../../../api/call.ts';
import { ApiUnusable } from '../../../api/errors.ts';
import { timeNow } from '../../../storage/server-clock.ts';

export const PRACTICE_CLIENT = { id: 1, cpf: '11144477735', name: 'Ana do Treino' };
const STUDENT = { id: 1, registration: '20270001', name: 'Léo do Treino' };

const PRODUCTS = [
  ['101', 'Caderno universitário', 18.9],
  ['102', 'Lápis HB nº 2', 1.55],
  ['103', 'Estojo escolar', 24.9],
  ['104', 'Agenda', 32],
  ['201', 'Camiseta polo P', 45],
  ['202', 'Camiseta polo M', 45],
  ['203', 'Camiseta polo G', 45],
] as const;

const products = PRODUCTS.map(([code, name, price], at) => ({
  id: at + 1,
  code,
  name,
  price,
  active: true,
}));

const METHODS = ['Cartão de crédito', 'Cartão de débito', 'Dinheiro', 'Pix'];

const page = <T>(results: readonly T[]) => ({ results, total_pages: 1, count: results.length });

type Asked = { query?: { search?: unknown } | undefined; body?: unknown };

/** What a practice counter gets. What is not here is missing, as on a server that knows the specification alone. */
const ANSWERS: Partial<Record<RouteName, (asked: Asked) => unknown>> = {
  listActiveProducts: () => products,
  listInactiveProducts: () => [],
  readProductGrid: () => products.map(({ id }) => id),
  listPaymentMethods: () => page(METHODS.map((name, at) => ({ id: at + 1, name }))),
  findClients: ({ query }) => page(query?.search === PRACTICE_CLIENT.cpf ? [PRACTICE_CLIENT] : []),
  findStudents: ({ query }) => page(query?.search === STUDENT.registration ? [STUDENT] : []),
  findStudentsOfClient: () => [],
  findClientsOfStudent: () => [],
  createClient: ({ body }) => ({ ...(body as typeof PRACTICE_CLIENT), id: 2 }),
  createStudent: ({ body }) => ({ ...(body as typeof STUDENT), id: 2 }),
  listParkedSales: () => [],
  createSale: ({ body }) => madeOf(body as NewSale),
};

/** Answers every call of a practice counter in the browser: nothing is sent, and nothing recorded. */
export const practiceDoor: Door = (name, { query, body }) => {
  const answer = ANSWERS[name];
  if (!answer) throw new ApiUnusable(`Not in practice: ${name}`, 404);
  return answer({ query, body });
};

/** The sale as the server would return it, without a number, which would be that of a real one. */
function madeOf(sale: NewSale) {
  return {
    ...sale,
    id: 0,
    practice: true,
    created_at: timeNow().toISOString(),
    client_data: PRACTICE_CLIENT,
    student_data: sale.student ? STUDENT : null,
    seller_data: { id: 0, name: 'Treino' },
    products_data: sale.products.map((item) => ({
      ...item,
      product_info: products.find(({ id }) => id === item.product),
    })),
  };
}

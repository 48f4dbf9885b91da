import type { BrowserContext, Route } from '@playwright/test';

/** A sale with exactly the fields of the specification's "Sale record". */
export const SALE_RECORD = {
  created_at: '2026-03-02T13:05:00.000Z',
  client_data: { name: 'Maria da Silva', cpf: '52998224725' },
  student_data: { registration: '20260000042' },
  seller_data: { id: 7, name: 'Vera Lúcia' },
  products_data: [
    { quantity: 2, product_info: { name: 'Caderno' } },
    { quantity: 1, product_info: { name: 'Caneta azul' } },
  ],
  total_general: 30,
  subtotal: 30,
  payment_method1: 50,
  payment_desc1: 'Dinheiro',
  payment_method2: 0,
  payment_desc2: '',
  payment_method3: null,
  payment_desc3: null,
  payment_method4: 0,
  payment_desc4: '',
  payment_method5: 0,
  payment_desc5: '',
};

/** One with exactly those of "Sale (list)". */
export const SALE_ROW = {
  id: 28,
  created_at: '2026-03-02T13:05:00.000Z',
  client_data: { cpf: '52998224725', name: 'Maria da Silva' },
  seller_data: { name: 'Vera Lúcia' },
  total_general: 30,
};

export const CLOSING_ROW = {
  date: '2026-03-02',
  seller_name: 'Vera Lúcia',
  total_final: 30,
  payment_methods: { Dinheiro: 30 },
};

const pageOf = (...results: unknown[]) => ({
  results,
  total_pages: 1,
  count: results.length,
});

const PRODUCTS = [
  { id: 1, code: '101', name: 'Caderno', price: 12.5, active: true },
  { id: 2, code: '102', name: 'Caneta azul', price: 5, active: false },
];
const METHODS = [
  { id: 1, name: 'Dinheiro' },
  { id: 2, name: 'Pix' },
];
const USERS = [
  { id: 7, name: 'Vera Lúcia', email: 'vera', active: true, admin: false },
  { id: 8, name: 'Helena', email: 'helena', active: false, admin: true },
];
const CLIENT = { id: 5, cpf: '52998224725', name: 'Maria da Silva' };
const STUDENT = { id: 3, registration: '20260000042', name: 'João' };
const DONE = { message: 'ok' };

/** The specification's calls, with exactly its fields. `:id` stands for a number. */
const ANSWERS: Record<string, unknown> = {
  'POST /api/auth/login/': {
    access: 'token',
    user: { id: 8, name: 'Helena', admin: true, image: null },
  },
  'PUT /api/auth/change_password/': DONE,
  'POST /api/pdv/closeBox/': CLOSING_ROW,
  'GET /api/pdv/closeBoxList/': [CLOSING_ROW],
  'GET /api/pdv/productsAll/': PRODUCTS.map(({ active: _, ...product }) => product),
  'GET /api/pdv/products/': pageOf(...PRODUCTS),
  'POST /api/pdv/products/': DONE,
  'PUT /api/pdv/products/:id/': DONE,
  'DELETE /api/pdv/products/:id/': DONE,
  'GET /api/pdv/clients/': pageOf(CLIENT),
  'POST /api/pdv/clients/': CLIENT,
  'GET /api/pdv/students/': pageOf(STUDENT),
  'POST /api/pdv/students/': STUDENT,
  'POST /api/pdv/sales/': SALE_RECORD,
  'GET /api/pdv/sales/': pageOf(SALE_ROW),
  'DELETE /api/pdv/sales/:id/': DONE,
  'GET /api/pdv/paymentMethods': pageOf(...METHODS),
  'GET /api/pdv/paymentMethods/': pageOf(...METHODS),
  'POST /api/pdv/paymentMethods/': DONE,
  'PUT /api/pdv/paymentMethods/:id/': DONE,
  'DELETE /api/pdv/paymentMethods/:id/': DONE,
  'GET /api/users/': pageOf(...USERS),
  'POST /api/users/': DONE,
  'PUT /api/users/:id/': DONE,
  'DELETE /api/users/:id/': DONE,
};

/** How the stand-in answers every call that the specification does not name, also one that is added later. */
export const OTHERS = {
  '404': (route: Route) => route.fulfill({ status: 404, body: 'Not Found' }),
  '500': (route: Route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  '{}': (route: Route) => route.fulfill({ json: {} }),
  'nothing, cut off': (route: Route) => route.abort(),
  never: () => {},
} as const;

export type Sent = { call: string; query: string; body: unknown };

/**
 * Answers the API for every page of the context, as a server that knows the specification alone. `answers`
 * replaces some of its answers. Returns what was sent.
 */
export async function standIn(
  context: BrowserContext,
  {
    others = '404',
    answers = {},
  }: { others?: keyof typeof OTHERS; answers?: Record<string, unknown> } = {},
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const known = { ...ANSWERS, ...answers };
  await context.route('**/api/**', async (route: Route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const call = `${request.method()} ${pathname.replace(/\/\d+\/$/, '/:id/')}`;
    sent.push({ call, query: search, body: request.postDataJSON() });
    if (call in known) await route.fulfill({ json: known[call] ?? null });
    else await OTHERS[others](route);
  });
  return sent;
}

/** Stores a user as the login of such a server would. */
export async function storeUser(
  context: BrowserContext,
  user: unknown = ANSWERS['POST /api/auth/login/'],
): Promise<void> {
  await context.addInitScript((record) => {
    if (!sessionStorage.getItem('stored-once')) localStorage.setItem('user', record);
    sessionStorage.setItem('stored-once', '1');
  }, JSON.stringify(user));
}

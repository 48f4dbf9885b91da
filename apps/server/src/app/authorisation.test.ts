import { endpoints } from '@balcao/contract/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/routes.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestShop, type Sent } from '../testing/app.ts';
import {
  aClient,
  aCpf,
  aPaymentMethod,
  aProduct,
  aSale,
  aSalePayload,
  aUser,
  type BuiltUser,
  PASSWORD,
} from '../testing/builders.ts';
import { anAccess, aVisitor } from '../testing/signed-in.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const names = Object.keys(routes) as RouteName[];

/** Served without being calls: they are read by programs and shown by browsers, and change nothing. */
const NO_CALLS = [
  /^\/api\/docs(\/|\*|$)/,
  /^\/api\/openapi\.json$/,
  /^\/api\/institution\/logos\/:number$/,
];

let made = 0;

/** A whole sale in the books of somebody else, and what it is made of. */
async function someSale() {
  const product = await aProduct(db, { price: cents(500) });
  const method = await aPaymentMethod(db);
  const client = await aClient(db);
  const items = [{ product }];
  const payments = [{ method, amount: cents(500) }];
  const seller = await aUser(db);
  const sale = await aSale(pool, { seller, client, items, payments });
  return { sale, payload: aSalePayload({ client, items, payments }) };
}

/** What makes each call succeed for who may make it. `actor` is who makes it, if anybody. */
const valid: {
  [N in RouteName]: (actor: BuiltUser) => Promise<Sent<N>> | Sent<N>;
} = {
  login: async () => ({ body: { username: (await aUser(db)).login, password: PASSWORD } }),
  refreshSession: async () => ({
    body: {},
    headers: { cookie: (await aVisitor(shop)).cookie },
  }),
  logout: () => ({}),
  changePassword: () => ({
    body: {
      old_password: PASSWORD,
      new_password: 'uma-senha-melhor',
      confirm_new_password: 'uma-senha-melhor',
    },
  }),
  listUsers: () => ({}),
  createUser: () => ({
    body: { name: 'Nova', email: `nova${++made}`, active: true, admin: true },
  }),
  editUser: async () => ({
    ...(await target(aUser(db))),
    body: { name: 'Outra', email: `outra${++made}`, active: true, admin: true },
  }),
  deleteUser: () => target(aUser(db)),
  resetPassword: () => target(aUser(db)),
  listActiveProducts: () => ({}),
  listInactiveProducts: () => ({}),
  listProducts: () => ({}),
  createProduct: () => ({ body: { code: `N${++made}`, name: 'Novo', price: 1.5, active: true } }),
  editProduct: async () => ({
    ...(await target(aProduct(db))),
    body: { code: `E${++made}`, name: 'Editado', price: 0, active: false },
  }),
  deleteProduct: () => target(aProduct(db)),
  listPaymentMethods: () => ({}),
  createPaymentMethod: () => ({ body: { name: `Nova ${++made}` } }),
  editPaymentMethod: async () => ({
    ...(await target(aPaymentMethod(db))),
    body: { name: `Editada ${++made}` },
  }),
  deletePaymentMethod: () => target(aPaymentMethod(db)),
  findClients: async () => ({ query: { search: (await aClient(db)).cpf } }),
  createClient: () => ({ body: { cpf: aCpf(), name: 'Cliente' } }),
  findStudents: () => ({ query: { search: '20260000001' } }),
  createStudent: () => ({ body: { registration: String(30_000_000_000 + ++made), name: '' } }),
  listSales: () => ({}),
  createSale: async () => ({ body: (await someSale()).payload }),
  deleteSale: async () => target(someSale().then(({ sale }) => sale)),
  closeBox: ({ id }) => ({ body: { date: '2026-01-05', seller_id: id } }),
  listClosings: () => ({ query: { startDate: '2026-01-01', endDate: '2026-01-31' } }),
  listAudit: () => ({}),
  readInstitution: () => ({}),
  readHealth: () => ({}),
};

async function target(row: Promise<{ id: number }>) {
  return { params: { id: String((await row).id) } };
}

async function call<N extends RouteName>(name: N, token: string | undefined, sent: Sent<N>) {
  const answer = await shop.call(name, { ...sent, token });
  return { status: answer.status, code: answer.status >= 400 ? answer.problem.code : undefined };
}

type Somebody = { user: BuiltUser; token: string | undefined };

async function signedIn(given: { admin: boolean }): Promise<{ user: BuiltUser; token: string }> {
  const user = await aUser(db, given);
  return { user, token: await anAccess(db, user.id) };
}

/** Each is an administrator who was one once, so that a missing guard would let them do everything. */
const nobodies: Record<string, () => Promise<Somebody>> = {
  'without a token': async () => ({ ...(await signedIn({ admin: true })), token: undefined }),
  'with rubbish for a token': async () => ({
    ...(await signedIn({ admin: true })),
    token: 'A'.repeat(43),
  }),
  'with a token that is no token': async () => ({
    ...(await signedIn({ admin: true })),
    token: "x' OR 1=1 --",
  }),
  'with an expired access': async () => {
    const somebody = await signedIn({ admin: true });
    await db
      .updateTable('session_tokens')
      .set({ expires_at: new Date(0) })
      .execute();
    return somebody;
  },
  'of a session that ended': async () => {
    const somebody = await signedIn({ admin: true });
    await shop.call('logout', { token: somebody.token });
    return somebody;
  },
  'of a user who was deactivated': async () => changed({ active: false }),
  'of a user who was demoted': async () => changed({ admin: false }),
  'of a user who was deleted': async () => {
    const [boss, somebody] = [await signedIn({ admin: true }), await signedIn({ admin: true })];
    const params = { id: String(somebody.user.id) };
    await shop.call('deleteUser', { token: boss.token, params });
    return somebody;
  },
};

async function changed(change: { active?: boolean; admin?: boolean }): Promise<Somebody> {
  const [boss, somebody] = [await signedIn({ admin: true }), await signedIn({ admin: true })];
  const { id, name, login: email } = somebody.user;
  await shop.call('editUser', {
    token: boss.token,
    params: { id: String(id) },
    body: { name, email, active: true, admin: true, ...change },
  });
  return somebody;
}

describe.each(Object.entries(nobodies))('%s', (_who, become) => {
  test.each(names.filter((name) => routes[name].access !== 'anyone'))('%s is 401', async (name) => {
    const { user, token } = await become();
    const sent = await valid[name](user);
    const before = await tableSnapshot(db);
    expect(await call(name, token, sent)).toEqual({ status: 401, code: 'not_signed_in' });
    expect(await tableSnapshot(db)).toEqual(before);
  });

  test.each(names.filter((name) => routes[name].access === 'anyone'))(
    '%s is answered',
    async (name) => {
      const { user, token } = await become();
      const sent = await valid[name](user);
      expect((await call(name, token, sent)).status).toBe(endpoints[name].status);
    },
  );
});

describe('an administrator whose provisional password has expired', () => {
  const expired = async () => {
    const somebody = await signedIn({ admin: true });
    await db
      .updateTable('users')
      .set({ must_change_password: true, provisional_until: new Date() })
      .where('id', '=', somebody.user.id)
      .execute();
    return somebody;
  };
  const changes = (name: RouteName) =>
    routes[name].access === 'anyone' || name === 'changePassword';

  test.each(names.filter((name) => !changes(name)))('may not %s', async (name) => {
    const { user, token } = await expired();
    const sent = await valid[name](user);
    const before = await tableSnapshot(db);
    const refused = { status: 403, code: 'password_change_required' };
    expect(await call(name, token, sent)).toEqual(refused);
    expect(await tableSnapshot(db)).toEqual(before);
  });

  test.each(names.filter(changes))('may %s', async (name) => {
    const { user, token } = await expired();
    expect((await call(name, token, await valid[name](user))).status).toBe(endpoints[name].status);
  });
});

describe.each([
  ['a seller', { admin: false }],
  ['an administrator', { admin: true }],
])('%s', (_who, given) => {
  const may = (name: RouteName) => given.admin || routes[name].access !== 'admin';

  test.each(names.filter(may))('may %s', async (name) => {
    const { user, token } = await signedIn(given);
    expect((await call(name, token, await valid[name](user))).status).toBe(endpoints[name].status);
  });

  test.each(names.filter((name) => !may(name)))('may not %s', async (name) => {
    const { user, token } = await signedIn(given);
    const sent = await valid[name](user);
    const before = await tableSnapshot(db);
    expect(await call(name, token, sent)).toEqual({ status: 403, code: 'not_allowed' });
    expect(await tableSnapshot(db)).toEqual(before);
  });

  test.each(names.filter((name) => !may(name)))('learns of no %s what is there', async (name) => {
    const { user, token } = await signedIn(given);
    const sent = await valid[name](user);
    // Absent, of oneself, not even an address or a body that would be understood: always the same no.
    for (const id of ['999999999', String(user.id), 'x', '0']) {
      const answer = await call(name, token, {
        ...sent,
        ...('params' in sent && { params: { id } }),
      });
      expect(answer).toEqual({ status: 403, code: 'not_allowed' });
    }
    expect(await call(name, token, {})).toMatchObject({ status: 403 });
  });
});

test.each(names.filter((name) => routes[name].path.includes(':id')))(
  '%s of what is absent or deleted is 404 and changes nothing',
  async (name) => {
    const { user, token } = await signedIn({ admin: true });
    const sent = (await valid[name](user)) as Sent<'editUser'>;
    const deleting = name === 'resetPassword' ? 'editUser' : name;
    if (deleting === 'editUser') {
      await shop.call('deleteUser', { token, params: sent.params as { id: string } });
    } else {
      const remove = deleting.replace('edit', 'delete') as 'deleteUser';
      await shop.call(remove, { token, params: sent.params as { id: string } });
    }
    const before = await tableSnapshot(db);
    for (const id of [sent.params?.id ?? '', '999999999']) {
      expect(await call(name, token, { ...sent, params: { id } } as Sent<RouteName>)).toEqual({
        status: 404,
        code: 'not_found',
      });
    }
    expect(await tableSnapshot(db)).toEqual(before);
  },
);

test('HEAD, which Fastify serves wherever GET is, is guarded like it', async () => {
  const { token } = await signedIn({ admin: false });
  for (const name of names.filter((each) => routes[each].method === 'GET')) {
    const { path, access } = routes[name];
    const head = (headers: Record<string, string>) =>
      fetch(new URL(path, shop.origin), { method: 'HEAD', headers }).then(({ status }) => status);
    expect(await head({})).toBe(access === 'anyone' ? 200 : 401);
    const seller = await head({ authorization: `Bearer ${token}` });
    if (access === 'admin') expect(seller).toBe(403);
    else expect([200, 400]).toContain(seller);
  }
});

const served = () => servedRoutes(shop.app.printRoutes({ commonPrefix: false }));

test('every call of the contract is served, but for those that are not built yet', () => {
  const there = new Set(served().map(({ method, path }) => `${method} ${path}`));
  const absent = names.filter(
    (name) => !there.has(`${routes[name].method} ${bare(routes[name].path)}`),
  );
  expect(absent).toEqual([]);
});

test('nothing is served that the contract, and with it this table, does not know', () => {
  const known = new Set(names.map((name) => `${routes[name].method} ${bare(routes[name].path)}`));
  const unknown = served().filter(
    ({ method, path }) =>
      !known.has(`${method === 'HEAD' ? 'GET' : method} ${path}`) &&
      !NO_CALLS.some((pattern) => pattern.test(path)),
  );
  expect(unknown).toEqual([]);
});

test('that list would see a route that is in no table', async () => {
  const tree = shop.app.printRoutes({ commonPrefix: false });
  const paths = servedRoutes(tree).map(({ method, path }) => `${method} ${path}`);
  expect(paths).toContain('GET /api/pdv/productsAll');
  expect(paths).toContain('POST /api/users/:id/reset_password');
  expect(paths).toHaveLength(new Set(paths).size);
  expect(servedRoutes(`${tree}└── /api/secret (GET)\n`).at(-1)).toEqual({
    method: 'GET',
    path: '/api/secret',
  });
});

const bare = (path: string) => path.replace(/\/$/, '');

/** The routes of Fastify's own drawing of its tree: four characters a level, the methods in brackets. */
function servedRoutes(tree: string): { method: string; path: string }[] {
  const found: { method: string; path: string }[] = [];
  const above: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent = '', segment = '', methods] =
      /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? [];
    if (!segment) continue;
    const depth = indent.length / 4;
    above.length = depth;
    above[depth] = segment;
    for (const method of methods?.split(', ') ?? []) {
      found.push({ method, path: bare(above.slice(1).join('')) });
    }
  }
  return found;
}

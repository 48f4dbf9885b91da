import { endpoints } from '@balcao/contract/api/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { statusOf } from '@balcao/contract/endpoint-types.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestShop, type Sent } from '../testing/app.ts';
import { auditAfter, lastAuditId } from '../testing/books.ts';
import { aUser, type BuiltUser } from '../testing/builders.ts';
import { anAccess } from '../testing/signed-in.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import { validCalls } from '../testing/valid-calls.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const valid = validCalls(shop);
const names = Object.keys(routes) as RouteName[];

/** Routes that are not calls: documentation and images. They change nothing. */
const NO_CALLS = [
  /^\/api\/docs(\/|\*|$)/,
  /^\/api\/openapi\.json$/,
  /^\/api\/institution\/logos\/:hash$/,
];

const call = async <N extends RouteName>(name: N, token: string | undefined, sent: Sent<N>) =>
  (await shop.call(name, { ...sent, token })).outcome;

type Person = { user: BuiltUser; token: string | undefined };

async function signedIn(admin = true) {
  const user = await aUser(db, { admin });
  return { user, token: await anAccess(db, user.id) };
}

/** Asserts that a call succeeds, and returns the actions that it added to the audit. */
async function expectAllowed(name: RouteName, { user, token }: Person) {
  const sent = await valid[name](user);
  const before = await lastAuditId(db);
  expect(await call(name, token, sent)).toBe(statusOf(endpoints[name]));
  return (await auditAfter(db, before)).map(({ action }) => action);
}

/** These calls of a user, all of which would succeed, ready to be sent. */
async function preparedFor(user: BuiltUser, which: readonly RouteName[]) {
  const sent = [];
  for (const name of which) sent.push([name, await valid[name](user)] as const);
  return sent;
}

/** Asserts that these calls are refused and change no row. */
async function expectRefused(
  prepared: Awaited<ReturnType<typeof preparedFor>>,
  token: string | undefined,
  refusal: RefusalCode,
): Promise<void> {
  const before = await tableSnapshot(db);
  for (const [name, request] of prepared) {
    expect([name, await call(name, token, request)]).toEqual([name, refusal]);
  }
  expect(await tableSnapshot(db)).toEqual(before);
}

/** Another administrator changes this one with a call of users. */
async function changedBy(
  name: 'editUser' | 'deleteUser',
  change: { active?: boolean; admin?: boolean } = {},
): Promise<Person> {
  const [boss, person] = [await signedIn(), await signedIn()];
  const { id, name: own, login } = person.user;
  const body = { name: own, email: login, active: true, admin: true, ...change };
  const sent = { token: boss.token, id, ...(name === 'editUser' && { body }) };
  expect((await shop.call(name, sent as Sent<'editUser'>)).status).toBe(200);
  return person;
}

/** Each of them is, or was, an administrator, so a missing guard would allow everything. */
const unauthorised: Record<string, () => Promise<Person>> = {
  'without a token': async () => ({ ...(await signedIn()), token: undefined }),
  'with an unknown token': async () => ({ ...(await signedIn()), token: 'A'.repeat(43) }),
  'with a malformed token': async () => ({ ...(await signedIn()), token: "x' OR 1=1 --" }),
  'with an expired access': async () => {
    const person = await signedIn();
    await db
      .updateTable('session_tokens')
      .set({ expires_at: new Date(0) })
      .execute();
    return person;
  },
  'of a session that ended': async () => {
    const person = await signedIn();
    await shop.call('logout', { token: person.token });
    return person;
  },
  'of a user who was deactivated': () => changedBy('editUser', { active: false }),
  'of a user who was demoted': () => changedBy('editUser', { admin: false }),
  'of a user who was deleted': () => changedBy('deleteUser'),
};

const open = names.filter((name) => routes[name].access === 'anyone');
const closed = names.filter((name) => !open.includes(name));
// What is refused changes nothing, so one administrator's calls serve all of them.
const closedCalls = await preparedFor((await signedIn()).user, closed);

// Specification: 6.6
test.each(Object.entries(unauthorised))(
  '%s every call but the open ones is 401',
  async (_who, become) => {
    const { token } = await become();
    await expectRefused(closedCalls, token, 'not_signed_in');
    for (const name of open) await expectAllowed(name, await become());
  },
);

/** The audit's row of every call that changes something; a renewed session is no action of its user. */
const audited: Partial<Record<RouteName, AuditAction | AuditAction[] | null>> = {
  login: 'session.started',
  refreshSession: null,
  logout: 'session.ended',
  unlock: null,
  changePassword: 'password.changed',
  beginSecondFactor: null,
  confirmSecondFactor: 'second_factor.set_up',
  endSecondFactor: 'second_factor.turned_off',
  endSessions: 'session.closed',
  createUser: 'user.created',
  editUser: 'user.edited',
  deleteUser: 'user.deleted',
  resetPassword: 'password.reset',
  changeProducts: 'product.edited',
  createProduct: 'product.created',
  editProduct: 'product.edited',
  deleteProduct: 'product.deleted',
  previewPrices: null,
  changePrices: 'product.repriced',
  undoProductChange: 'product.price_restored',
  addStatement: 'bank.statement_added',
  deleteStatement: 'bank.statement_removed',
  matchLine: 'bank.line_matched',
  setNotOurs: 'bank.line_put_aside',
  editCardTerms: 'bank.terms_edited',
  closeMonth: 'month.closed',
  reopenMonth: 'month.reopened',
  createMaterialList: 'material_list.created',
  editMaterialList: 'material_list.edited',
  deleteMaterialList: 'material_list.deleted',
  compareLists: null,
  importLists: 'material_list.created',
  createPaymentMethod: 'payment_method.created',
  editPaymentMethod: 'payment_method.edited',
  deletePaymentMethod: 'payment_method.deleted',
  createClient: 'client.created',
  editClient: 'client.edited',
  findStudentsOfClient: null,
  sumSales: null,
  createStudent: 'student.created',
  editStudent: 'student.edited',
  findClientsOfStudent: null,
  findSales: null,
  listOwnSales: null,
  createSale: 'sale.created',
  createKeptSale: 'sale.created',
  acceptKeptSale: 'kept_sale.accepted',
  deleteSale: 'sale.deleted',
  reprintSale: 'sale.reprinted',
  openSale: 'sale.opened',
  createRefund: 'sale.refunded',
  // It has a sale of its own.
  createExchange: ['sale.created', 'sale.exchanged'],
  correctPayments: 'sale.payments_corrected',
  reprintCorrection: 'correction.reprinted',
  approve: 'approval.given',
  // No sale is ahead of the clock.
  confirmClock: null,
  parkSale: 'parked_sale.parked',
  claimParkedSale: 'parked_sale.taken',
  handOverParkedSale: 'parked_sale.handed_over',
  deleteParkedSale: 'parked_sale.dropped',
  closeBox: 'box.closed',
  openBox: 'box.opened',
  moveCash: 'box.supplied',
  countBox: 'box.counted',
  settleBox: 'box.closed',
  editSettings: 'settings.edited',
  editPaper: 'settings.edited',
  editInstitution: 'institution.edited',
  editStudentCard: 'settings.edited',
  editPix: 'pix.edited',
  exportList: 'list.exported',
  compareProducts: null,
  importProducts: 'product.created',
  createDelivery: 'stock.delivered',
  adjustStock: 'stock.adjusted',
  setMinimum: 'stock.minimum_set',
  beginCount: 'stock.count_begun',
  addCountLines: null,
  applyCount: 'stock.count_applied',
  dropCount: 'stock.count_dropped',
  compareDelivery: null,
  importDelivery: 'stock.delivered',
  compareRoll: null,
  importRoll: ['client.created', 'student.created', 'client.linked'],
  // The test's server makes none.
  makeBackup: null,
  endFirstSteps: 'settings.edited',
  undoImport: 'product.deleted',
  undoMerge: 'client.unmerged',
  listClients: null,
  correctClient: 'client.edited',
  mergeClients: 'client.merged',
  exportClient: 'client.exported',
  anonymiseClient: 'client.anonymised',
  listStudents: null,
  readStudentStatements: null,
  correctStudent: 'student.edited',
  mergeStudents: 'student.merged',
  exportStudent: 'student.exported',
  anonymiseStudent: 'student.anonymised',
  createLink: 'client.linked',
  deleteLink: 'client.unlinked',
  unlinkOwnSale: 'client.unlinked',
};

async function expired(): Promise<Person> {
  const person = await signedIn();
  await db
    .updateTable('users')
    .set({ must_change_password: true, provisional_until: new Date() })
    .where('id', '=', person.user.id)
    .execute();
  return person;
}

const sellerMay = (name: RouteName) => routes[name].access !== 'admin';

describe.each<[string, () => Promise<Person>, (name: RouteName) => boolean, RefusalCode]>([
  [
    'an administrator whose provisional password has expired',
    expired,
    (name) => routes[name].access === 'anyone' || name === 'changePassword',
    'password_change_required',
  ],
  ['a seller', () => signedIn(false), sellerMay, 'not_allowed'],
  ['an administrator', () => signedIn(true), () => true, 'not_allowed'],
])('%s', (_who, become, may, code) => {
  test.each(names.filter(may))(
    'may %s, with one row in the audit if it changes something',
    async (name) => {
      const action = routes[name].method === 'GET' ? null : audited[name];
      const actions = await expectAllowed(name, await become());
      expect(actions).toEqual(action === null ? [] : [action].flat());
    },
  );

  test('may make no other call, and changes nothing with it', async () => {
    const others = names.filter((name) => !may(name));
    const { user, token } = await become();
    await expectRefused(await preparedFor(user, others), token, code);
  });
});

test.each(names.filter((name) => !sellerMay(name)))(
  'a seller learns from %s nothing about what exists',
  async (name) => {
    const { user, token } = await signedIn(false);
    const sent = await valid[name](user);
    // The refusal is the same for a missing row, for their own row and for a malformed request.
    for (const id of ['999999999', String(user.id), 'x', '0']) {
      const params = 'params' in sent && { params: { id } };
      const answer = await call(name, token, { ...sent, ...params });
      expect(answer).toBe('not_allowed');
    }
    expect(await call(name, token, {})).toBe('not_allowed');
  },
);

test.each(names.filter((name) => routes[name].path.includes(':id')))(
  '%s of a missing or deleted row is 404 and changes nothing',
  async (name) => {
    const { user, token } = await signedIn();
    const { params, ...sent } = (await valid[name](user)) as Sent<'editUser'>;
    const remove = name === 'resetPassword' ? 'deleteUser' : name.replace(/^[a-z]+/, 'delete');
    // No call deletes a closing, a client or a student; a deleted sale is still there to be read.
    const ids = remove in routes && name !== 'readSale' ? [params?.id ?? ''] : [];
    for (const id of ids) await shop.call(remove as 'deleteUser', { token, params: { id } });
    const before = await tableSnapshot(db);
    for (const id of [...ids, '999999999']) {
      const answer = await call(name, token, { ...sent, params: { id } } as Sent<RouteName>);
      expect(answer).toBe('not_found');
    }
    expect(await tableSnapshot(db)).toEqual(before);
  },
);

test('HEAD, which Fastify serves wherever GET is, is guarded like it', async () => {
  const { token } = await signedIn(false);
  for (const name of names.filter((each) => routes[each].method === 'GET')) {
    const { path, access } = routes[name];
    const head = (headers: Record<string, string>) =>
      fetch(new URL(path, shop.origin), { method: 'HEAD', headers }).then(({ status }) => status);
    expect(await head({})).toBe(access === 'anyone' ? 200 : 401);
    const seller = await head({ authorization: `Bearer ${token}` });
    expect(access === 'admin' ? [403] : [200, 400]).toContain(seller);
  }
});

const bare = (path: string) => path.replace(/\/$/, '');

/** Parses Fastify's drawing of its routes: four characters a level, the methods in brackets. */
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

test('the server serves the calls of the contract and nothing else', () => {
  const served = servedRoutes(shop.app.printRoutes({ commonPrefix: false }))
    .filter(({ path }) => !NO_CALLS.some((pattern) => pattern.test(path)))
    .map(({ method, path }) => `${method === 'HEAD' ? 'GET' : method} ${path}`);
  const calls = names.map((name) => `${routes[name].method} ${bare(routes[name].path)}`);
  expect([...new Set(served)].sort()).toEqual(calls.sort());
});

test('that test would see a route that is in no table', () => {
  const tree = shop.app.printRoutes({ commonPrefix: false });
  expect(servedRoutes(`${tree}└── /api/secret (GET)\n`).at(-1)).toEqual({
    method: 'GET',
    path: '/api/secret',
  });
});

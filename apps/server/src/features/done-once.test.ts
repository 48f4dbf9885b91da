import { randomUUID } from 'node:crypto';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openAnotherApp, openTestShop, type Received, type Sent } from '../testing/app.ts';
import { hearUnreplicated, UNREPLICATED } from '../testing/at-commit.ts';
import { auditAfter, lastAuditId } from '../testing/books.ts';
import { closeBoxOf } from '../testing/boxes.ts';
import { violations } from '../testing/invariants.ts';
import { aVisitor } from '../testing/signed-in.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import { validCalls } from '../testing/valid-calls.ts';

/** What a request does is done once, however often and to whichever server it is sent. */

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const other = await openAnotherApp({ connection: shop.connection }, afterAll);
const boss = await aVisitor(shop, { admin: true });
const valid = validCalls(shop);

afterEach(async () => {
  await closeBoxOf(db, boss);
  expect(await violations(db)).toEqual([]);
});

type Request = Sent<RouteName>;
type Case = {
  /** Whether the key is in the header; it is the row that is asked for otherwise. */
  keyed?: boolean;
  /** Another request with the same key, and its refusal. */
  another?: (request: Request) => Promise<Request> | Request;
  refusal?: RefusalCode;
};

const withBody = (change: object) => (request: Request) =>
  ({ ...request, body: { ...(request.body as object), ...change } }) as Request;
const asNextOf = (name: RouteName) => ({
  keyed: true,
  another: () => valid[name](boss) as Promise<Request>,
});

const CASES: Partial<Record<RouteName, Case>> = {
  createSale: asNextOf('createSale'),
  createKeptSale: asNextOf('createKeptSale'),
  acceptKeptSale: {},
  createRefund: asNextOf('createRefund'),
  createExchange: asNextOf('createExchange'),
  correctPayments: asNextOf('correctPayments'),
  changePrices: asNextOf('changePrices'),
  changeProducts: asNextOf('changeProducts'),
  moveCash: { keyed: true, another: withBody({ amount: 21 }) },
  undoProductChange: {},
  // Another order under the key replaces the one that waits.
  parkSale: {},
  claimParkedSale: { another: withBody({ claim: randomUUID() }), refusal: 'parked_sale_taken' },
  countBox: { another: withBody({ cash: 1 }), refusal: 'box_counted' },
  settleBox: {},
};
const cases = Object.entries(CASES) as [RouteName, Case][];

async function newRequest(name: RouteName, { keyed }: Case): Promise<Request> {
  const request = (await valid[name](boss)) as Request;
  const headers = { ...request.headers, ...(keyed && { 'idempotency-key': randomUUID() }) };
  return { ...request, headers, token: boss.token };
}

const send = (name: RouteName, request: Request, server: Pick<typeof shop, 'call'> = shop) =>
  server.call(name, request as never) as Promise<Received<RouteName>>;

/** The same request as another program may spell it. */
function inOtherWords({ headers = {}, body = {}, ...request }: Request): Request {
  const upper = Object.entries(headers).map(([name, text]) => [name, text.toUpperCase()]);
  const turned = Object.entries(body as object).reverse();
  return {
    ...request,
    headers: Object.fromEntries(upper),
    body: Object.fromEntries(turned) as never,
  };
}

test.each(cases)(
  '%s: ten requests at once are one, and later ones get its answer',
  async (name, each) => {
    const request = await newRequest(name, each);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) => send(name, request, place % 2 ? other : shop)),
    );
    const [first] = answers;
    expect(first?.status).toBeLessThan(300);
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size,
    ).toBe(1);
    const before = await tableSnapshot(db);
    const again = await send(name, inOtherWords(request));
    expect(again).toMatchObject({ status: first?.status, body: first?.body });
    expect(await tableSnapshot(db)).toEqual(before);
  },
);

test.each(cases.filter(([, { another }]) => another !== undefined))(
  '%s: another request with the key is refused, and so is the same one of somebody else',
  async (name, each) => {
    const { another, keyed, refusal = 'key_reused' } = each;
    const request = await newRequest(name, each);
    expect((await send(name, request)).status).toBeLessThan(300);
    const { headers, token } = request;
    const { params, body } = (await another?.(request)) ?? {};
    const refused = [{ params, body, headers, token } as Request];
    if (keyed) refused.push({ ...request, token: (await aVisitor(shop, { admin: true })).token });
    const before = await tableSnapshot(db);
    for (const sent of refused) expect((await send(name, sent)).problem.code).toBe(refusal);
    expect(await tableSnapshot(db)).toEqual(before);
  },
);

test.each(cases)(
  '%s: what the replica did not confirm is not acknowledged, and found again',
  async (name, each) => {
    const request = await newRequest(name, each);
    await sql`
    CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${sql.raw(UNREPLICATED)}; RETURN NULL; END $$`.execute(db);
    await sql`
    CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON audit_events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION warn()`.execute(db);
    hearUnreplicated();
    const mark = await lastAuditId(db);
    expect(await send(name, request)).toMatchObject({ status: 503 });
    await sql`DROP TRIGGER warns ON audit_events`.execute(db);
    await sql`DROP FUNCTION warn`.execute(db);
    const events = await auditAfter(db, mark);
    expect(events).not.toHaveLength(0);
    expect((await send(name, request)).status).toBeLessThan(300);
    expect(await auditAfter(db, mark)).toEqual(events);
  },
);

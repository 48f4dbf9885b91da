import { randomUUID } from 'node:crypto';
import type { ApprovedAction } from '@balcao/contract/accounts/approvals.ts';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import { MOST_PARKED } from '@balcao/contract/fields/list-limits.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { inTransaction } from '../database/transaction.ts';
import { closeBox } from '../features/closings/closings.service.ts';
import { openSale } from '../features/corrections/sale-to-correct.ts';
import {
  dropParkedSalesOf,
  listParkedSales,
  parkSale,
} from '../features/parked-sales/parked-sales.service.ts';
import { changePrices, previewPrices } from '../features/products/price-changes.service.ts';
import type { StoredSale } from '../features/sales/sale-record.ts';
import type { Sent, TestShop } from './app.ts';
import { aCountedBox, anOpenBox, closeBoxOf, setCashBox } from './boxes.ts';
import {
  anApproval,
  aParkedOrder,
  aPaymentMethod,
  aProduct,
  aSale,
  aSalePayload,
  aStudent,
  aUser,
  type BuiltUser,
  PASSWORD,
  saleParts,
} from './builders.ts';
import { anExchangeBody, aRefund, aRefundBody } from './corrections.ts';
import { anInstitution, aPix } from './institution.ts';
import { aSecondFactor, codeOf } from './second-factor.ts';
import { anAccess, aVisitor } from './signed-in.ts';
import { validBankCalls } from './valid-bank-calls.ts';
import { validImportCalls } from './valid-import-calls.ts';
import { validKeptCalls } from './valid-kept-calls.ts';
import { validListCalls } from './valid-list-calls.ts';
import { validMonthCalls } from './valid-month-calls.ts';
import { validPeopleCalls } from './valid-people-calls.ts';
import { validStockCalls } from './valid-stock-calls.ts';

type ValidCalls = { [N in RouteName]: (actor: BuiltUser) => Promise<Sent<N>> | Sent<N> };

/** For every call of the contract, a request that succeeds for each `actor` with access to it. */
export function validCalls(shop: TestShop): ValidCalls {
  const { db, pool } = shop.owner;
  let made = 0;
  const text = () => `Novo ${++made}`;
  const target = async (row: Promise<{ id: number }>) => ({
    params: { id: String((await row).id) },
  });
  const aUserBody = () => ({ name: 'Nova', email: text(), active: true, admin: true });
  const aProductBody = () => ({ code: text(), name: 'Novo', price: 1.5, active: false });
  const aKey = () => ({ 'idempotency-key': randomUUID() });
  const newPrices = async () => ({
    products: { ids: [(await aProduct(db)).id] },
    rule: { percent: 7, ending: 90, rounding: 'up' } as const,
  });
  const seenPrices = async () => {
    const wanted = await newPrices();
    return { ...wanted, seen: (await previewPrices(db, wanted)).seen };
  };
  /** In a long run a seller's places would be full. */
  const parked = async (seller: BuiltUser) => {
    if ((await listParkedSales(db, seller)).length >= MOST_PARKED) {
      await inTransaction(db, (tx) => dropParkedSalesOf(tx, seller, seller.id));
    }
    return parkSale(db, seller, aParkedOrder());
  };
  /** A sale of a moment ago, and so in no box, open or not. */
  const saleOf = async (seller: BuiltUser) =>
    aSale(pool, { seller, createdAt: new Date(Date.now() - 1_000), ...(await saleParts(db)) });
  /** A sale of somebody else, which the actor has opened. */
  const openedSale = async (actor: BuiltUser) => {
    const sale = await saleOf(await aUser(db));
    await openSale(db, actor, sale.id, sale.client.cpf);
    return sale;
  };
  /** A new sale, with what its correction needs. */
  const correctionOf = async <B extends object>(
    actor: BuiltUser,
    action: ApprovedAction,
    bodyOf: (sale: StoredSale) => B | Promise<B>,
  ) => {
    const sale = await openedSale(actor);
    const body = await bodyOf(sale);
    const approval = await anApproval(db, actor, { action, subject: sale.id, body });
    return {
      params: { id: String(sale.id) },
      headers: { 'idempotency-key': randomUUID() },
      body: { ...body, approval },
    };
  };

  const calls: ValidCalls = {
    login: async () => ({ body: { username: (await aUser(db)).login, password: PASSWORD } }),
    refreshSession: async () => ({ body: {}, headers: { cookie: (await aVisitor(shop)).cookie } }),
    logout: () => ({}),
    unlock: () => ({ body: { password: PASSWORD } }),
    changePassword: () => ({
      body: {
        old_password: PASSWORD,
        new_password: 'uma-senha-melhor',
        confirm_new_password: 'uma-senha-melhor',
      },
    }),
    readSecondFactor: () => ({}),
    beginSecondFactor: async ({ id }) => {
      await db.deleteFrom('second_factors').where('user_id', '=', id).execute();
      return { body: { password: PASSWORD } };
    },
    confirmSecondFactor: async ({ id }) => ({
      body: { code: codeOf(await aSecondFactor(db, id, { confirmed: false })) },
    }),
    endSecondFactor: async ({ id }) => ({
      body: { password: PASSWORD, code: codeOf(await aSecondFactor(db, id)) },
    }),
    listSessions: ({ id }) => ({ params: { id: String(id) } }),
    endSessions: async ({ id }) => {
      await anAccess(db, id);
      return { params: { id: String(id) }, body: {} };
    },
    listUsers: () => ({}),
    createUser: () => ({ body: aUserBody() }),
    editUser: async () => ({ ...(await target(aUser(db))), body: aUserBody() }),
    deleteUser: () => target(aUser(db)),
    resetPassword: () => target(aUser(db)),
    listActiveProducts: () => ({}),
    listInactiveProducts: () => ({}),
    listProducts: () => ({}),
    readProductGrid: () => ({}),
    createProduct: () => ({ body: aProductBody() }),
    editProduct: async () => ({ ...(await target(aProduct(db))), body: aProductBody() }),
    deleteProduct: () => target(aProduct(db)),
    readPriceHistory: () => target(aProduct(db)),
    previewPrices: async () => ({ body: await newPrices() }),
    changePrices: async () => ({ body: await seenPrices(), headers: aKey() }),
    changeProducts: async () => ({
      body: { products: { ids: [(await aProduct(db)).id] }, fields: { pinned: true } },
      headers: aKey(),
    }),
    listProductChanges: () => ({}),
    undoProductChange: async (actor) =>
      target(changePrices(db, actor, randomUUID(), await seenPrices())),
    ...validListCalls(shop),
    listPaymentMethods: () => ({}),
    createPaymentMethod: () => ({ body: { name: text() } }),
    editPaymentMethod: async () => ({
      ...(await target(aPaymentMethod(db))),
      body: { name: text() },
    }),
    deletePaymentMethod: () => target(aPaymentMethod(db)),
    listSales: () => ({}),
    findSales: () => ({ body: { find: 'ana' } }),
    sumSales: () => ({ query: { method: 'Pix', only: 'corrected' }, body: { find: '' } }),
    listOwnSales: () => ({ body: { search: 'ana' } }),
    createSale: async () => ({ body: aSalePayload(await saleParts(db)) }),
    deleteSale: async () => target(saleOf(await aUser(db))),
    reprintSale: (actor) => target(saleOf(actor)),
    readSale: async (actor) => target(openedSale(actor)),
    openSale: async () => {
      const { id, client } = await saleOf(await aUser(db));
      return { params: { id: String(id) }, body: { cpf: client.cpf } };
    },
    createRefund: (actor) => correctionOf(actor, 'refund', (sale) => aRefundBody(sale)),
    createExchange: (actor) =>
      correctionOf(actor, 'exchange', async (sale) =>
        anExchangeBody(sale, {
          items: [{ product: await aProduct(db) }],
          method: await aPaymentMethod(db),
        }),
      ),
    correctPayments: (actor) =>
      correctionOf(actor, 'payments', async (sale) => ({
        reason: 'Forma errada',
        payments: [
          { method: (await aPaymentMethod(db)).name, amount: reaisFromCents(sale.totalGeneral) },
        ],
      })),
    listCorrections: () => ({}),
    listEntries: () => ({ query: { method: 'Pix', kind: 'returned' } }),
    reprintCorrection: async (actor) =>
      target(aRefund(db, { sale: await saleOf(actor), maker: actor })),
    approve: async () => {
      const { login } = await aUser(db, { admin: true });
      const request = { kind: 'withdrawal', amount: 10, reason: 'Cofre' } as const;
      const approved = { action: 'withdrawal', subject: 1, request } as const;
      return { body: { username: login, password: PASSWORD, ...approved } };
    },
    readClock: () => ({}),
    confirmClock: () => ({ body: { sale: 1 } }),
    listParkedSales: () => ({}),
    unlinkOwnSale: async (seller) => {
      const student = await aStudent(db);
      const { client } = await aSale(pool, { seller, ...(await saleParts(db)), student });
      return { body: { client: client.id, student: student.id } };
    },
    ...validKeptCalls(shop),
    parkSale: () => ({ body: aParkedOrder() }),
    claimParkedSale: async (actor) => ({
      ...(await target(parked(actor))),
      body: { claim: randomUUID() },
    }),
    handOverParkedSale: async (actor) => ({
      ...(await target(parked(actor))),
      body: { for_anyone: true },
    }),
    deleteParkedSale: (actor) => target(parked(actor)),
    closeBox: async (actor) => {
      const { createdAt } = await saleOf(actor);
      return { body: { date: businessDayOf(createdAt), seller_id: actor.id } };
    },
    readProductSales: () => ({ query: { startDate: '2026-01-01', endDate: '2026-01-31' } }),
    readProductMonths: async () => ({
      ...(await target(aProduct(db))),
      query: { endDate: '2026-01-31' },
    }),
    readDashboard: () => ({ query: { startDate: '2026-01-01', endDate: '2026-01-31' } }),
    listClosings: () => ({ query: { startDate: '2026-01-01', endDate: '2026-01-31' } }),
    readStudentCard: () => ({}),
    editStudentCard: () => ({ body: { card: { digits: 11, prefix: '2026' } } }),
    readPix: () => ({}),
    listPixPayments: async (actor) => {
      // A sale of the past is in no box, so there is a closing of its day.
      const createdAt = new Date(Date.now() - 60_000);
      await aSale(pool, { seller: actor, createdAt, ...(await saleParts(db)) });
      const closing = await closeBox(db, {
        actor,
        sellerId: actor.id,
        date: businessDayOf(createdAt),
      });
      return target(Promise.resolve({ id: closing?.id ?? 0 }));
    },
    readOwnBox: () => ({}),
    openBox: async (actor) => {
      await closeBoxOf(db, actor);
      await setCashBox(db, 'counted');
      return { body: { float: 50 } };
    },
    moveCash: async (actor) => {
      await anOpenBox(db, actor);
      const body = { kind: 'supply', amount: 20, reason: 'Troco' } as const;
      return { body, headers: { 'idempotency-key': randomUUID() } };
    },
    listOpenBoxes: () => ({}),
    readBox: (actor) => target(anOpenBox(db, actor)),
    // The count is off, so that the box does not close.
    countBox: async (actor) => ({ ...(await target(anOpenBox(db, actor))), body: { cash: 0 } }),
    settleBox: async (actor) => {
      const box = await aCountedBox(db, actor);
      const [subject, body] = [box.id, { reason: 'Falta' }];
      const approval = await anApproval(db, actor, { action: 'difference', subject, body });
      return { params: { id: String(subject) }, body: { ...body, approval } };
    },
    ...validBankCalls(shop.owner),
    ...validPeopleCalls(db),
    ...validMonthCalls(shop),
    listAudit: () => ({}),
    exportList: () => ({ body: { list: 'products', format: 'csv' } }),
    ...validImportCalls(shop),
    ...validStockCalls(shop),
    readSettings: () => ({}),
    editSettings: () => ({
      body: {
        cash_box: 'simple',
        count_every_method: true,
        withdrawal_limit: 200,
        difference_limit: 5,
        require_second_factor: false,
        idle_lock_minutes: 0,
        keep_sales: false,
      },
    }),
    readInstitution: () => ({}),
    editInstitution: () => ({ body: anInstitution({ company_name: text() }) }),
    editPaper: () => ({ body: { paper: '80' } }),
    editPix: async () => ({ body: { pix: aPix((await aPaymentMethod(db)).name) } }),
    readFirstSteps: () => ({}),
    endFirstSteps: async () => {
      await db.updateTable('settings').set({ first_steps_ended: false }).execute();
      return {};
    },
    readBackups: () => ({}),
    makeBackup: () => ({}),
    readHealth: () => ({}),
  };
  // What an earlier call has set would refuse a sale.
  const withDefaults = Object.entries(calls).map(([name, call]) => [
    name,
    async (actor: BuiltUser) => {
      await setCashBox(db, 'simple');
      return call(actor);
    },
  ]);
  return Object.fromEntries(withDefaults) as ValidCalls;
}

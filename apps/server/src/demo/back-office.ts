import { randomUUID } from 'node:crypto';
import { initialsIn } from '@balcao/domain/bank/short-memo.ts';
import { type BusinessDay, businessDayOf, formatTime } from '@balcao/domain/dates/business-day.ts';
import { addDays, type Period } from '@balcao/domain/dates/periods.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { type Month, monthOf } from '@balcao/domain/month/month.ts';
import type { Tx } from '../database/connection.ts';
import { pixPayments } from '../features/bank/pix-payments.ts';
import { addStatement } from '../features/bank/statements.service.ts';
import { createMaterialList } from '../features/material-lists/material-lists.service.ts';
import { closeMonth } from '../features/months/close-month.ts';
import { listMonths } from '../features/months/months.service.ts';
import { handOverParkedSale, parkSale } from '../features/parked-sales/parked-sales.service.ts';
import { applyCount, beginCount } from '../features/stock/counts.service.ts';
import { onHandNow } from '../features/stock/movements.repository.ts';
import { adjustStock, createDelivery } from '../features/stock/movements.service.ts';
import { addCountLines } from '../features/stock/readings.ts';
import { setMinimum } from '../features/stock/stock.service.ts';
import type { SignedIn } from '../request/serve-call.ts';
import { instantOf, minutesOf } from './calendar.ts';
import { gradeName } from './catalogue/books.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { countDay } from './counted-day.ts';
import type { Stock } from './demo.repository.ts';
import type { OfficeWork, ShopEvent } from './history.ts';
import { dateMovement } from './past.repository.ts';
import type { SamplePeople } from './people.ts';
import { known } from './play.ts';

/*
 * What a shop does besides selling, once, so that no page of the menu is empty: in the past what a count and the
 * closings of today depend on, and the rest today.
 */

const uniforms = catalogue.filter(({ section, active }) => section === 'uniform' && active);
const shirts = uniforms.filter(({ name }) => name.startsWith('Camiseta manga curta'));
/** Pieces of a size, for each of its demand: some sizes are short after a month. */
const DELIVERED = 5;
const DELIVERED_DAYS_AGO = 30;
const MINIMUM = 40;
/** By the place of a shirt: one piece too few, and one more than there should be. */
const COUNTED_OFF = new Map([
  [1, -1],
  [4, 1],
]);
const LISTED_GRADES = [1, 5, 9];
const LISTED_MATERIAL = ['301', '303', '311', '316'];
const STATEMENT_DAYS = 7;
/** One Pix of so many is not in the statement. */
const MISSING_PIX = 25;
/** Prices are multiples of five centavos, so it is no sale's. */
const NO_SALE = 33.33;

/** The events of a new shop with a delivery, losses and a counted box. `from` and `to` as in historyOf(). */
export function withOfficeWork(
  events: readonly ShopEvent[],
  stock: Stock,
  { from, to }: Period,
): ShopEvent[] {
  const administrator = administratorOf(stock);
  const yesterday = addDays(to, -1);
  const since = laterOf(addDays(to, -DELIVERED_DAYS_AGO), addDays(from, -1));
  const delivery: OfficeWork = {
    kind: 'office',
    at: instantOf(since, minutesOf('10:00')),
    record: async (tx) => {
      const { id } = await createDelivery(tx, administrator, randomUUID(), {
        ...{ supplier: 'Malharia Serra Azul', document: 'NF 18204' },
        lines: uniforms.map(({ code, demand }) => ({
          ...{ product: productOf(stock, code).id, quantity: DELIVERED * demand },
        })),
      });
      await dateMovement(tx, id, delivery.at);
    },
  };
  const losses = (['loss', 'damage'] as const).map((kind, place): OfficeWork => {
    const at = instantOf(yesterday, minutesOf('18:30') + place);
    const reason = kind === 'loss' ? 'Sumiu da prateleira' : 'Costura aberta';
    const product = productOf(stock, shirts[place]?.code).id;
    const record = async (tx: Tx) => {
      const asked = { product, kind, quantity: 2, reason };
      await dateMovement(tx, (await adjustStock(tx, administrator, randomUUID(), asked)).id, at);
    };
    return { kind: 'office', at, record };
  });
  return [...withCountedDay(events, stock), delivery, ...losses].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
}

/** In place of the closings of the seller who closed last. */
function withCountedDay(events: readonly ShopEvent[], stock: Stock): ShopEvent[] {
  const last = events.findLast((event) => event.kind === 'closing' && event.by === 'seller');
  if (last?.kind !== 'closing') return [...events];
  const { seller, day, at } = last;
  const first = events.find(
    (event) =>
      event.kind === 'sale' && event.sale.seller === seller && businessDayOf(event.at) === day,
  );
  const openedAt = new Date((first ?? last).at.getTime() - 5 * 60_000);
  const counted: OfficeWork = {
    ...{ kind: 'office', at },
    record: (tx, past) =>
      countDay(tx, past, {
        ...{ openedAt, at, administrator: administratorOf(stock) },
        seller: known(stock.sellers.get(seller.login), seller.login),
      }),
  };
  const others = events.filter(
    (event) => event.kind !== 'closing' || event.seller !== seller || event.day !== day,
  );
  return [...others, counted];
}

/** What is of today. `from` and `to` are the first day of the shop and today. */
export async function fillBackOffice(
  tx: Tx,
  stock: Stock,
  people: SamplePeople,
  { from, to }: Period,
): Promise<void> {
  await countShirts(tx, stock);
  await listMaterials(tx, stock);
  await parkOrder(tx, stock, people);
  const yesterday = addDays(to, -1);
  const firstDay = laterOf(from, addDays(to, -STATEMENT_DAYS));
  if (firstDay <= yesterday) await readStatement(tx, stock, { from: firstDay, to: yesterday });
  // Not one of which days will be added.
  const ended = (await listMonths(tx)).find(({ month }) => month < monthOf(to));
  if (!ended) return;
  const closing = { month: ended.month as Month, idempotencyKey: randomUUID() };
  await closeMonth(tx, { actor: administratorOf(stock), ...closing });
}

async function countShirts(tx: Tx, stock: Stock): Promise<void> {
  const administrator = administratorOf(stock);
  const products = shirts.map(({ code }) => productOf(stock, code).id);
  await setMinimum(tx, administrator, { products, minimum: MINIMUM });
  const named = { name: 'Camisetas do Colégio', blind: false, products };
  const { id } = await beginCount(tx, administrator, randomUUID(), named);
  const lines = [];
  for (const [place, product] of products.entries()) {
    const there = (await onHandNow(tx, product)) ?? 0;
    const quantity = Math.max(0, there + (COUNTED_OFF.get(place) ?? 0));
    lines.push({ key: randomUUID(), product, quantity });
  }
  await addCountLines(tx, administrator, id, { lines });
  await applyCount(tx, administrator, id, { lines: lines.length, missing_as_zero: false });
}

async function listMaterials(tx: Tx, stock: Stock): Promise<void> {
  for (const grade of LISTED_GRADES) {
    const name = gradeName(grade);
    const books = catalogue.filter(({ set, active }) => set === name && active);
    const items = [
      ...books.map(({ code }) => ({ product: productOf(stock, code).id, quantity: 1 })),
      ...LISTED_MATERIAL.map((code) => ({ product: productOf(stock, code).id, quantity: 2 })),
    ];
    const days = { valid_from: null, valid_to: null };
    const list = {
      code: `LISTA${grade}`,
      name: `Material do ${name}`,
      ...days,
      active: true,
      items,
    };
    await createMaterialList(tx, administratorOf(stock), list);
  }
}

/** For anyone, so that whoever signs in finds it. */
async function parkOrder(tx: Tx, stock: Stock, people: SamplePeople): Promise<void> {
  const [seller] = [...stock.sellers.values()].filter(({ admin }) => !admin);
  const student = people.students.at(-1);
  if (!seller || !student) return;
  const { id } = await parkSale(tx, seller, {
    key: randomUUID(),
    client: student.payer,
    student: { registration: student.registration, name: student.name },
    items: shirts.slice(0, 2).map(({ code }) => ({
      ...{ product: productOf(stock, code).id, quantity: 1 },
    })),
  });
  await handOverParkedSale(tx, seller, { id, for_anyone: true });
}

/** Of the last days, with most of their Pix, and with one that the shop has not sold. */
async function readStatement(tx: Tx, stock: Stock, days: Period): Promise<void> {
  const payments = await pixPayments(tx, days);
  const line = { txid: null, end_to_end: null, kind: 'pix' as const };
  const lines = payments
    .filter((_, place) => place % MISSING_PIX !== 3)
    .map(({ at, amount, client }) => ({
      ...{ ...line, day: businessDayOf(at), time: formatTime(at) },
      ...{ amount: reaisFromCents(amount), memo: `Pix recebido ${initialsIn(client)}` },
    }));
  const stranger = { day: days.to, time: '10:17', amount: NO_SALE, memo: 'Pix recebido R. T.' };
  await addStatement(tx, administratorOf(stock), {
    ...days,
    ...{ account: '', account_in_file: '', direction: 'file', shows_sent: false },
    lines: [...lines, { ...line, ...stranger }],
  });
}

const laterOf = (one: BusinessDay, other: BusinessDay) => (one > other ? one : other);

const administratorOf = (stock: Stock): SignedIn => ({
  ...known(stock.administrator, 'administrator'),
  ...{ sessionId: '', passwordExpired: false, secondFactorMissing: false },
});

const productOf = (stock: Stock, code = '') => known(stock.products.get(code), code);

import { type BusinessDay, businessDayOf, formatDay } from '@balcao/domain/dates/business-day.ts';
import { addDays, addMonths } from '@balcao/domain/dates/periods.ts';
import { ZERO } from '@balcao/domain/money.ts';
import type { Connection, Db } from '../database/connection.ts';
import { readShop } from '../database/shop.ts';
import { recordAudit } from '../features/audit/audit.service.ts';
import { ownCommand } from '../program/own-command.ts';
import { fillBackOffice, withOfficeWork } from './back-office.ts';
import { instantOf, minutesOf } from './calendar.ts';
import { catalogue } from './catalogue/catalogue.ts';
import {
  dateBack,
  type Found,
  inOneTransaction,
  isForDemo,
  lockDemo,
  readStock,
  type Stock,
  type Stores,
  whatIsThere,
} from './demo.repository.ts';
import { historyOf } from './history.ts';
import { recordPast } from './past.repository.ts';
import { type SamplePeople, samplePeople } from './people.ts';
import { play } from './play.ts';
import { randomFrom } from './random.ts';
import { sellers } from './sign-ins.ts';
import { stockShelves } from './stock-shelves.ts';
import { methods } from './tender.ts';

export { markAsSample } from '../database/shop.ts';
export { signInWords } from './sign-in-words.ts';
export { administrator } from './sign-ins.ts';

/** The data belong to a real shop, which must not get sample sales. */
export class NotADemo extends Error {
  constructor() {
    super(
      `Estes dados não são da loja de demonstração, e ${ownCommand('demo')} só abre a que ele mesmo fez. ` +
        `Escolha outra pasta com DATA_DIR (ou outro banco com DATABASE_URL), ou abra a loja com ${ownCommand('start')}.`,
    );
  }
}

/** Throws NotADemo unless the data are of the sample shop, or there are none. */
export async function refuseRealShop(db: Db): Promise<void> {
  if (!(await isForDemo(db))) throw new NotADemo();
}

export type DemoOptions = {
  say: (words: string) => void;
  /** For tests. The same seed and day always give the same shop. */
  now?: Date;
  seed?: string;
  /** Before today; by default as many as fourteen months have. */
  days?: number | undefined;
};

const SEED = 'balcão';
/** So that there is a year before to compare with. */
const MONTHS = 14;

/**
 * Fills a database that is marked as a sample and has only its first administrator. An existing sample shop
 * gets the days since its last sale. It is one transaction, so that an interrupted start changes nothing and
 * the next one repeats it. The connection is the owner's, who alone can give the sales a past. Throws NotADemo.
 */
export async function openDemo(
  { pool }: Pick<Connection, 'pool'>,
  { say, now = new Date(), seed = SEED, days }: DemoOptions,
): Promise<void> {
  const today = businessDayOf(now);
  const firstDay = days === undefined ? addMonths(today, -MONTHS) : addDays(today, -days);
  const people = samplePeople(randomFrom(`${seed} people`));
  const started = performance.now();
  const isNew = await inOneTransaction(pool, async (stores) => {
    await lockDemo(stores.db);
    if (!(await readShop(stores.db)).sample) throw new NotADemo();
    const found = await whatIsThere(stores.db);
    if (found.filled) {
      const from = nextDay(found, firstDay);
      const stock = await readStock(stores.db);
      if (from <= today && isWhole(stock, people)) {
        say(`Completando a loja de demonstração desde ${formatDay(from)}…`);
        await sell(stores, { seed, from, to: today, now, people, stock, say });
      }
      return false;
    }
    const opening = instantOf(addDays(firstDay, -1), minutesOf('09:00'));
    say('Enchendo a loja de demonstração: produtos, clientes e alunos…');
    await stockShelves(stores.db, people);
    await dateBack(stores.db, opening);
    say(`Vendas e fechamentos desde ${formatDay(firstDay)}…`);
    const stock = await readStock(stores.db);
    const period = { from: firstDay, to: today };
    const isNew = true;
    await sell(stores, { seed, ...period, now, people, stock, say, isNew });
    await fillBackOffice(stores.db, stock, people, period);
    return true;
  });
  if (isNew) say(`Loja de demonstração pronta em ${seconds(performance.now() - started)}.`);
}

type Selling = {
  seed: string;
  from: BusinessDay;
  to: BusinessDay;
  now: Date;
  people: SamplePeople;
  stock: Stock;
  say: (words: string) => void;
  isNew?: boolean;
};

async function sell(stores: Stores, { stock, say, isNew, ...period }: Selling): Promise<void> {
  const priceOf = (code: string) => stock.products.get(code)?.unitPrice ?? ZERO;
  const sold = historyOf({ ...period, priceOf });
  const events = isNew ? withOfficeWork(sold, stock, period) : sold;
  // Before the shop opens, or on a Sunday, a start has nothing to record, and writes nothing.
  if (events.length === 0) return;
  const sales = await recordPast(stores.db, (past) => play(stores, stock, { events, past, say }));
  const { from, to } = period;
  await recordAudit(stores.db, null, 'demo.filled', { after: { from, to, sales } });
}

/** A day with sales stays as it is: somebody may have tried the counter. */
function nextDay({ lastDay }: Found, firstDay: BusinessDay): BusinessDay {
  const next = lastDay ? addDays(lastDay, 1) : firstDay;
  return next > firstDay ? next : firstDay;
}

/** False when rows that new days need have been deleted, renamed or deactivated. */
function isWhole(stock: Stock, people: SamplePeople): boolean {
  return (
    stock.administrator !== undefined &&
    sellers.every(({ login }) => stock.sellers.has(login)) &&
    methods.every((name) => stock.methods.has(name)) &&
    catalogue.every(({ code, active }) => !active || stock.products.has(code)) &&
    people.clients.every(({ cpf }) => stock.clients.has(cpf)) &&
    people.students.every(({ registration }) => stock.students.has(registration))
  );
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).replace('.', ',')} s`;
}

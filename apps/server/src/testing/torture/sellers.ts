import { randomUUID } from 'node:crypto';
import type { NewSale, Sale } from '@balcao/contract/sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { ADMIN_PASSWORD, type KillableShop } from './killable-shop.ts';
import type { Ledger } from './ledger.ts';
import type { RandomNumbers } from './random.ts';

const DOUBLE_CLICKS = 0.1;
const LOST_REPLIES = 0.05;
/** Longer than any recovery; an answer that takes this long is asked for again. */
const PATIENCE_MS = 20_000;
const MOST_ATTEMPTS = 10_000;

export type Selling = {
  shop: KillableShop;
  account: Account;
  ledger: Ledger;
  sales: readonly NewSale[];
  random: RandomNumbers;
  /** Asked before each new sale. */
  goesOn: () => boolean;
};

/**
 * A counter as impatient as a real one: each sale is sent with its key until it is answered, some twice at
 * once, and of some the answer is not waited for. Throws at an answer that is neither 201 nor 503.
 */
export async function sell({
  shop,
  account,
  ledger,
  sales,
  random,
  goesOn,
}: Selling): Promise<void> {
  const send = async (key: string, sale: NewSale, giveUp: AbortSignal): Promise<boolean> => {
    const token = await account.token();
    const { origin } = await shop.open();
    const response = await fetch(new URL('/api/pdv/sales/', origin), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(sale),
      signal: AbortSignal.any([giveUp, AbortSignal.timeout(PATIENCE_MS)]),
    }).catch(unanswered);
    const text = await response?.text().catch(unanswered);
    if (!response || text === undefined) return false;
    if (response.status === 401) await account.renew(token);
    if (response.status === 401 || response.status === 503) return false;
    if (response.status !== 201) throw new Error(`Answered ${response.status}: ${text}`);
    const { id, total_general } = JSON.parse(text) as Sale;
    ledger.acknowledge(key, { id, totalCents: centsFromReais(total_general) });
    return true;
  };

  while (goesOn()) {
    const key = randomUUID();
    const sale = sales[random.below(sales.length)] as NewSale;
    ledger.willSend(key);
    if (random.chance(LOST_REPLIES)) {
      const lost = new AbortController();
      const sent = send(key, sale, lost.signal);
      setImmediate(() => lost.abort());
      await sent;
    }
    const clicks = random.chance(DOUBLE_CLICKS) ? 2 : 1;
    for (let attempt = 1; ; attempt++) {
      if (attempt === MOST_ATTEMPTS) throw new Error(`Key ${key} is never answered`);
      const sends = Array.from({ length: clicks }, () => send(key, sale, NEVER));
      if ((await Promise.all(sends)).every(Boolean)) break;
    }
  }
}

const NEVER = new AbortController().signal;

/** The connection broke, or nobody waited any longer: whether there is a sale now is not known. */
function unanswered(error: unknown): undefined {
  const name = error instanceof Error ? error.name : '';
  if (!['TypeError', 'AbortError', 'TimeoutError'].includes(name)) throw error;
}

/** The administrator's session. All counters share it: many sign-ins at once would be slowed down. */
export class Account {
  readonly #shop: KillableShop;
  #token: Promise<string>;

  constructor(shop: KillableShop) {
    this.#shop = shop;
    this.#token = signIn(shop);
  }

  token(): Promise<string> {
    return this.#token;
  }

  /** After a 401: whoever comes first signs in again. */
  async renew(refused: string): Promise<void> {
    if ((await this.#token) === refused) this.#token = signIn(this.#shop);
  }
}

async function signIn(shop: KillableShop): Promise<string> {
  const { call } = await shop.open();
  const body = { username: 'admin', password: ADMIN_PASSWORD };
  const answer = await call('login', { body }).catch(unanswered);
  if (answer?.status === 200) return answer.body.access;
  if (answer && answer.status !== 503) throw new Error(`Sign-in answered ${answer.status}`);
  return signIn(shop);
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, ask, askCalmly } from './ask.ts';
import { ADMIN_PASSWORD, type TorturedShop } from './tortured-shop.ts';

const SELLERS = 4;
const PAUSE_MS = 50;

/** Whatever says where to send the next call to. */
type OpenShop = Pick<TorturedShop, 'open'>;

/** Somebody who works here: all counters of theirs share one session, which is renewed when it is refused. */
export class Account {
  readonly id: number;
  readonly #shop: OpenShop;
  readonly #credentials: { username: string; password: string };
  #token: Promise<string>;

  private constructor(
    shop: OpenShop,
    credentials: { username: string; password: string },
    session: { access: string; user: { id: number } },
  ) {
    this.#shop = shop;
    this.#credentials = credentials;
    this.id = session.user.id;
    this.#token = Promise.resolve(session.access);
  }

  static async signIn(
    shop: OpenShop,
    credentials: { username: string; password: string },
  ): Promise<Account> {
    const answer = await untilOk(shop, credentials);
    return new Account(shop, credentials, answer.body as Session);
  }

  token(): Promise<string> {
    return this.#token;
  }

  /** After a 401: whoever comes first signs in again. */
  async renew(refused: string): Promise<void> {
    if ((await this.#token) !== refused) return;
    this.#token = untilOk(this.#shop, this.#credentials).then(
      ({ body }) => (body as Session).access,
    );
    await this.#token;
  }
}

type Session = { access: string; user: { id: number } };

async function untilOk(
  shop: OpenShop,
  credentials: { username: string; password: string },
): Promise<Answer> {
  for (;;) {
    const answer = await ask(await shop.open(), 'login', { body: credentials });
    if (answer?.status === 200) return answer;
    if (answer && answer.status !== 503) {
      throw new Error(`Sign-in answered ${answer.status}: ${answer.text}`);
    }
    await delay(PAUSE_MS);
  }
}

export function signInAdministrator(shop: OpenShop): Promise<Account> {
  return Account.signIn(shop, { username: 'admin', password: ADMIN_PASSWORD });
}

/** New sellers, who begin with empty boxes. Only for when nothing is at fault. */
export async function hire(shop: OpenShop, administrator: Account): Promise<Account[]> {
  const origin = await shop.open();
  const sellers: Account[] = [];
  for (let number = 1; number <= SELLERS; number++) {
    const email = randomUUID();
    const made = await askCalmly<{ temporary_password: string }>(origin, 'createUser', {
      token: await administrator.token(),
      body: { name: `Vendedor ${number}`, email, active: true, admin: false },
    });
    const password = made.temporary_password;
    sellers.push(await Account.signIn(shop, { username: email, password }));
  }
  return sellers;
}

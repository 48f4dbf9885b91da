import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { call, callOrThrow } from './call.ts';
import { ADMIN_PASSWORD, type TorturedShop } from './tortured-shop.ts';

const SELLERS = 4;
const PAUSE_MS = 50;

/** Resolves to the address for the next call. */
type OpenShop = Pick<TorturedShop, 'open'>;
type Credentials = { username: string; password: string };
type Session = { access: string; user: { id: number } };

/** A user. All counters of a user share one session, which is renewed after a 401. */
export class Account {
  readonly id: number;
  readonly #shop: OpenShop;
  readonly #credentials: Credentials;
  #token: Promise<string>;

  private constructor(shop: OpenShop, credentials: Credentials, session: Session) {
    this.#shop = shop;
    this.#credentials = credentials;
    this.id = session.user.id;
    this.#token = Promise.resolve(session.access);
  }

  static async signIn(shop: OpenShop, credentials: Credentials): Promise<Account> {
    return new Account(shop, credentials, await signIn(shop, credentials));
  }

  token(): Promise<string> {
    return this.#token;
  }

  /** After a 401; only the first counter with the refused token signs in again. */
  async renew(refused: string): Promise<void> {
    if ((await this.#token) !== refused) return;
    this.#token = signIn(this.#shop, this.#credentials).then(({ access }) => access);
    await this.#token;
  }
}

async function signIn(shop: OpenShop, credentials: Credentials): Promise<Session> {
  for (;;) {
    const reply = await call(await shop.open(), 'login', { body: credentials });
    if (reply?.status === 200) return reply.body as Session;
    if (reply && reply.status !== 503) {
      throw new Error(`Sign-in was answered with ${reply.status}: ${reply.text}`);
    }
    await delay(PAUSE_MS);
  }
}

export function signInAdministrator(shop: OpenShop): Promise<Account> {
  return Account.signIn(shop, { username: 'admin', password: ADMIN_PASSWORD });
}

/** New sellers, who begin with empty boxes. Only for times without faults. */
export async function createSellers(shop: OpenShop, administrator: Account): Promise<Account[]> {
  const origin = await shop.open();
  const sellers: Account[] = [];
  for (let number = 1; number <= SELLERS; number++) {
    const email = randomUUID();
    const user = await callOrThrow<{ temporary_password: string }>(origin, 'createUser', {
      token: await administrator.token(),
      body: { name: `Vendedor ${number}`, email, active: true, admin: false },
    });
    const password = user.temporary_password;
    sellers.push(await Account.signIn(shop, { username: email, password }));
  }
  return sellers;
}

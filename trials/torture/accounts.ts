import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { call, callOrThrow } from './call.ts';
import { ADMIN_PASSWORD, type TorturedShop } from './tortured-shop.ts';

const SELLERS = 4;
const PAUSE_MS = 50;

/** Resolves to the address for the next call. */
type OpenShop = Pick<TorturedShop, 'open'>;
type Session = { access: string; user: { id: number } };

/** A user. All counters of a user share one session, which is renewed after a 401. */
export type Account = {
  id: number;
  token(): Promise<string>;
  /** After a 401; only the first counter with the refused token signs in again. */
  renew(refused: string): Promise<void>;
};

async function openAccount(shop: OpenShop, username: string, password: string): Promise<Account> {
  const signIn = async (): Promise<Session> => {
    for (;;) {
      const reply = await call(await shop.open(), 'login', { body: { username, password } });
      if (reply?.status === 200) return reply.body as Session;
      if (reply && reply.status !== 503) {
        throw new Error(`Sign-in was answered with ${reply.status}: ${reply.text}`);
      }
      await delay(PAUSE_MS);
    }
  };
  const first = await signIn();
  let token = Promise.resolve(first.access);
  return {
    id: first.user.id,
    token: () => token,
    async renew(refused) {
      if ((await token) !== refused) return;
      token = signIn().then(({ access }) => access);
      await token;
    },
  };
}

export function signInAdministrator(shop: OpenShop): Promise<Account> {
  return openAccount(shop, 'admin', ADMIN_PASSWORD);
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
    sellers.push(await openAccount(shop, email, user.temporary_password));
  }
  return sellers;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import type { Settings } from '@balcao/contract/shop/settings.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { aCpf, aSalePayload } from '@balcao/server/src/testing/builders.ts';
import { call, callOrThrow } from './call.ts';
import { ADMIN_PASSWORD, type TorturedShop } from './tortured-shop.ts';

const SELLERS = 4;
const PAUSE_MS = 50;
const PRODUCTS = 4;
/** Of the client of all sales. */
export const CLIENT_CPF = aCpf();

/** Resolves to the address for the next call. */
export type OpenShop = Pick<TorturedShop, 'open'>;
type Session = { access: string; user: { id: number } };

/** A user. All counters of a user share one session, which is renewed after a 401. */
export type Account = {
  id: number;
  token(): Promise<string>;
  /** For a call that is made only once: a session of a quarter of an hour may have ended during a long run. */
  newToken(): Promise<string>;
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
  const newToken = () => {
    token = signIn().then(({ access }) => access);
    return token;
  };
  return {
    id: first.user.id,
    token: () => token,
    newToken,
    async renew(refused) {
      if ((await token) === refused) await newToken();
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
      token: await administrator.newToken(),
      body: { name: `Vendedor ${number}`, email, active: true, admin: false },
    });
    sellers.push(await openAccount(shop, email, user.temporary_password));
  }
  return sellers;
}

/** Creates products and a client; returns sales of them, each paid with more than it costs. */
export async function stock(origin: string, token: string): Promise<NewSale[]> {
  const client = await callOrThrow<{ id: number; cpf: string; name: string }>(
    origin,
    'createClient',
    { token, body: { cpf: CLIENT_CPF, name: 'Ana' } },
  );
  type Methods = { results: { id: number; name: string }[] };
  const methods = await callOrThrow<Methods>(origin, 'listPaymentMethods', { token });
  const method = (wanted: string) => {
    const found = methods.results.find(({ name }) => name === wanted);
    if (!found) throw new Error(`There is no payment method ${wanted}`);
    return found;
  };
  const sales: NewSale[] = [];
  for (let number = 1; number <= PRODUCTS; number++) {
    const name = `Produto ${number}`;
    const body = { code: `${number}`, name, price: 3.33 * number, active: true };
    type Product = { id: number; code: string; name: string; price: number };
    const product = await callOrThrow<Product>(origin, 'createProduct', { token, body });
    const unitPrice = centsFromReais(product.price);
    sales.push(
      aSalePayload({
        client,
        items: [{ product: { ...product, unitPrice }, quantity: number }],
        payments: [
          { method: method('Pix'), amount: unitPrice },
          { method: method('Dinheiro'), amount: centsFromReais(100) },
        ],
      }),
    );
  }
  return sales;
}

/** Boxes close with any difference. Only for times without faults. */
export async function setCashBox(
  shop: OpenShop,
  administrator: Account,
  cash_box: Settings['cash_box'],
): Promise<void> {
  const [origin, token] = [await shop.open(), await administrator.newToken()];
  const settings = await callOrThrow<Settings>(origin, 'readSettings', { token });
  const body = { ...settings, cash_box, difference_limit: 9_999_999.99 };
  await callOrThrow(origin, 'editSettings', { token, body });
}

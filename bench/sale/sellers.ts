import { routes } from '@balcao/contract/api/routes.ts';
import { cents } from '@balcao/domain/money.ts';
import type { Db } from '@balcao/server/src/database/connection.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  type aSale,
  aSalePayload,
  aUser,
  PASSWORD,
} from '@balcao/server/src/testing/builders.ts';
import { type BenchShop, signIn } from '../shop.ts';
import type { HttpSetup } from './http-load.ts';

type Sale = Omit<Parameters<typeof aSale>[1], 'seller'>;

const PRODUCTS = 200;
const CLIENTS = 100;
const SALES = 100;

/** Fills an empty shop; returns its sellers, and sales of 3 items and 2 payments that can be made in it. */
export async function stock(db: Db, sellerCount: number) {
  const times = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    while (made.length < count) made.push(await make());
    return made;
  };
  const sellers = await times(sellerCount, () => aUser(db));
  const products = await times(PRODUCTS, () => aProduct(db));
  const clients = await times(CLIENTS, () => aClient(db));
  const pix = await aPaymentMethod(db, { name: 'Pix da medida' });
  const cash = await aPaymentMethod(db, { name: 'Dinheiro da medida' });
  const pick = <T>(from: readonly T[], number: number) => from[number % from.length] as T;
  const sales = Array.from({ length: SALES }, (_, number): Sale => {
    const items = [1, 7, 31].map((step) => ({ product: pick(products, number * step + step) }));
    const due = items.reduce((sum, { product }) => sum + product.unitPrice, 0);
    return {
      client: pick(clients, number),
      items,
      // With change.
      payments: [
        { method: pix, amount: cents(1_000) },
        { method: cash, amount: cents(due) },
      ],
    };
  });
  return { sellers, sales };
}

/** The load of `sellers` signed-in sellers, each on a connection of their own (http-load.ts). */
export async function sellersAt(shop: BenchShop, sellerCount: number): Promise<HttpSetup> {
  const { sellers, sales } = await stock(shop.owner.db, sellerCount);
  const tokens: string[] = [];
  // One after the other: the server checks few passwords at a time.
  for (const seller of sellers) {
    tokens.push(await signIn(shop, { username: seller.login, password: PASSWORD }));
  }
  const bodies = sales.map((sale) => JSON.stringify(aSalePayload(sale)));
  return { origin: shop.origin, path: routes.createSale.path, tokens, bodies };
}

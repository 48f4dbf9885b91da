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

type Sale = Omit<Parameters<typeof aSale>[1], 'seller'>;
type Seller = { id: number; name: string; login: string };

const PRODUCTS = 200;
const CLIENTS = 100;
const SALES = 100;

/** Fills an empty shop; answers sales of 3 items and 2 payments that can be made in it. */
export async function stock(db: Db, sellers: number) {
  const times = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    while (made.length < count) made.push(await make());
    return made;
  };
  const people: Seller[] = await times(sellers, () => aUser(db));
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
      // With change, as cash has it.
      payments: [
        { method: pix, amount: cents(1_000) },
        { method: cash, amount: cents(due) },
      ],
    };
  });
  return { sellers: people, sales };
}

/** As the counter sends it. */
export function bodyOf(sale: Sale): string {
  return JSON.stringify(aSalePayload(sale));
}

export const credentialsOf = ({ login }: Seller) => ({ username: login, password: PASSWORD });

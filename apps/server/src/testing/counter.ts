import type { NewSale, Sale } from '@balcao/contract/sales/sales.ts';
import { cents } from '@balcao/domain/money.ts';
import { meet, noteClient } from '../features/met-people/met-people.service.ts';
import { openTestShop, type Received, type TestShop } from './app.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aStudent,
  aUser,
  PASSWORD,
} from './builders.ts';

export type Counter = Awaited<ReturnType<typeof openTestCounter>>;

/** Opens a shop with a seller and the payload of a sale: 57,40, paid with 30,00 Pix and 50,00 cash. */
export async function openTestCounter(whenOver?: (close: () => Promise<void>) => void) {
  const shop = await openTestShop(whenOver);
  const { db } = shop.owner;
  const vera = await aUser(db, { name: 'Vera', login: 'vera' });
  const pen = await aProduct(db, { code: '10', name: 'Caneta', price: cents(250) });
  const shirt = await aProduct(db, { code: '20', name: 'Camiseta', price: cents(4990) });
  const pix = await aPaymentMethod(db, { name: 'Pix' });
  const cash = await aPaymentMethod(db, { name: 'Dinheiro' });
  const client = await aClient(db, { cpf: '52998224725', name: 'Ana' });
  const student = await aStudent(db, { registration: '20260000001', name: 'Bia' });
  const token = await tokenOf(shop, vera.login);
  // The seller has looked both up, as at a counter.
  await noteClient(db, vera, { id: client.id, number: client.cpf });
  await meet(db, vera, [{ kind: 'student', id: student.id }]);
  const payload = aSalePayload({
    client,
    student,
    items: [{ product: pen, quantity: 3 }, { product: shirt }],
    payments: [
      { method: pix, amount: cents(3000) },
      { method: cash, amount: cents(5000) },
    ],
  });

  const sell = (body: NewSale, key?: string): Promise<Received<'createSale'>> =>
    shop.call('createSale', {
      token,
      body,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });

  /** Sends any body, also one that breaks the contract. */
  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${shop.origin}/api/pdv/sales/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body,
    });

  return { shop, vera, pen, shirt, pix, cash, client, student, token, payload, sell, post };
}

export async function tokenOf(shop: TestShop, login: string): Promise<string> {
  const { body } = await shop.call('login', { body: { username: login, password: PASSWORD } });
  return body.access;
}

/** The ids of all sales, including deleted ones. */
export async function saleIds({ owner }: TestShop): Promise<number[]> {
  const rows = await owner.db.selectFrom('sales').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** A response as text, for an exact comparison. */
export const asText = ({ body }: { body: Sale }) => JSON.stringify(body);

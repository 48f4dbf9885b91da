import type { NewSale } from '@balcao/contract/sales/sales.ts';
import type { Settings } from '@balcao/contract/shop/settings.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { aCpf, aSalePayload } from '@balcao/server/src/testing/builders.ts';
import type { Account } from './accounts.ts';
import { callOrThrow } from './call.ts';
import type { TorturedShop } from './tortured-shop.ts';

const PRODUCTS = 4;
/** Of the client of all sales. */
export const CLIENT_CPF = aCpf();

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
  shop: Pick<TorturedShop, 'open'>,
  administrator: Account,
  cash_box: Settings['cash_box'],
): Promise<void> {
  const [origin, token] = [await shop.open(), await administrator.token()];
  const settings = await callOrThrow<Settings>(origin, 'readSettings', { token });
  const body = { ...settings, cash_box, difference_limit: 9_999_999.99 };
  await callOrThrow(origin, 'editSettings', { token, body });
}

import type { NewSale } from '@balcao/contract/sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { aCpf, aSalePayload } from '@balcao/server/src/testing/builders.ts';
import { askCalmly } from './ask.ts';

const PRODUCTS = 4;

/** What can be sold, and how: sales of one to four products, paid with more than they cost. */
export async function stock(origin: string, token: string): Promise<NewSale[]> {
  const client = await askCalmly<{ id: number; cpf: string; name: string }>(
    origin,
    'createClient',
    { token, body: { cpf: aCpf(), name: 'Ana' } },
  );
  type Methods = { results: { id: number; name: string }[] };
  const methods = await askCalmly<Methods>(origin, 'listPaymentMethods', { token });
  const method = (wanted: string) => {
    const found = methods.results.find(({ name }) => name === wanted);
    if (!found) throw new Error(`There is no payment method ${wanted}`);
    return found;
  };
  const sales: NewSale[] = [];
  for (let number = 1; number <= PRODUCTS; number++) {
    const body = {
      code: `${number}`,
      name: `Produto ${number}`,
      price: 3.33 * number,
      active: true,
    };
    type Product = { id: number; code: string; name: string; price: number };
    const product = await askCalmly<Product>(origin, 'createProduct', { token, body });
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

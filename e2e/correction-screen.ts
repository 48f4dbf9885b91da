import { expect, type Page } from '@playwright/test';
import { stock } from './counter-screen.ts';
import type { Shop } from './fixtures.ts';
import { sell } from './till.ts';

/** What `twoShirts` sells. */
export const SHIRT = 'Camiseta da escola';

/** The dialog of one sale, with everything found by role and label. */
export function correctionScreen(page: Page, sale: { id: number }) {
  const dialog = page.getByRole('dialog', {
    name: new RegExp(`venda nº ${sale.id}$`, 'i'),
  });
  const approval = page.getByRole('dialog', { name: 'Autorização de administrador' });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    button,
    units: (item: string) =>
      dialog.getByRole('spinbutton', { name: `Quantidade que volta: ${item}` }),
    reason: dialog.getByRole('textbox', { name: 'Motivo' }),
    method: (row: number) => dialog.getByLabel(`Forma de pagamento ${row}`, { exact: true }),
    amount: (row: number) => dialog.getByLabel(`Valor ${row}`, { exact: true }),
    /** The one below; the other is the cross. */
    close: dialog.getByRole('button', { name: 'Fechar' }).last(),
    approval,
    login: approval.getByLabel('Login'),
    password: approval.getByLabel('Senha'),
    approve: approval.getByRole('button', { name: 'AUTORIZAR' }),

    /** Returns this many of one item, because of its size. */
    async giveBack(item: string, units: number) {
      await button('Devolver').click();
      await this.units(item).fill(`${units}`);
      await button('Tamanho errado').click();
      await button('DEVOLVER').click();
    },

    async approveAs({ login, password }: { login: string; password: string }) {
      await this.login.fill(login);
      await this.password.fill(password);
      await this.approve.click();
    },
  };
}

/** Vera sells two shirts for João, for R$ 84,00: R$ 30,00 in Pix, and R$ 60,00 in cash with change. */
export async function twoShirts(shop: Shop) {
  const goods = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const student = await vera.call('createStudent', {
    body: { registration: '20260000042', name: 'João Souza' },
  });
  const sale = await sell(shop, vera, {
    product: goods.shirt,
    quantity: 2,
    student,
    payments: [
      ['Pix', 30],
      ['Dinheiro', 60],
    ],
  });
  return { vera, sale, goods };
}

/** Every record of the shop that puts a sale right. */
export async function correctionsIn(shop: Shop) {
  const { results } = await shop.admin.call('listCorrections', { query: { page_size: '100' } });
  expect(results.length).toBeLessThan(100);
  return results;
}

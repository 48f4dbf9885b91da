import { randomUUID } from 'node:crypto';
import type { Settings } from '@balcao/contract/shop/settings.ts';
import { expect, type Page } from '@playwright/test';
import type { ApiUser } from './api.ts';
import { chooseOnBar, stock } from './counter-screen.ts';
import type { Shop } from './fixtures.ts';

/** Has the shop count its cash boxes. */
export function countBoxes(shop: Pick<Shop, 'admin'>, change: Partial<Settings> = {}) {
  const body = {
    cash_box: 'counted',
    count_every_method: false,
    withdrawal_limit: 200,
    difference_limit: 5,
    require_second_factor: false,
    idle_lock_minutes: 0,
    keep_sales: false,
    ...change,
  } as const;
  return shop.admin.call('editSettings', { body });
}

export const moveCash = (
  seller: ApiUser,
  kind: 'supply' | 'withdrawal',
  amount: number,
  reason: string,
) =>
  seller.call('moveCash', {
    headers: { 'idempotency-key': randomUUID() },
    body: { kind, amount, reason },
  });

type Given = { settings?: Partial<Settings>; float?: number };

/** A shop that counts its boxes, with goods and a seller whose box is open. */
export async function shopWithBox(shop: Shop, { settings, float = 100 }: Given = {}) {
  const [goods, seller] = await Promise.all([
    stock(shop),
    shop.newUser({ name: 'Vera Lúcia', login: 'vera' }),
    countBoxes(shop, settings),
  ]);
  const box = await seller.call('openBox', { body: { float } });
  return { goods, seller, box };
}

/** Moves the opening of every box to another day. */
export const openedOn = (shop: Shop, day: string) =>
  shop.sql('UPDATE cash_boxes SET opened_at = $1', [`${day}T07:40:00-03:00`]);

/** What the dialogs of an open box have, by role and label. */
export function boxScreen(page: Page) {
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const count = dialog(/^Fechar o caixa/);
  return {
    float: page.getByLabel('Fundo de troco'),
    open: page.getByRole('button', { name: 'ABRIR CAIXA' }),
    choose: (tool: 'Suprimento' | 'Sangria') => chooseOnBar(page, tool),
    movement: dialog(/^(Suprimento|Sangria) ·/),
    count,
    pieces: (name: string) => count.getByLabel(name, { exact: true }),
    saveCount: count.getByRole('button', { name: 'Salvar contagem' }),
    sure: dialog('Atenção!'),

    /** Types a float other than the suggested one, reads it back, and opens the box. */
    async openWith(centavos: string) {
      await this.float.fill(centavos);
      await this.open.click();
      await this.sure.getByRole('button', { name: 'Abrir o caixa' }).click();
    },
    closed: dialog(/^Caixa fechado/),
    result: page.getByRole('table', { name: 'Conferência' }),

    /** Types the drawer's cash as one sum, and says that it is final. */
    async countSum(centavos: string) {
      await count.getByRole('button', { name: 'Digitar só a soma' }).click();
      await expect(count.getByLabel('Soma do dinheiro')).toBeFocused();
      await page.keyboard.type(centavos);
      await this.saveCount.click();
      await expect(this.sure).toContainText('ela não pode ser mudada');
      await this.sure.getByRole('button', { name: 'Salvar contagem' }).click();
    },
  };
}

/** The administrator types login and password at the seller's counter. */
export async function approve(page: Page, admin: { login: string; password: string }) {
  const dialog = page.getByRole('dialog', { name: 'Autorização de administrador' });
  await dialog.getByLabel('Login').fill(admin.login);
  await dialog.getByLabel('Senha').fill(admin.password);
  await dialog.getByRole('button', { name: 'AUTORIZAR' }).click();
  await expect(dialog).toBeHidden();
}

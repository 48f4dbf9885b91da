import type { Page } from '@playwright/test';
import { CPF, counterScreen, stock } from '../counter-screen.ts';
import { expect, expectAccessible, logIn, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { printed } from '../paper.ts';
import { sell } from '../till.ts';

/** The names of everything that a screen reader reaches. */
async function reachedIn(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ name }) => name?.value)
    .join('\n');
}

test('a paper is covered as the pages are, and is there again', async ({ page, context, shop }) => {
  const { shirt } = await stock(shop);
  const sale = await sell(shop, shop.admin, { product: shirt });
  const { idle_lock_minutes: _, ...settings } = await shop.admin.call('readSettings');
  await shop.admin.call('editSettings', { body: { ...settings, idle_lock_minutes: 5 } });
  await context.clock.install();
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  const [paper] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: `Imprimir recibo da venda ${sale.id}` }).click(),
  ]);
  await expect(paper.getByRole('article')).toContainText('Maria');
  await context.clock.fastForward('05:01');
  const cover = paper.getByRole('dialog', { name: 'Tela bloqueada' });
  await expect(cover).toBeVisible();
  expect(await reachedIn(paper)).not.toContain('Maria');
  expect((await printed(paper)).text).not.toMatch(/\S/);
  await cover.getByLabel('Senha').pressSequentially(shop.admin.password, { delay: 30 });
  await paper.keyboard.press('Enter');
  await expect(cover).toBeHidden();
  await expect(paper.getByRole('article')).toContainText('Maria');
});

test('an unused screen is covered until the password is typed or another person signs in', async ({
  page,
  context,
  shop,
  expectConsoleError,
}) => {
  test.setTimeout(180_000);
  // A clock that jumps by minutes ends what is being asked for.
  expectConsoleError(
    /status of 422|The screen was not unlocked|could not be loaded ApiUnreachable/,
  );
  await stock(shop);
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  await context.clock.install();
  await shop.signIn(page, shop.admin, { at: '/configuracoes' });
  const settings = page.getByRole('form', { name: 'Bloqueio da tela' });
  await expect(settings.getByLabel('Minutos sem uso')).toHaveValue('');
  await settings.getByLabel('Minutos sem uso').fill('5');
  await settings.getByRole('button', { name: 'SALVAR' }).click();
  await expect(settings.getByRole('status')).toHaveText('Configurações salvas!');
  const cover = page.getByRole('dialog', { name: 'Tela bloqueada' });
  // The administrator's own browser too.
  await context.clock.fastForward('05:01');
  await expect(cover).toBeVisible();
  await goTo(page, '/auditoria');
  await expect(cover).toBeVisible();

  // Who signs in begins with a screen of their own.
  await shop.signIn(page, vera);
  const counter = counterScreen(page);
  await counter.takeOrder({ codes: ['103'] });
  await expect(cover).toBeHidden();
  // A second tab of this browser, whose use counts for both.
  const tab = await context.newPage();
  await tab.goto('/minhas-vendas');
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  await context.clock.fastForward('04:00');
  await tab.keyboard.press('Shift');
  await context.clock.fastForward('04:00');
  await expect(counter.items).toHaveCount(1);
  await expect(cover).toBeHidden();
  await page.bringToFront();
  await counter.code.focus();
  await context.clock.fastForward('05:01');

  await expect(cover).toBeVisible();
  await expect(tab.getByRole('dialog', { name: 'Tela bloqueada' })).toBeVisible();
  // What the one has noted, the other does not note again: it would cover what is just being uncovered.
  expect(await notesIn(tab, () => context.clock.runFor(3_000))).toBe(0);
  const password = cover.getByLabel('Senha');
  await expect(password).toBeFocused();
  await expectAccessible(page);
  // Nothing below is reached: by a screen reader, by Tab, by a shortcut, by a scan.
  const reached = await reachedIn(page);
  expect(reached).toContain('DESBLOQUEAR');
  expect(reached).not.toContain('FECHAR PEDIDO');
  for (let time = 0; time < 6; time++) {
    await page.keyboard.press('Tab');
    const focused = page.locator('*:focus');
    expect(await focused.count()).toBe(await cover.locator('*:focus').count());
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('F4');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // Nor on paper, whose preview would show it.
  expect((await printed(page)).text).not.toMatch(/\S/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await password.focus();
  await page.keyboard.type('102');
  await page.keyboard.press('Enter');
  await expect(cover.getByRole('alert')).toHaveText('Senha incorreta.');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(password).toHaveValue('');

  // A reload uncovers nothing, and loses nothing.
  await page.reload();
  await expect(cover).toBeVisible();
  await password.fill(vera.password);
  await password.press('Enter');
  await expect(cover).toBeHidden();
  await expect(tab.getByRole('dialog', { name: 'Tela bloqueada' })).toBeHidden();
  await counter.expectItems('Camiseta da escola');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  // Without a reload the keyboard is where it was.
  await counter.code.pressSequentially('10', { delay: 30 });
  await context.clock.fastForward('05:01');
  await password.fill(vera.password);
  await cover.getByRole('button', { name: 'DESBLOQUEAR' }).click();
  await expect(cover).toBeHidden();
  // Half a code too.
  await expect(counter.code).toBeFocused();
  await expect(counter.code).toHaveValue('10');
  await page.keyboard.type('3', { delay: 30 });
  await expect(counter.code).toHaveValue('103');

  await context.clock.fastForward('05:01');
  await cover.getByRole('button', { name: 'Entrar com outro usuário' }).click();
  await expect(page).toHaveURL('/login');
  // The order of who was here waits for them.
  await expect(page.getByRole('status')).toHaveText('Seu pedido ficou em espera.');
  expect(await vera.call('listParkedSales')).toMatchObject([{ client_name: 'Maria Souza' }]);
  await logIn(page, shop.admin);
  // The counting begins with the page, not with its address.
  await expect(page.getByRole('heading', { name: 'VENDAS' })).toBeVisible();
  await expect(cover).toBeHidden();

  // Switched off while this screen is covered: the next renewal uncovers nothing.
  await context.clock.fastForward('05:01');
  await expect(cover).toBeVisible();
  const body = { ...(await shop.admin.call('readSettings')), idle_lock_minutes: 0 };
  await shop.admin.call('editSettings', { body });
  await page.evaluate(() => {
    const { idle_lock: _lock, ...renewed } = JSON.parse(localStorage.getItem('user') ?? '');
    localStorage.setItem('user', JSON.stringify(renewed));
  });
  await page.reload();
  await expect(cover).toBeVisible();
  await password.fill(shop.admin.password);
  await password.press('Enter');
  await expect(cover).toBeHidden();
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(await kept()).not.toContain(CPF);
});

/** How often a page writes down its last use meanwhile. */
async function notesIn(page: Page, meanwhile: () => Promise<unknown>): Promise<number> {
  const notes = await page.evaluateHandle(() => {
    const seen = { count: 0 };
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key === 'last-use') seen.count++;
      setItem.call(this, key, value);
    };
    return seen;
  });
  await meanwhile();
  return notes.evaluate(({ count }) => count);
}

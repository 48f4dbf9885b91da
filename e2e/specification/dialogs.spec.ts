import { confirmation, rows } from '../back-office.ts';
import { colourNamed, colourOf } from '../colour.ts';
import { twoShirts } from '../correction-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { problem } from '../sale-traffic.ts';

// Animated, as most people see it.
test.use({ reducedMotion: 'no-preference' });

// Specification: 9.4
test('the line under a message shrinks every 100 ms for three seconds', async ({ page, shop }) => {
  await page.clock.install();
  await shop.signIn(page, shop.admin, { at: '/categorias' });
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: '+ Adicionar tipo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Depósito');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const bar = dialog.getByRole('status').filter({ hasText: 'Forma de pagamento criada' });
  await expect(bar).toBeVisible();
  const line = bar.locator('span[aria-hidden]');
  const share = () => line.evaluate((element) => Number.parseFloat(element.style.width));
  expect(await share()).toBe(100);
  for (let step = 1; step <= 30; step++) {
    await page.clock.runFor(100);
    await expect.poll(share).toBeCloseTo(((30 - step) / 30) * 100, 2);
  }
  // The message about a new row shows for five seconds.
  await page.clock.runFor(1_900);
  await expect(bar).toBeVisible();
  await page.clock.runFor(200);
  await expect(dialog).toBeHidden();
});

test('dialogs have one kind of title, quiet labels and one filled button', async ({
  page,
  shop,
}) => {
  const { sale } = await twoShirts(shop);
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const dialog = page.getByRole('dialog');
  const looks = new Set<string>();
  const look = async () => {
    const title = dialog.getByRole('heading', { level: 2 });
    const { style, filled } = await title.evaluate((heading) => {
      const { fontSize, fontWeight, color, lineHeight } = getComputedStyle(heading);
      const buttons = heading.closest('[role="dialog"]')?.querySelectorAll('button') ?? [];
      const filled = [...buttons].filter(({ dataset }) => dataset.variant === 'filled').length;
      return { style: [fontSize, fontWeight, color, lineHeight].join(' '), filled };
    });
    looks.add(style);
    expect(filled, (await title.textContent()) ?? '').toBe(1);
  };

  await rows(page).first().click();
  await look();
  const label = dialog.getByText('Nome do produto', { exact: true });
  await expect(label).toHaveCSS('font-weight', '500');
  await expect(label).toHaveCSS('color', await colourNamed(page, '--mantine-color-dimmed'));
  await expect(dialog.getByLabel('Nome do produto')).toHaveCSS('font-weight', '600');
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await look();
  await goTo(page, '/clientes');
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Exportar ou anonimizar' }).click();
  await look();
  await goTo(page, `/vendas?sale=${sale.id}`);
  await expect(dialog.getByText('Vera Lúcia', { exact: true })).toHaveCSS('font-weight', '600');
  await look();
  await dialog.getByRole('button', { name: 'Devolver' }).click();
  await look();
  expect(looks.size).toBe(1);
});

test('the buttons of a dialog stay in sight in a low window', async ({ page, shop }) => {
  const { sale } = await twoShirts(shop);
  // A laptop at 150 %.
  await page.setViewportSize({ width: 911, height: 433 });
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const button = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true });
  await rows(page).first().click();
  await expect(button('Salvar')).toBeInViewport({ ratio: 1 });
  await expect(button('Cancelar')).toBeInViewport({ ratio: 1 });
  // Nothing that has the focus lies under them.
  const active = page.getByRole('checkbox', { name: 'Ativo' });
  await active.focus();
  await page.keyboard.press('Space');
  await expect(active).not.toBeChecked();
  await active.click();
  await expect(active).toBeChecked();
  await goTo(page, `/vendas?sale=${sale.id}`);
  await expect(button('Devolver')).toBeInViewport({ ratio: 1 });
  await button('Devolver').click();
  await expect(button('DEVOLVER')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await goTo(page, '/clientes');
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Exportar ou anonimizar' }).click();
  await expect(button('Anonimizar')).toBeInViewport({ ratio: 1 });
  await goTo(page, '/produtos');
  await page.getByRole('button', { name: 'Marcar produtos' }).click();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Alterar preços (1)' }).click();
  await expect(button('Ver os preços novos')).toBeInViewport({ ratio: 1 });
});

// Specification: 2.15, 8.5
test('"Atenção!" and messages have their colours', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/Erro ao excluir o usuário|Failed to load resource/);
  const product = (code: string, active: boolean) =>
    shop.admin.call('createProduct', { body: { code, name: `Lápis ${code}`, price: 1, active } });
  await product('1', true);
  await product('2', false);
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const dot = (name: string) => rows(page).getByRole('img', { name, exact: true });
  await expect(rows(page)).toHaveCount(2);
  expect(await colourOf(dot('À venda'))).toBe('green');
  expect(await colourOf(dot('Fora de venda'))).toBe('red');

  const asking = confirmation(page);
  const cancel = asking.getByRole('button', { name: 'Cancelar' });
  const confirm = asking.getByRole('button', { name: 'Confirmar' });
  await page.getByRole('button', { name: 'Excluir Lápis 1' }).click();
  await expect(asking.getByRole('heading', { name: 'Atenção!' })).toBeVisible();
  // A tint, beside the one filled button.
  expect(await colourOf(cancel)).toBe('red');
  expect(await colourOf(cancel, 'color')).toBe('red');
  expect(await colourOf(confirm)).toBe('green');
  await cancel.click();
  await expect(asking).toBeHidden();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Excluir Lápis 1' }).click();
  await confirm.click();
  await expect(asking).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  expect(await colourOf(page.getByRole('status'))).toBe('red');

  await goTo(page, '/usuarios');
  await page.route('**/api/users/*/', (route) => route.fulfill(problem(500, 'internal_error')));
  await rows(page)
    .getByRole('button', { name: /^Excluir/ })
    .click();
  await confirm.click();
  const toast = page.getByRole('alert');
  await expect(toast).toHaveText('Erro ao excluir o usuário.');
  expect(await colourOf(toast)).toBe('red');
  const box = await toast.boundingBox();
  expect(box && box.x + box.width).toBe(1366 - 16);
  expect(box?.y).toBe(16);

  // A failed save is a red bar in the dialog.
  await goTo(page, '/produtos');
  await page.getByRole('button', { name: '+ Adicionar produto' }).click();
  expectConsoleError(/Erro ao criar o produto/);
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  const bar = page.getByRole('dialog').getByRole('alert');
  await expect(bar).toHaveText('Erro ao criar o produto.');
  expect(await colourOf(bar)).toBe('red');
});

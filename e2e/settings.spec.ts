import { stock } from './counter-screen.ts';
import { choose, expect, expectAccessible, test } from './fixtures.ts';
import { sell } from './till.ts';

test('an administrator chooses how the cash boxes work', async ({ page, shop }) => {
  const { shirt } = await stock(shop);
  const seller = await shop.newUser({ name: 'Vera', login: 'vera' });
  await sell(shop, seller, { product: shirt });
  await shop.signIn(page, shop.admin);
  await choose(page, 'Configurações');
  await expect(page.getByRole('heading', { name: 'CONFIGURAÇÕES' })).toBeVisible();
  const section = page.getByRole('form', { name: 'Caixa' });
  const simple = section.getByRole('radio', { name: 'Simples' });
  const counted = section.getByRole('radio', { name: 'Conferido' });
  const every = section.getByRole('checkbox', { name: 'Contar também cartões e Pix' });
  const withdrawal = section.getByLabel('Sangria sem autorização até');
  const difference = section.getByLabel('Diferença sem autorização até');
  const save = section.getByRole('button', { name: 'SALVAR' });
  await expect(simple).toBeChecked();
  await expect(every).not.toBeChecked();
  await expect(withdrawal).toHaveValue(/200,00/);
  await expect(difference).toHaveValue(/5,00/);
  await expectAccessible(page);

  await expect(section.getByRole('alert')).toHaveCount(0);
  await counted.check();
  await expect(section.getByRole('alert')).toContainText('não entram no caixa conferido');
  await every.check();
  await withdrawal.fill('15000');
  await difference.fill('0');
  // A reload loses none of it.
  await page.reload();
  await expect(page.getByRole('status')).toContainText('está de volta');
  await expect(counted).toBeChecked();
  await expect(difference).toHaveValue(/0,00/);
  await save.click();
  await expect(page.getByRole('status')).toHaveText('Configurações salvas!');
  await expectAccessible(page);
  expect(await shop.admin.call('readSettings')).toEqual({
    cash_box: 'counted',
    count_every_method: true,
    withdrawal_limit: 150,
    difference_limit: 0,
  });

  await simple.check();
  await section.getByRole('button', { name: 'Desfazer' }).click();
  await expect(counted).toBeChecked();
  await page.goto('/auditoria');
  const entry = page.getByRole('row').filter({ hasText: 'Mudou configurações' });
  await expect(entry).toContainText('Caixa: de Simples para Conferido');
  await expect(entry).toContainText(/Sangria sem autorização até: de R\$\s200,00 para R\$\s150,00/);
});

test('settings that are refused or do not load say so', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (400|503)|Erro ao salvar|The settings could not be loaded/);
  await shop.signIn(page, shop.admin, { at: null });
  await page.route('**/api/settings/', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: '{"type":"about:blank","title":"x","status":503,"code":"database_away","detail":"x"}',
    }),
  );
  await page.goto('/configuracoes');
  await expect(page.getByRole('alert').filter({ hasText: 'configurações' })).toContainText(
    'não puderam ser carregadas',
    { timeout: 20_000 },
  );
  await page.unroute('**/api/settings/');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  const withdrawal = page.getByLabel('Sangria sem autorização até');
  await withdrawal.fill('');
  await page.getByRole('button', { name: 'SALVAR' }).click();
  await expect(page.getByRole('alert')).toHaveText('Erro ao salvar as configurações.');
  await expect(withdrawal).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Preencha este campo.')).toBeVisible();
});

test('sellers have no settings', async ({ page, shop }) => {
  await shop.signIn(page, await shop.newUser({ name: 'Vera', login: 'vera' }));
  await page.goto('/configuracoes');
  await expect(page).toHaveURL(/\/pdv$/);
});

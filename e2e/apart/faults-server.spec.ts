import { SALE_MADE, salesIn } from '../counter-screen.ts';
import {
  DATABASE_AWAY,
  endSessions,
  expectFull,
  fillCounter,
  test,
  UNREACHABLE,
} from '../faults.ts';
import { expect, openedBy } from '../fixtures.ts';
import { onSalePosts } from '../sale-traffic.ts';

// Each ends its server or its database.
test.use({ serverEnv: {} });
test.describe.configure({ timeout: 300_000 });

test('the database dies under a sale, the server under a full counter, the database as a counter opens: it is said, nothing is lost, and all go on when it is back', async ({
  page,
  counter,
  shop,
  outage,
  expectConsoleError,
}) => {
  expectConsoleError(
    /Failed to load resource|The sale was not made|could not be loaded|Look-up failed/,
  );
  // With a client and a student to register first.
  await fillCounter(counter);
  await outage.takeDatabase();
  await counter.finish.click();
  await expect(counter.payment).toContainText('O servidor não respondeu. Tentando de novo');
  const away = page.getByRole('status').filter({ hasText: DATABASE_AWAY });
  await expect(away).toBeVisible();
  await outage.giveDatabase();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await expect(away).toBeHidden();
  expect(await salesIn(shop)).toBe(1);
  await expect(counter.cpf).toBeFocused();
  await expect(counter.items).toHaveCount(0);

  await fillCounter(counter);
  const traffic = await onSalePosts(page, (route) => route.continue());
  await page.route(
    '**/api/pdv/sales/',
    async (route) => {
      await outage.killServer();
      await route.fallback();
    },
    { times: 1 },
  );
  await counter.finish.click();
  await expect(counter.payment).toContainText('O servidor não respondeu. Tentando de novo');
  await counter.dismissFailure();
  const notice = page.getByRole('status').filter({ hasText: UNREACHABLE });
  await expect(notice).toContainText('Tentando de novo… O que você digitou continua aqui.');
  await expect(counter.payment).toContainText('ela não será registrada duas vezes');
  await expectFull(counter);

  await outage.startServer();
  await expect(notice).toBeHidden();
  await expectFull(counter);
  const opened = await openedBy(page, () => counter.finishSale());
  await expect(opened.getByRole('article')).toContainText('Caderno universitário: x1');
  expect(new Set(traffic.keys).size).toBe(1);
  expect(traffic.keys.length).toBeGreaterThan(1);
  expect(await salesIn(shop)).toBe(2);
  // The server may not go away before.
  await counter.loadedAnew();
  await expect(counter.items).toHaveCount(0);

  await outage.takeDatabase();
  await page.reload();
  await expect(page.getByText('Não foi possível carregar os produtos.')).toBeVisible();
  await counter.cpf.fill('52998224725');
  await expect(counter.client).toContainText('Não foi possível consultar o cadastro.');
  await outage.giveDatabase();
  await expect(page.getByText('Não foi possível carregar os produtos.')).toBeHidden();
  // The failed look-up is retried too; the sale has registered the client.
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.scan('101');
  await counter.expectItems('Caderno');
});

test('a half-filled form outlives outages', async ({ page, shop, outage, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource|Erro ao criar|could not be loaded/);
  await shop.signIn(page, shop.admin);
  await page.goto('/produtos');
  const add = page.getByRole('button', { name: '+ Adicionar produto' });
  const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
  const code = dialog.getByLabel('Código do produto');
  const back = dialog.getByText('O que você tinha digitado e não foi salvo está de volta.');
  const expectTyped = async () => {
    await add.click();
    await expect(back).toBeVisible();
    await expect(code).toHaveValue('900');
    await expect(dialog.getByLabel('Nome do produto')).toHaveValue('Régua');
    await expect(dialog.getByLabel('Valor do produto')).toHaveValue(/3,50/);
    await expect(dialog.getByLabel('Ativo')).not.toBeChecked();
  };
  await add.click();
  await expect(back).toBeHidden();
  await code.fill('900');
  await dialog.getByLabel('Nome do produto').fill('Régua');
  await dialog.getByLabel('Valor do produto').fill('350');
  await dialog.getByLabel('Ativo').uncheck();
  // A deleted amount is stored as none, not as R$ 0,00.
  const price = dialog.getByLabel('Valor do produto');
  await price.fill('0');
  await price.press('End');
  await price.press('Backspace');
  await expect(price).toHaveValue('');
  await page.reload();
  await add.click();
  await expect(back).toBeVisible();
  await expect(price).toHaveValue('');
  await price.fill('350');
  await page.reload();
  await expectTyped();

  await outage.killServer();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Erro ao criar o produto.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectTyped();
  // Under an open dialog it is only seen.
  await expect(page.getByText(UNREACHABLE)).toBeVisible();

  await outage.startServer();
  await expect(page.getByText(UNREACHABLE)).toBeHidden();
  await endSessions(shop, page);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await shop.signIn(page, shop.admin);
  await page.goto('/produtos');
  await expectTyped();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Produto criado com sucesso!')).toBeVisible();
  await page.keyboard.press('Escape');
  await add.click();
  await expect(code).toHaveValue('');
  await expect(back).toBeHidden();

  // Cancelar drops the input.
  await code.fill('901');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await add.click();
  await expect(code).toHaveValue('');
});

import { rows } from '../back-office.ts';
import { counterScreen } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { problem } from '../sale-traffic.ts';

// Specification: 8.10
test('failed lists are read again', async ({ page, shop, expectConsoleError, seenErrors }) => {
  expectConsoleError(/status of 500|could not be loaded/);
  await shop.signIn(page, shop.admin, { at: '/perfil' });
  const lists = /\/api\/(audit|pdv\/(products|sales|closeBoxList|paymentMethods)|users)/;
  for (const [path, title, loaded] of [
    ['/produtos', 'GERENCIAR PRODUTOS', 'Nenhum produto cadastrado'],
    ['/vendas', 'VENDAS', 'Nenhuma venda registrada'],
    ['/gerenciarFechamentos', 'FECHAMENTOS', 'Nenhum caixa fechado neste período'],
  ] as const) {
    await page.route(lists, (route) => route.fulfill(problem(500, 'internal_error')));
    await goTo(page, path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('A lista não pôde ser carregada');
    await expect(rows(page)).toHaveCount(0);
    expect(seenErrors.join('\n')).toContain(`${title}: the list could not be loaded`);
    // The others show it in the same frame, and have tests of their own.
    if (path === '/produtos') await expectAccessible(page);
    await page.unroute(lists);
    // The filter of the sales has one of its own, for its products.
    await page.getByRole('button', { name: 'Tentar de novo' }).last().click();
    await expect(
      page.getByRole('main').getByText(loaded).filter({ visible: true }),
    ).not.toHaveCount(0);
  }

  const body = { code: '101', name: 'Caneta', price: 2.5, active: true };
  await shop.admin.call('createProduct', { body });
  await page.route(lists, (route) => route.fulfill(problem(500, 'internal', '1a2b3c4d')));
  const logged = () => seenErrors.filter((text) => /A list could.*500 internal:/.test(text));
  await goTo(page, '/pdv');
  await expect.poll(logged).toHaveLength(2);
  await counterScreen(page).code.fill('101');
  await expect(page.getByRole('option')).toHaveCount(0);

  // An error of the server has a reference, which stays until it is put away.
  const reference = page.getByText('Referência para o suporte: 1a2b3c4d');
  await expect(reference).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(reference).toBeHidden();
});

import { counterScreen, SALE_MADE, salesIn, test } from '../counter-screen.ts';
import { choose, expect, expectAccessible, openedBy } from '../fixtures.ts';

test('a new seller practises the whole sale, and nothing of it is sent or recorded', async ({
  page,
  context,
  shop,
  counter,
}) => {
  // An order of the real counter, which the practice must not touch.
  await counter.takeOrder({ name: 'Maria Souza', codes: ['103'] });
  const sales = await salesIn(shop);
  await choose(page, 'Ajuda');
  const practice = await openedBy(page, () =>
    page.getByRole('link', { name: 'Treinar a venda' }).click(),
  );
  const sent: string[] = [];
  practice.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(?!institution)/.test(pathname)) sent.push(pathname);
  });
  const till = counterScreen(practice);
  const done = practice.getByRole('list', { name: 'Tarefas' }).locator('[data-done]');
  await expect(practice.getByRole('heading', { name: /TREINO/ })).toBeVisible();
  await expect(till.items).toHaveCount(0);
  await expectAccessible(practice);

  await till.cpf.pressSequentially('11144477735');
  await expect(till.clientName).toHaveValue('Ana do Treino');
  await expect(done).toHaveCount(1);
  await till.scan('101');
  await expect(done).toHaveCount(1);
  await till.productName.pressSequentially('camiseta polo g');
  for (const key of ['Enter', 'Enter']) await practice.keyboard.press(key);
  await till.expectItems('Caderno universitário', 'Camiseta polo G');
  await expect(done).toHaveCount(2);
  await till.items
    .first()
    .getByRole('button', { name: /^Editar/ })
    .click();
  await till.quantity.fill('3');
  await practice.keyboard.press('Enter');
  await expect(done).toHaveCount(3);
  await till.closeOrder.click();
  await till.editOrder.click();
  await expect(done).toHaveCount(4);
  // A reload keeps the order and the ticks.
  await practice.reload();
  await expect(done).toHaveCount(4);
  await till.closeOrder.click();
  await till.pay(1, 'Dinheiro', '20000');
  await till.finish.click();
  const paper = await context.waitForEvent('page');
  await expect(paper.getByText('TREINO — sem valor')).toHaveCount(2);
  await expect(paper.getByRole('article')).toContainText('Ana do Treino');
  await expect(practice.getByText(SALE_MADE)).toBeHidden();
  await expect(done).toHaveCount(5);
  await expect(practice.getByRole('status').filter({ hasText: 'Pronto' })).toBeVisible();

  expect(sent).toEqual([]);
  expect(await salesIn(shop)).toBe(sales);
  await page.goBack();
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.expectItems('Camiseta da escola');
  // Out of it, the counter is the real one.
  await practice.getByRole('link', { name: 'Sair do treino' }).click();
  await expect(practice).toHaveURL(/\/pdv$/);
  await counterScreen(practice).scan('103');
  await counterScreen(practice).expectItems('Camiseta da escola');
});

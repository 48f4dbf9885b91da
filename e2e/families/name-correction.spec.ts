import { rows } from '../back-office.ts';
import { CPF, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { JOAO, newClient, sell } from '../till.ts';

test('a name is corrected on the spot, for sales to come', async ({
  page,
  shop,
  counter,
  goods,
  seller,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500|The name could not be corrected/);
  const client = await newClient(shop, 'Maria das Dores Sousa');
  const student = await seller.call('createStudent', { body: { registration: JOAO, name: '' } });
  await sell(shop, seller, { product: goods.pencil, client, student });
  const right = counter.client.getByRole('button', { name: 'Corrigir cadastro' });
  await counter.cpf.fill(CPF);
  await expect(counter.clientName).toHaveValue('Maria das Dores Sousa');
  await expect(right).toBeHidden();
  await counter.clientName.fill('Maria das Dores Souza');
  await expect(counter.client).toContainText(
    'A venda sairá no nome cadastrado: Maria das Dores Sousa.',
  );
  await expectAccessible(page);
  const one = /\/api\/pdv\/clientNames\/\d+\/$/;
  await page.route(one, (route) => route.fulfill({ status: 500, body: '' }));
  await right.click();
  await expect(counter.client.getByRole('alert')).toHaveText('O cadastro não foi corrigido.');
  await page.unroute(one);
  // Tab leads from field to field, past what changes a record.
  await counter.clientName.press('Tab');
  await expect(counter.registration).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(counter.clientName).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(counter.client).toContainText('Cadastro corrigido');
  await expect(counter.clientName).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(counter.registration).toBeFocused();

  await page.keyboard.press('a');
  await expect(counter.registration).toHaveValue(JOAO);
  await counter.studentName.fill('João');
  await expect(counter.student).toContainText('O cadastro está sem nome.');
  await counter.student.getByRole('button', { name: 'Corrigir cadastro' }).click();
  await expect(counter.student).toContainText('Cadastro corrigido');
  await counter.scan('102');
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '155');
  await counter.finishSale();
  const { results } = await seller.call('listSales');
  expect(results.map(({ client_data, student_data }) => [client_data.name, student_data?.name]))
    // Receipts that were printed stay true.
    .toEqual([
      ['Maria das Dores Souza', 'João'],
      ['Maria das Dores Sousa', ''],
    ]);

  await counter.loadedAnew();
  await shop.signIn(page, shop.admin, { at: '/auditoria?kind=client.edited' });
  const entry = rows(page).first().getByRole('cell');
  await expect(entry).toContainText(['', 'Vera Lúcia', 'Corrigiu cadastro de cliente']);
  await expect(entry.last()).toHaveText(
    'Nome: de Maria das Dores Sousa para Maria das Dores Souza',
  );
});

test('a name that may be of somebody else is asked about, and a correction can be undone', async ({
  page,
  shop,
  counter,
  seller,
}) => {
  await newClient(shop, 'Antônia de Souza');
  const { keyboard } = page;
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  const saved = async () =>
    (await seller.call('findClients', { query: { search: CPF } })).results[0]?.name;
  await counter.cpf.pressSequentially(CPF, { delay: 60 });
  await expect(counter.clientName).toHaveValue('Antônia de Souza');
  await counter.clientName.press('Control+a');
  await keyboard.type('Fulano de Tal', { delay: 40 });
  // The keys that renamed at once.
  await keyboard.press('Tab');
  await expect(counter.registration).toBeFocused();
  await keyboard.press('Shift+Tab');
  await keyboard.press('Control+Enter');
  await expect(question).toContainText('Antes Antônia de Souza → depois Fulano de Tal');
  await expectAccessible(page);
  await keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(counter.clientName).toBeFocused();
  expect(await saved()).toBe('Antônia de Souza');
  await counter.client.getByRole('button', { name: 'Corrigir cadastro' }).click();
  await keyboard.press('Enter');
  await expect(counter.client).toContainText('Cadastro corrigido');
  await expect(counter.registration).toBeFocused();
  expect(await saved()).toBe('Fulano de Tal');
  await counter.client.getByRole('button', { name: 'Desfazer' }).click();
  await expect(counter.clientName).toHaveValue('Antônia de Souza');
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await expect(counter.registration).toBeFocused();
  expect(await saved()).toBe('Antônia de Souza');

  // One word in common, in any case and without accents, is no question. The same key undoes it.
  await counter.clientName.press('Control+a');
  await keyboard.type('ANTONIA DE LIMA', { delay: 40 });
  await keyboard.press('Control+Enter');
  await expect(counter.client).toContainText('Cadastro corrigido');
  expect(await saved()).toBe('ANTONIA DE LIMA');
  await keyboard.press('Control+Enter');
  await expect(counter.clientName).toHaveValue('Antônia de Souza');
  expect(await saved()).toBe('Antônia de Souza');

  await shop.signIn(page, shop.admin, { at: '/auditoria?kind=client.edited' });
  for (const [row, words] of [
    'de ANTONIA DE LIMA para Antônia de Souza',
    'de Antônia de Souza para ANTONIA DE LIMA',
    'de Fulano de Tal para Antônia de Souza',
    'de Antônia de Souza para Fulano de Tal',
  ].entries()) {
    await expect(rows(page).nth(row)).toContainText(`Nome: ${words}`);
  }
});

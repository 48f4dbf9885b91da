import { CPF, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';
import { BIA, JOAO, newClient, sell } from '../till.ts';
import { holdTimers } from '../timing.ts';

test('people of earlier sales are one key away', async ({ page, shop, counter, goods, seller }) => {
  const maria = await newClient(shop);
  const pedro = await newClient(shop, 'Pedro Lima', '11144477735');
  const [joao, bia] = await Promise.all(
    [
      { registration: JOAO, name: 'João Souza' },
      { registration: BIA, name: 'Bia de Souza' },
    ].map((body) => seller.call('createStudent', { body })),
  );
  const product = goods.pencil;
  for (const [client, student] of [
    [maria, joao],
    [pedro, bia],
    [maria, bia],
  ] as const) {
    await sell(shop, seller, { product, client, ...(student && { student }) });
  }
  const students = counter.student.getByRole('group', { name: 'ALUNO de compras anteriores' });
  const clients = counter.client.getByRole('group', { name: 'CLIENTE de compras anteriores' });

  // Nothing is offered before the CPF is found, and the focus stays where the seller types.
  await counter.cpf.pressSequentially(CPF.slice(0, 10));
  await expect(students).toBeHidden();
  await counter.cpf.press(CPF.slice(10));
  await expect(students.getByRole('button')).toHaveText(['ABia Souza', 'BJoão Souza']);
  await expect(counter.cpf).toBeFocused();
  await expectAccessible(page);
  // The name is known, so Enter leads to the matrícula.
  for (const key of ['Enter', 'b']) await page.keyboard.press(key);
  await expect(counter.registration).toHaveValue(JOAO);
  await expect(counter.studentName).toHaveValue('João Souza');
  await expect(counter.student).toContainText('Aluno cadastrado.');
  await expect(students).toBeHidden();
  // Another way to say who it is hides the offer; an empty field shows it again.
  await counter.registration.fill('9');
  await expect(students).toBeHidden();
  await counter.registration.fill('');
  await students.getByRole('button', { name: 'Bia Souza' }).click();
  await expect(counter.registration).toHaveValue(BIA);
  await expect(counter.code).toBeFocused();

  await counter.cpf.fill('');
  await expect(clients.getByRole('button')).toHaveText(['AMaria Souza', 'BPedro Lima']);
  await counter.cpf.press('A');
  // The seller learns no CPF that nobody has said.
  await expect(counter.cpf).toHaveValue('•••.982.247-••');
  await expect(counter.clientName).toHaveValue('Maria das Dores Souza');
  await expect(counter.client).toContainText('Cliente cadastrado.');
  // Another name can't be put right without the CPF, and another CPF is typed anew.
  await counter.clientName.press('End');
  await counter.clientName.pressSequentially('s', { delay: 30 });
  await expect(counter.client).toContainText('A venda sairá no nome cadastrado');
  await expect(counter.client.getByRole('button', { name: 'Corrigir cadastro' })).toHaveCount(0);
  await counter.cpf.press('End');
  await counter.cpf.press('Backspace');
  await expect(counter.cpf).toHaveValue('');
  await expect(clients.getByRole('button')).toHaveCount(2);
  await counter.cpf.press('A');
  // A reload keeps who was chosen.
  await page.reload();
  await expect(counter.cpf).toHaveValue('•••.982.247-••');
  // Waiting, the order keeps who was chosen, and still says no CPF.
  await page.keyboard.press('F4');
  await expect(counter.cpf).toHaveValue('');
  await page.getByRole('button', { name: '1 em espera', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Em espera' })
    .getByRole('button', { name: /^Maria/ })
    .click();
  await expect(counter.clientName).toHaveValue('Maria das Dores Souza');
  await expect(counter.registration).toHaveValue(BIA);
  await expect(counter.cpf).toHaveValue('•••.982.247-••');
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await expect(clients).toBeHidden();
  await counter.scan('102');
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '155');
  await counter.finishSale();
  const { results } = await seller.call('listSales');
  expect(results[0]).toMatchObject({
    client: maria.id,
    client_data: { cpf: CPF },
    student: bia?.id,
  });
});

test('a letter and a code that come before the student is known wait for the answer', async ({
  page,
  shop,
  counter,
  goods,
  seller,
  expectConsoleError,
}) => {
  // A slow machine may reach the limit of a call that is held.
  expectConsoleError(/The people of earlier sales could not be loaded/);
  const client = await newClient(shop);
  const student = await seller.call('createStudent', {
    body: { registration: JOAO, name: 'João Souza' },
  });
  await sell(shop, seller, { product: goods.pencil, client, student });
  // A letter waits three seconds; on a busy machine an answer takes longer.
  const release = await holdTimers(page, [3_000]);
  const typed = Promise.withResolvers<void>();
  await page.route(/\/api\/pdv\/(clients|companions\/students)\//, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await counter.cpf.pressSequentially(CPF, { delay: 80 });
  for (const key of ['Enter', 'a', '1', '0', '1', 'Enter'])
    await page.keyboard.press(key, { delay: 80 });
  typed.resolve();
  await expect(counter.studentName).toHaveValue('João Souza');
  await counter.expectItems('Caderno');
  await expect(counter.code).toHaveValue('');

  // Without an answer the keys go where they are typed.
  await page.getByRole('button', { name: 'Esvaziar', exact: true }).click();
  const answered = Promise.withResolvers<void>();
  await page.route(/\/api\/pdv\/companions\/students\//, async (route) => {
    await answered.promise;
    await route.fulfill({ headers: { 'x-served-by': 'balcao' }, json: [] });
  });
  await counter.cpf.pressSequentially(CPF);
  await expect(counter.clientName).toHaveValue(client.name);
  for (const key of ['Enter', 'a', '2', '7']) await page.keyboard.press(key);
  await release();
  await expect(counter.registration).toHaveValue('27');
  answered.resolve();
});

test('a scan with letters chooses nobody', async ({ page, shop, counter, goods, seller }) => {
  await shop.admin.call('createProduct', {
    body: { code: 'AB-7', name: 'Agenda', price: 30, active: true },
  });
  await page.reload();
  const student = await seller.call('createStudent', {
    body: { registration: JOAO, name: 'João' },
  });
  await sell(shop, seller, { product: goods.pencil, student });
  const keys = await keysOf(page);
  await counter.cpf.fill(CPF);
  await expect(counter.student.getByRole('button', { name: 'João' })).toBeVisible();
  await counter.registration.focus();
  await keys(codeAndEnter('AB-7'), 5);
  await expect(counter.items).toContainText(['Agenda']);
  await expect(counter.registration).toHaveValue('');
});

test('a server without offers asks nothing', async ({
  page,
  shop,
  counter,
  seller,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404|people of earlier sales/);
  await page.route('**/api/pdv/companions/**', (route) =>
    route.fulfill({ status: 404, body: 'Not found' }),
  );
  await newClient(shop);
  await newClient(shop, 'Pedro Lima', '11144477735');
  await seller.call('createStudent', { body: { registration: BIA, name: 'Bia Lima' } });
  await counter.cpf.pressSequentially(CPF);
  await counter.registration.pressSequentially(BIA);
  await expect(counter.student).toContainText('Aluno cadastrado.');
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await counter.cpf.press('ControlOrMeta+a');
  await counter.cpf.pressSequentially('11144477735');
  await expect(counter.clientName).toHaveValue('Pedro Lima');
  await expect(counter.registration).toHaveValue(BIA);
  await counter.scan('102');
  await expect(counter.student).toContainText('Aluno cadastrado.');
  await page.keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
});

import { rows } from './back-office.ts';
import { CPF, test } from './counter-screen.ts';
import { expect, expectAccessible } from './fixtures.ts';
import { codeAndEnter, keysOf } from './scanner.ts';
import { newClient, sell } from './till.ts';
import { holdTimers } from './timing.ts';

const JOAO = '20260000042';
const BIA = '20260000043';

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

test('a family changes whole: who came through the former client goes with them', async ({
  page,
  shop,
  counter,
  goods,
  seller,
}) => {
  const otherCpf = '11144477735';
  const students = [
    { registration: JOAO, name: 'João Souza' },
    { registration: BIA, name: 'Bia Lima' },
  ];
  const [joao, bia] = await Promise.all(
    students.map((body) => seller.call('createStudent', { body })),
  );
  const clients = [await newClient(shop), await newClient(shop, 'Pedro Lima', otherCpf)] as const;
  for (const [index, student] of [joao, bia].entries()) {
    const client = clients[index];
    if (client && student) await sell(shop, seller, { product: goods.pencil, client, student });
  }
  const offers = counter.student.getByRole('group', { name: 'ALUNO de compras anteriores' });
  const typeCpf = async (cpf: string) => {
    await counter.cpf.press('ControlOrMeta+a');
    await counter.cpf.pressSequentially(cpf);
  };
  const gone = page.getByText('João Souza saiu com o cliente anterior.');
  const strange = 'Este cliente nunca comprou para este aluno.';
  const question = page.getByRole('dialog', { name: 'Atenção!' });

  await typeCpf(CPF);
  await expect(offers.getByRole('button')).toHaveText(['AJoão Souza']);
  for (const key of ['Enter', 'a']) await page.keyboard.press(key);
  await expect(counter.registration).toHaveValue(JOAO);
  await counter.scan('102');
  // The same client, typed again with one digit put right, keeps the student.
  await counter.cpf.press('End');
  await counter.cpf.press('Backspace');
  await counter.cpf.press('5');
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await expect(counter.registration).toHaveValue(JOAO);
  // A digit before the last one it is nobody else yet.
  await typeCpf(otherCpf.slice(0, 10));
  await expect(counter.studentName).toHaveValue('João Souza');
  await counter.cpf.press(otherCpf.slice(10));
  await expect(counter.clientName).toHaveValue('Pedro Lima');
  await expect(counter.registration).toHaveValue('');
  await expect(counter.studentName).toHaveValue('');
  await expect(gone).toBeVisible();
  await expect(offers.getByRole('button')).toHaveText(['ABia Lima']);
  await expectAccessible(page);
  // Back to the first one, the whole family is back.
  await typeCpf(CPF);
  await expect(counter.studentName).toHaveValue('João Souza');
  await expect(gone).toBeHidden();
  await typeCpf(otherCpf);
  await expect(gone).toBeVisible();

  // Put back by the seller, the student stays, and is asked about once.
  await page.getByRole('button', { name: 'Desfazer' }).press('Enter');
  await expect(counter.registration).toHaveValue(JOAO);
  await expect(counter.student).toContainText(strange);
  await expect(offers.getByRole('button')).toHaveText(['ABia Lima']);
  await expect(counter.code).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('F8');
  await expect(question).toContainText('Pedro Lima nunca comprou para João Souza.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(counter.registration).toBeFocused();
  // Keys of the payment that come too early do not answer.
  await page.keyboard.press('F8');
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(counter.registration).toBeFocused();
  await page.keyboard.press('F8');
  await question.getByRole('button', { name: 'Fechar assim' }).press('Enter');
  await expect(counter.payment).toContainText(strange);
  await expect(counter.method(1)).toBeFocused();
  await page.keyboard.press('Shift+F8');
  await expect(counter.code).toBeFocused();
  await page.keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
  await page.keyboard.press('Shift+F8');
  // A letter takes the child of the new client.
  await counter.registration.press('a');
  await expect(counter.registration).toHaveValue(BIA);
  await expect(counter.student).toContainText('Aluno cadastrado.');
  await page.keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
});

test('a typed matrícula stays when the CPF is another, in amber unless the new client bought for it', async ({
  page,
  shop,
  counter,
  goods,
  seller,
}) => {
  await newClient(shop);
  const other = await newClient(shop, 'Pedro Lima', '11144477735');
  const [joao] = await Promise.all(
    [
      { registration: JOAO, name: 'João Souza' },
      { registration: BIA, name: 'Bia Lima' },
    ].map((body) => seller.call('createStudent', { body })),
  );
  if (joao) await sell(shop, seller, { product: goods.pencil, client: other, student: joao });
  const strange = 'Este cliente nunca comprou para este aluno.';
  await counter.cpf.pressSequentially(CPF);
  await expect(counter.clientName).toHaveValue('Maria das Dores Souza');
  await counter.registration.pressSequentially(BIA);
  // A first sale of the two is nothing to ask about.
  await expect(counter.student).toContainText('Aluno cadastrado.');
  await counter.cpf.press('ControlOrMeta+a');
  for (const digit of '11144477735') {
    await page.keyboard.press(digit);
    expect(await counter.registration.inputValue()).toBe(BIA);
  }
  await expect(counter.clientName).toHaveValue('Pedro Lima');
  await expect(counter.student).toContainText(strange);
  await expect(counter.registration).toHaveValue(BIA);
  // One whom the client bought for before is no question.
  await counter.cpf.press('ControlOrMeta+a');
  await counter.cpf.pressSequentially(CPF);
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await expect(counter.student).not.toContainText(strange);
  await counter.registration.press('ControlOrMeta+a');
  await counter.registration.pressSequentially(JOAO);
  await expect(counter.studentName).toHaveValue('João Souza');
  await counter.cpf.press('ControlOrMeta+a');
  await counter.cpf.pressSequentially('11144477735');
  await expect(counter.clientName).toHaveValue('Pedro Lima');
  await counter.scan('102');
  await expect(counter.student).toContainText('Aluno cadastrado.');
  await page.keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
});

test('a known student whom a family never had is in amber when the matrícula is typed over', async ({
  page,
  shop,
  counter,
  goods,
  seller,
}) => {
  const client = await newClient(shop);
  const [joao] = await Promise.all(
    [
      { registration: JOAO, name: 'João Souza' },
      { registration: BIA, name: 'Bia Lima' },
    ].map((body) => seller.call('createStudent', { body })),
  );
  if (joao) await sell(shop, seller, { product: goods.pencil, client, student: joao });
  const strange = 'Este cliente nunca comprou para este aluno.';
  await counter.cpf.pressSequentially(CPF);
  await expect(counter.student).toContainText('tecle a letra');
  await counter.registration.press('a');
  await expect(counter.studentName).toHaveValue('João Souza');
  await expect(counter.student).not.toContainText(strange);
  await counter.registration.press('ControlOrMeta+a');
  await counter.registration.pressSequentially(BIA);
  await expect(counter.studentName).toHaveValue('Bia Lima');
  await expect(counter.student).toContainText(strange);
  // The seller has typed it: it is said, and not asked.
  await counter.scan('102');
  await page.keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
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

test('a wrong link that one’s own sale of today made is taken off where it is offered', async ({
  page,
  shop,
  counter,
  goods,
  seller,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503|link could not be taken off/);
  const client = await newClient(shop);
  const [wrong, own] = await Promise.all(
    [
      { registration: BIA, name: 'Bia Lima' },
      { registration: JOAO, name: 'João Souza' },
    ].map((body) => seller.call('createStudent', { body })),
  );
  if (!wrong || !own) throw new Error('Two students');
  const product = goods.pencil;
  await sell(shop, seller, { product, client, student: own, at: '2026-01-05T12:00:00Z' });
  await sell(shop, seller, { product, client, student: wrong });
  const offers = counter.student.getByRole('group', { name: 'ALUNO de compras anteriores' });
  const unlink = counter.student.getByRole('button', { name: 'Desligar um aluno do cliente' });
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  await counter.cpf.pressSequentially(CPF);
  await expect(unlink).toBeVisible();
  await expectAccessible(page);
  // Tab comes to the offers alone, and Delete there asks.
  await counter.studentName.focus();
  await page.keyboard.press('Tab');
  await expect(offers.getByRole('button', { name: 'Bia Lima', exact: true })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(question).toContainText('Quem não é da família de Maria das Dores Souza?');
  // The link of another day stays.
  await expect(question.getByRole('radio')).toHaveCount(1);
  await expect(question.getByRole('radio', { name: 'Bia Lima' })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(counter.registration).toBeFocused();
  await page.route('**/api/pdv/companions/unlink/', (route) => route.fulfill({ status: 503 }), {
    times: 1,
  });
  await unlink.click();
  await page.keyboard.press('Enter');
  await expect(counter.student).toContainText('O aluno não foi desligado.');
  await unlink.click();
  await page.keyboard.press('Enter');
  await expect(offers.getByRole('button')).toHaveText(['AJoão Souza']);
  await expect(unlink).toBeHidden();
  await expect(counter.registration).toBeFocused();
  await page.keyboard.press('a');
  await expect(counter.registration).toHaveValue(JOAO);
  await shop.signIn(page, shop.admin, { at: '/auditoria?kind=client.unlinked' });
  await expect(rows(page).first()).toContainText('Desligou cliente e aluno');
});

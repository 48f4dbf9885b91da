import { CPF, SALE_MADE, test, textsShownIn } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { gate, problem } from '../sale-traffic.ts';
import { sell } from '../till.ts';

const OTHER_CPF = '11144477735';

// Specification: 4.6, 5.2, 9.3
test('client and student are found by eleven digits', async ({ page, counter, seller }) => {
  await seller.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  await seller.call('createStudent', { body: { registration: '20260000042', name: 'João' } });
  const searches: string[] = [];
  const door = gate();
  await page.route(/\/api\/pdv\/(clients|students)\/\?/, async (route) => {
    searches.push(new URL(route.request().url()).searchParams.get('search') ?? '');
    await door.opened;
    await route.continue();
  });

  await counter.cpf.pressSequentially('5299822472');
  await expect(counter.cpf).toHaveValue('529.982.247-2');
  expect(searches).toEqual([]);
  await page.keyboard.type('5');
  await expect(counter.client.getByLabel('Procurando cliente')).toBeVisible();
  // The seller goes on meanwhile.
  await counter.registration.fill('20260000042');
  await expect(counter.student.getByLabel('Procurando aluno')).toBeVisible();
  await counter.code.fill('101');
  door.open();
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await expect(counter.studentName).toHaveValue('João');
  await expect(counter.client.getByLabel('Procurando cliente')).toBeHidden();
  await expect(counter.code).toHaveValue('101');
  expect(searches).toEqual([CPF, '20260000042']);

  // Other digits belong to another person: the registered name goes.
  await counter.cpf.fill(OTHER_CPF);
  await expect(counter.clientName).toHaveValue('');
  await expect(counter.client).toContainText('Será cadastrado com a venda.');
  // A registration longer than eleven digits is not looked up, and ends at fifteen.
  await counter.registration.fill('20260000042999999');
  await expect(counter.registration).toHaveValue('202600000429999');
  await expect(counter.studentName).toHaveValue('');
  expect(searches).toEqual([CPF, '20260000042', OTHER_CPF]);

  // Wrong check digits are a warning and no wall.
  await counter.registration.fill('');
  await counter.takeOrder({ cpf: '52998224726' });
  await expect(counter.client).toContainText('os dígitos verificadores não batem');
  await counter.cpf.fill(CPF);
  await expect(counter.client).not.toContainText('não batem');
  await counter.cpf.fill('11111111111');
  await expect(counter.client).toContainText('não batem');
  await counter.clientName.fill('Maria Souza');
  await counter.closeOrder.click();
  await expect(counter.method(1)).toBeFocused();
});

test('F8 waits for a client who is still looked up, and what follows it too', async ({
  page,
  counter,
  seller,
}) => {
  await seller.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  const door = gate();
  await page.route(/\/api\/pdv\/clients\/\?/, async (route) => {
    await door.opened;
    await route.continue();
  });
  await counter.scan('101');
  await counter.cpf.click();
  await page.keyboard.type(CPF, { delay: 60 });
  await expect(counter.client.getByLabel('Procurando cliente')).toBeVisible();
  for (const key of ['F8', 'd', 'Enter']) await page.keyboard.press(key, { delay: 60 });
  door.open();
  await expect(counter.method(1)).toHaveValue('Dinheiro');
  await expect(counter.clientName).toHaveValue('Maria Souza');
});

test('a client anonymised meanwhile', async ({ counter, seller, shop, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource|The sale was not made/);
  await seller.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  await counter.cpf.fill(CPF);
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await counter.scan('101');
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1890');
  await shop.sql(
    `UPDATE clients SET name = 'Cliente anonimizado', cpf = 'anonimo-' || id, anonymised_at = now()`,
  );
  await counter.finish.click();
  await counter.dismissFailure();
  await expect(counter.payment).toContainText('o cadastro do cliente não existe mais');
  await expect(counter.client).toContainText('Será cadastrado com a venda.');
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.finishSale();
  expect(await shop.sql('SELECT client_name, client_cpf FROM sales')).toEqual([
    { client_name: 'Maria Souza', client_cpf: CPF },
  ]);
});

test('late and failed look-ups', async ({ page, counter, seller, expectConsoleError }) => {
  expectConsoleError(/Look-up failed|Failed to load resource/);
  await seller.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  await seller.call('createClient', { body: { cpf: OTHER_CPF, name: 'Pedro Lima' } });
  const texts = await textsShownIn(counter.client.getByRole('status'));
  const door = gate();
  await page.route(/\/api\/pdv\/clients\/\?/, async (route) => {
    // The first person's response comes after the second's.
    if (route.request().url().includes(CPF)) await door.opened;
    await route.continue().catch(() => {});
  });
  await counter.cpf.fill(CPF);
  await expect(counter.client.getByLabel('Procurando cliente')).toBeVisible();
  await counter.cpf.fill(OTHER_CPF);
  await expect(counter.clientName).toHaveValue('Pedro Lima');
  door.open();
  await counter.scan('101');
  await expect(counter.items).toHaveCount(1);
  await expect(counter.clientName).toHaveValue('Pedro Lima');
  // No note about a person appears before the response.
  await expect(counter.client).toContainText('Cliente cadastrado.');
  expect((await texts.jsonValue()).join()).not.toContain('Será cadastrado');

  // A name that comes into the field where the seller already is gives way to what is typed.
  const second = gate();
  await page.unrouteAll();
  await page.route(/\/api\/pdv\/clients\/\?/, async (route) => {
    await second.opened;
    await route.continue();
  });
  await counter.cpf.fill(CPF);
  await counter.clientName.focus();
  await expect(counter.clientName).toHaveValue('');
  second.open();
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await page.keyboard.type('Mário');
  await expect(counter.clientName).toHaveValue('Mário');

  await page.unrouteAll();
  await counter.cpf.fill('');
  await counter.clientName.fill('');
  await page.route(/\/api\/pdv\/(clients|students)\/\?/, (route) =>
    route.fulfill(problem(500, 'internal_error')),
  );
  await counter.cpf.fill(CPF);
  await counter.clientName.fill('Maria S.');
  await counter.registration.fill('20260000042');
  for (const section of [counter.client, counter.student]) {
    await expect(section).toContainText('Não foi possível consultar o cadastro.');
    await expect(section).not.toContainText('Será cadastrado');
  }
  await expect(counter.clientName).toHaveValue('Maria S.');
  await page.unrouteAll();
  await counter.client.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.student.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(counter.student).toContainText('Será cadastrado com a venda, sem nome.');
});

test('Enter before the response goes past a name that comes, unless something was done there', async ({
  page,
  counter,
  seller,
}) => {
  await seller.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  await seller.call('createStudent', { body: { registration: '2042', name: 'João Souza' } });
  const { keyboard } = page;
  let door = gate();
  await page.route(/\/api\/pdv\/(clients|students)\/\?/, async (route) => {
    await door.opened;
    await route.continue();
  });
  for (const [section, number, name, digits, next] of [
    [counter.client, counter.cpf, counter.clientName, CPF, counter.registration],
    [counter.student, counter.registration, counter.studentName, '2042', counter.code],
  ] as const) {
    for (const [meanwhile, shown, focused] of [
      [[], /Souza/, next],
      [['Z', 'e'], 'Ze', name],
      [['Z', 'Backspace'], /Souza/, name],
    ] as const) {
      door = gate();
      await number.fill('');
      await name.fill('');
      await number.focus();
      await keyboard.type(digits);
      await keyboard.press('Enter');
      await expect(name).toBeFocused();
      for (const key of meanwhile) await keyboard.press(key);
      door.open();
      await expect(section).toContainText('cadastrado');
      await expect(name).toHaveValue(shown);
      await expect(focused).toBeFocused();
    }
  }
});

test('a new student without a name, or a name of digits, is amber and no question', async ({
  page,
  counter,
  seller,
}) => {
  await counter.registration.pressSequentially('2043');
  await page.keyboard.press('Tab');
  await expect(counter.student).toContainText('Será cadastrado com a venda, sem nome.');
  await counter.clientName.click();
  await page.keyboard.type('101', { delay: 120 });
  await counter.cpf.click();
  await page.keyboard.type(CPF, { delay: 60 });
  await expect(counter.client).toContainText(
    'Será cadastrado com a venda, com nome só de números.',
  );
  await counter.scan('101');
  await page.keyboard.press('F8');
  await expect(counter.payment).toContainText('Cliente com nome só de números · Aluno sem nome');
  await page.keyboard.press('Shift+F8');
  await counter.clientName.fill('Maria 2ª');
  await expect(counter.client).toContainText('Será cadastrado com a venda.');
  await page.keyboard.press('F8');
  await expect(counter.payment).toContainText('Aluno sem nome');
  await expect(counter.payment).not.toContainText('só de números');
  await counter.pay(1, 'Pix', '1890');
  await page.keyboard.press('F9');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  const { results } = await seller.call('listSales');
  expect(results).toMatchObject([
    { client_data: { name: 'Maria 2ª' }, student_data: { registration: '2043', name: '' } },
  ]);
  // From then on the record itself has no name.
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await counter.registration.pressSequentially('2043');
  await page.keyboard.press('Tab');
  await expect(counter.student).toContainText('O cadastro está sem nome.');
});

test('Enter stays in a CPF that is empty or incomplete', async ({ page, counter }) => {
  const { keyboard } = page;
  await expect(counter.cpf).toBeFocused();
  for (let time = 0; time < 3; time++) await keyboard.press('Enter');
  await expect(counter.cpf).toBeFocused();
  await expect(counter.client).not.toContainText('CPF incompleto');
  await keyboard.type('5299822472', { delay: 60 });
  await expect(counter.client).not.toContainText('CPF incompleto');
  await keyboard.press('Enter');
  await expect(counter.client).toContainText('CPF incompleto: 10 de 11 dígitos.');
  await expect(counter.cpf).toBeFocused();
  await expect(counter.cpf).toHaveAttribute('aria-invalid', 'true');
  await keyboard.type('5');
  await expect(counter.client).toContainText('Será cadastrado com a venda.');
  await expect(counter.cpf).not.toHaveAttribute('aria-invalid', 'true');
  await keyboard.press('Enter');
  await expect(counter.clientName).toBeFocused();
});

test('a CPF typed as the matrícula of nobody is moved by a key or a button', async ({
  page,
  counter,
  seller,
  shop,
  goods,
  expectLeak,
}) => {
  expectLeak(/students\/\?search=/);
  await seller.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  const { keyboard } = page;
  await counter.registration.focus();
  await keyboard.type(CPF, { delay: 60 });
  await expect(counter.student).toContainText('Parece um CPF.');
  await keyboard.press('Control+Enter');
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.cpf).toBeFocused();
  await expect(counter.registration).toHaveValue('');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await keyboard.press('Enter');
  await expect(counter.registration).toBeFocused();

  // In the place of a client who was chosen, whose CPF is hidden. An Enter too many has led to the name.
  const student = await seller.call('createStudent', {
    body: { registration: '2044', name: 'Bia Souza' },
  });
  const { results } = await seller.call('findClients', { query: { search: CPF } });
  await sell(shop, seller, {
    client: results[0] as { id: number },
    student,
    product: goods.pencil,
  });
  await counter.cpf.fill('');
  await counter.registration.fill('2044');
  await keyboard.press('Tab');
  await expect(counter.studentName).toHaveValue('Bia Souza');
  await expect(counter.client.getByRole('button', { name: 'Maria Souza' })).toBeVisible();
  await counter.cpf.press('a');
  await expect(counter.cpf).toHaveValue('•••.982.247-••');
  await counter.registration.fill('');
  await keyboard.type(CPF, { delay: 60 });
  await keyboard.press('Enter');
  await expect(counter.studentName).toBeFocused();
  await counter.student.getByRole('button', { name: 'Levar ao CPF' }).click();
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.cpf).toBeFocused();
});

import { counterScreen, test } from './counter-screen.ts';
import { expect, expectAccessible } from './fixtures.ts';
import { codeAndEnter, keysOf } from './scanner.ts';
import { sell } from './till.ts';

const CARD = '20260017';

test("a read of a student's card fills the student from any field, once a setting says how it looks", async ({
  page,
  shop,
  counter,
  goods,
  seller,
}) => {
  const student = await seller.call('createStudent', {
    body: { registration: CARD, name: 'Bia Souza' },
  });
  const client = await seller.call('createClient', {
    body: { cpf: '52998224725', name: 'Ana Souza' },
  });
  await sell(shop, seller, { client, student, product: goods.pencil });
  const keys = await keysOf(page);
  const read = (code: string) => keys(codeAndEnter(code), 8);
  // Off until it is set: the keys stay where they went.
  await counter.clientName.focus();
  await read(CARD);
  await expect(counter.clientName).toHaveValue(CARD);
  await counter.clientName.fill('');

  await shop.signIn(page, shop.admin, { at: '/configuracoes' });
  const section = page.getByRole('form', { name: 'Carteirinha do aluno' });
  await expect(section).toContainText('Nenhuma leitura preenche o aluno.');
  await section.getByLabel('Quantos algarismos tem a matrícula').pressSequentially('8');
  await section.getByLabel('Começa com').pressSequentially('2026');
  await expect(section).toContainText('20261234');
  await expectAccessible(page);
  await section.getByRole('button', { name: 'SALVAR' }).click();
  await expect(section.getByText('Configurações salvas!')).toBeVisible();

  await shop.signIn(page, seller, { at: '/pdv' });
  const till = counterScreen(page);
  await till.scan('101');
  for (const field of [till.code, till.quantity, till.clientName]) {
    await till.registration.fill('');
    await field.focus();
    const before = await field.inputValue();
    await read(CARD);
    await expect(till.studentName).toHaveValue('Bia Souza');
    await expect(field).toHaveValue(before);
    await expect(till.cpf).toBeFocused();
  }
  // From a button, whose first key goes on in Cód.
  await till.registration.fill('');
  await page.getByRole('button', { name: 'FECHAR PEDIDO' }).focus();
  await read(CARD);
  await expect(till.studentName).toHaveValue('Bia Souza');
  await expect(till.code).toHaveValue('');
  await expect(till.cpf).toBeFocused();
  await expect(page.getByText('Nenhum produto com o código')).toHaveCount(0);
  await till.expectItems('Caderno');
  await expect(page.getByRole('group', { name: 'CLIENTE de compras anteriores' })).toContainText(
    'Ana',
  );
  await page.keyboard.press('a');
  await expect(till.clientName).toHaveValue('Ana Souza');
  // A product's code comes first.
  await shop.admin.call('createProduct', {
    body: { code: CARD, name: 'Régua', price: 3, active: true },
  });
  await page.reload();
  await till.code.focus();
  await read(CARD);
  await till.expectItems('Caderno', 'Régua');
});

test('a card read into the empty CPF is as from any other field, also of a matrícula that could be a CPF', async ({
  page,
  shop,
  counter,
  goods,
  seller,
  expectLeak,
}) => {
  // Eleven digits with the check digits of a CPF, as one matrícula in a hundred has: it is none, and stands where a CPF may not.
  const matricula = '20260000183';
  expectLeak(/20260000183/);
  const student = await seller.call('createStudent', {
    body: { registration: matricula, name: 'Otávio Lima' },
  });
  const client = await seller.call('createClient', {
    body: { cpf: '52998224725', name: 'Antônia Lima' },
  });
  await sell(shop, seller, { client, student, product: goods.pencil });
  await shop.admin.call('editStudentCard', { body: { card: { digits: 11, prefix: '2026' } } });
  await page.reload();
  const keys = await keysOf(page);
  const offers = page.getByRole('group', { name: 'CLIENTE de compras anteriores' });
  for (const apart of [2, 20]) {
    await counter.registration.fill('');
    await counter.cpf.focus();
    await keys(codeAndEnter(matricula), apart);
    await expect(counter.registration).toHaveValue(matricula);
    await expect(counter.studentName).toHaveValue('Otávio Lima');
    await expect(counter.cpf).toHaveValue('');
    await expect(counter.cpf).toBeFocused();
  }
  await expect(offers).toContainText('Antônia');
  await page.keyboard.press('a');
  await expect(counter.clientName).toHaveValue('Antônia Lima');
});

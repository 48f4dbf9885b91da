import type { ApiUser } from '../api.ts';
import { CPF, counterScreen, SALE_MADE, test } from '../counter-screen.ts';
import { expect, expectAccessible, type Goods, type Shop } from '../fixtures.ts';
import { gate } from '../sale-traffic.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';
import { newClient, sell } from '../till.ts';

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
  // Of a scanner that puts the kind of code before it, and ends with Tab.
  await till.registration.fill('');
  await till.quantity.focus();
  await keys([...`]C0${CARD}`, 'Tab'], 8);
  await expect(till.studentName).toHaveValue('Bia Souza');
  await expect(till.quantity).toHaveValue('1');
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

test("a card read onto somebody else's order is amber, with the client's own students beside", async ({
  page,
  shop,
  goods,
  counter,
  seller,
}) => {
  const body = { card: { digits: 8, prefix: '2026' } };
  await shop.admin.call('editStudentCard', { body });
  const [bia, otavio] = await Promise.all(
    [
      { registration: CARD, name: 'Bia Souza' },
      { registration: '20260018', name: 'Otávio Lima' },
    ].map((body) => seller.call('createStudent', { body })),
  );
  const client = await newClient(shop, 'Antônia Lima');
  const other = await newClient(shop, 'Ana Souza', '11144477735');
  if (!bia || !otavio) throw new Error('Two students');
  await sell(shop, seller, { client: other, student: bia, product: goods.pencil });
  await sell(shop, seller, { client, student: otavio, product: goods.pencil });
  await page.reload();
  const keys = await keysOf(page);
  await counter.cpf.pressSequentially(CPF);
  await expect(counter.clientName).toHaveValue('Antônia Lima');
  await counter.scan('101');
  await counter.code.focus();
  await keys(codeAndEnter(CARD), 8);
  await expect(counter.studentName).toHaveValue('Bia Souza');
  await expect(counter.student).toContainText('Este cliente nunca comprou para este aluno.');
  const offers = counter.student.getByRole('group', { name: 'ALUNO de compras anteriores' });
  await expect(offers.getByRole('button')).toHaveText(['AOtávio Lima']);
  await page.keyboard.press('F8');
  await expect(page.getByRole('dialog', { name: 'Atenção!' })).toContainText(
    'Antônia Lima nunca comprou para Bia Souza.',
  );
  await page.keyboard.press('Escape');
  await expect(counter.registration).toBeFocused();
  await page.keyboard.press('a');
  await expect(counter.studentName).toHaveValue('Otávio Lima');
  await expect(counter.student).toContainText('Aluno cadastrado.');
  // The card of the client's own child goes with the client.
  await counter.code.focus();
  await keys(codeAndEnter('20260018'), 8);
  await expect(counter.student).toContainText('Aluno cadastrado.');
  await counter.cpf.press('ControlOrMeta+a');
  await counter.cpf.pressSequentially('11144477735');
  await expect(counter.clientName).toHaveValue('Ana Souza');
  await expect(counter.registration).toHaveValue('');
  await expect(page.getByText('Otávio Lima saiu com o cliente anterior')).toBeVisible();
});

/** A card setting, a client with as many students as are named, and a student of somebody else. */
async function familyAnd(shop: Shop, seller: ApiUser, product: Goods, names: string[]) {
  const body = { card: { digits: 8, prefix: '2026' } };
  await shop.admin.call('editStudentCard', { body });
  const client = await newClient(shop, 'Antônia Lima');
  for (const [at, name] of names.entries()) {
    const registration = `${20260100 + at}`;
    const student = await seller.call('createStudent', { body: { registration, name } });
    await sell(shop, seller, { client, student, product });
  }
  const other = await newClient(shop, 'Ana Souza', '11144477735');
  const bia = await seller.call('createStudent', {
    body: { registration: CARD, name: 'Bia Souza' },
  });
  await sell(shop, seller, { client: other, student: bia, product });
}

/** No scanner presses it. Without a pause a CPF that is typed before a read would be part of it. */
const OF_A_HAND = 'End';

const STRANGE = 'Este cliente nunca comprou para este aluno.';

test('a card read before the client is found is judged when the answers come', async ({
  page,
  shop,
  goods,
  counter,
  seller,
}) => {
  await familyAnd(shop, seller, goods.pencil, ['Otávio Lima']);
  await page.reload();
  const keys = await keysOf(page);
  const [client, offers] = [gate(), gate()];
  await page.route(/\/api\/pdv\/(clients\/\?|companions\/)/, async (route) => {
    await (route.request().url().includes('companions') ? offers : client).opened;
    await route.continue();
  });
  await counter.scan('101');
  await counter.cpf.pressSequentially(CPF);
  await page.keyboard.press(OF_A_HAND);
  await expect(counter.client.getByLabel('Procurando cliente')).toBeVisible();
  await keys(codeAndEnter(CARD), 8);
  await expect(counter.studentName).toHaveValue('Bia Souza');
  client.open();
  await expect(counter.clientName).toHaveValue('Antônia Lima');
  // The seller is quicker than the last answer.
  await page.keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
  offers.open();
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(question).toContainText('Antônia Lima nunca comprou para Bia Souza.');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(counter.registration).toBeFocused();
  await expect(counter.student).toContainText(STRANGE);
  await page.keyboard.press('F8');
  await question.getByRole('button', { name: 'Fechar assim' }).press('Enter');
  await expect(counter.method(1)).toBeFocused();
});

test('an answer that comes while the order is paid gives the focus back', async ({
  page,
  shop,
  goods,
  counter,
  seller,
}) => {
  await familyAnd(shop, seller, goods.pencil, []);
  await page.reload();
  const keys = await keysOf(page);
  const offers = gate();
  await page.route('**/api/pdv/companions/**', async (route) => {
    await offers.opened;
    await route.continue();
  });
  await counter.scan('101');
  await counter.cpf.pressSequentially(CPF);
  await page.keyboard.press(OF_A_HAND);
  await expect(counter.clientName).toHaveValue('Antônia Lima');
  await keys(codeAndEnter(CARD), 8);
  await expect(counter.studentName).toHaveValue('Bia Souza');
  await page.keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await expect(counter.amount(1)).toBeFocused();
  offers.open();
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Fechar assim' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(counter.amount(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('F9');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
});

test('a card is judged beside a big family too, and beside a client who was chosen by a letter', async ({
  page,
  shop,
  goods,
  counter,
  seller,
}) => {
  const names = ['Otávio', 'Rui', 'Lia', 'Davi', 'Noé', 'Eva'].map((name) => `${name} Lima`);
  await familyAnd(shop, seller, goods.pencil, names);
  await page.reload();
  const keys = await keysOf(page);
  const read = async (card: string, name: string) => {
    await counter.code.focus();
    await keys(codeAndEnter(card), 8);
    await expect(counter.studentName).toHaveValue(name);
  };
  await counter.cpf.pressSequentially(CPF);
  await page.keyboard.press(OF_A_HAND);
  await expect(counter.clientName).toHaveValue('Antônia Lima');
  await read(CARD, 'Bia Souza');
  await expect(counter.student).toContainText(STRANGE);
  // The oldest of six is not among the five that are offered.
  await read('20260100', 'Otávio Lima');
  await expect(counter.student).toContainText('Aluno cadastrado.');
  await expect(counter.student).not.toContainText(STRANGE);

  await counter.cpf.press('ControlOrMeta+a');
  await counter.cpf.press('Backspace');
  const clients = page.getByRole('group', { name: 'CLIENTE de compras anteriores' });
  await expect(clients).toContainText('Antônia');
  await counter.cpf.press('a');
  await page.keyboard.press(OF_A_HAND);
  await expect(counter.cpf).toHaveValue('•••.982.247-••');
  await read(CARD, 'Bia Souza');
  await expect(counter.student).toContainText(STRANGE);
  await read('20260101', 'Rui Lima');
  await expect(counter.student).not.toContainText(STRANGE);
});

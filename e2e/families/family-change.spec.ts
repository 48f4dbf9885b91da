import { rows } from '../back-office.ts';
import { CPF, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { BIA, JOAO, newClient, sell } from '../till.ts';

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

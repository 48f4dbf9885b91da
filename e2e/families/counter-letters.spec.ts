import type { Locator } from '@playwright/test';
import { CPF, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';
import { newClient, sell } from '../till.ts';

const SILVIA = '20260000041';
const GABRIEL = '20260000042';
/** Between the keys of somebody who types a word, and of somebody who stops to look. */
const WORD_MS = 150;
const PAUSE_MS = 1_200;

/** The people of earlier sales. */
const offered = (section: Locator) =>
  section.getByRole('group', { name: 'de compras anteriores' }).getByRole('button');

/** A client with two children; Sílvia, who came with the newest sale, is A. */
test.beforeEach(async ({ shop, goods, seller }) => {
  const client = await newClient(shop);
  for (const [registration, name] of [
    [GABRIEL, 'Gabriel Souza'],
    [SILVIA, 'Sílvia Souza'],
  ] as const) {
    const student = await seller.call('createStudent', { body: { registration, name } });
    await sell(shop, seller, { product: goods.pencil, client, student });
  }
});

test('a name in Matrícula or CPF chooses nobody', async ({ page, counter }) => {
  const keys = await keysOf(page);
  const inName = (section: Locator) =>
    section.getByRole('status').getByText('Nomes se escrevem em Nome');
  await counter.cpf.pressSequentially(CPF);
  await expect(offered(counter.student)).toHaveText(['ASílvia Souza', 'BGabriel Souza']);
  await page.keyboard.press('Enter');
  await expect(counter.registration).toBeFocused();
  for (const name of ['gabriel', 'Maria Clara', "sant'ana"]) {
    await keys([...name], WORD_MS);
    await expect(counter.registration).toBeFocused();
    await expect(counter.registration).toHaveValue('');
    await expect(counter.code).toHaveValue('');
    await expect(inName(counter.student)).toHaveText(
      'Nomes se escrevem em Nome: aqui, tecle só a letra.',
    );
  }
  // A letter by itself chooses, as the field has said.
  await keys(['b'], PAUSE_MS);
  await expect(counter.registration).toHaveValue(GABRIEL);
  await expect(counter.code).toBeFocused();
  await expect(inName(counter.student)).toHaveCount(0);

  // With a student on the counter, the empty CPF offers the clients.
  await counter.cpf.press('ControlOrMeta+a');
  await counter.cpf.press('Backspace');
  await expect(offered(counter.client)).toHaveText(['AMaria Souza']);
  await keys([...'fernando alves'], WORD_MS);
  await expect(counter.cpf).toBeFocused();
  await expect(counter.cpf).toHaveValue('');
  await expect(inName(counter.client)).toBeVisible();
  await page.keyboard.press('5');
  await expect(inName(counter.client)).toHaveCount(0);
});

test('a name that begins with an offered letter says whom the letter chose', async ({
  page,
  counter,
}) => {
  const keys = await keysOf(page);
  const chosen = page.getByRole('status').getByText('A letra A escolheu Sílvia Souza.');
  await counter.cpf.pressSequentially(CPF);
  await expect(offered(counter.student)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await keys([...'ana'], WORD_MS);
  await expect(chosen).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(chosen).toHaveCount(0);
  await expect(counter.registration).toHaveValue('');
  await expect(counter.studentName).toHaveValue('');
  await expect(counter.clientName).toHaveValue('Maria das Dores Souza');
});

test('a letter and a code right after it stay as fast as they are', async ({
  page,
  shop,
  counter,
}) => {
  await shop.admin.call('createProduct', {
    body: { code: 'CAM-P', name: 'Camisa P', price: 30, active: true },
  });
  await page.reload();
  const keys = await keysOf(page);
  const chosen = page.getByText('A letra A escolheu');
  for (const [code, name] of [
    ['101', 'Caderno'],
    ['cam-p', 'Camisa P'],
  ] as const) {
    await counter.cpf.pressSequentially(CPF);
    await expect(offered(counter.student)).toHaveCount(2);
    await page.keyboard.press('Enter');
    await keys(['a', ...codeAndEnter(code)], 120);
    await expect(counter.registration).toHaveValue(SILVIA);
    await counter.expectItems(name);
    await expect(counter.code).toHaveValue('');
    await expect(chosen).toHaveCount(0);
    await page.getByRole('button', { name: 'Esvaziar', exact: true }).click();
  }
});

test('a name that is typed before the look-up has answered chooses nobody', async ({
  page,
  counter,
}) => {
  const typed = Promise.withResolvers<void>();
  await page.route(/\/api\/pdv\/companions\/students\//, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await counter.cpf.pressSequentially(CPF);
  await expect(counter.clientName).toHaveValue('Maria das Dores Souza');
  for (const key of ['Enter', ...'gabriel']) await page.keyboard.press(key);
  typed.resolve();
  await expect(offered(counter.student)).toHaveCount(2);
  await expect(counter.student.getByText('Nomes se escrevem em Nome')).toBeVisible();
  await expect(counter.registration).toHaveValue('');
  await expect(counter.code).toHaveValue('');
});

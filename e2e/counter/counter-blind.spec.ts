import type { Page } from '@playwright/test';
import { test as base, CPF, SALE_MADE } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { newClient, sell } from '../till.ts';
import { holdTimers } from '../timing.ts';

const FAMILIES = [
  { cpf: CPF, name: 'Maria Souza', registration: '20260000042', student: 'João Souza' },
  { cpf: '11144477735', name: 'Pedro Lima', registration: '20260000043', student: 'Bia Lima' },
  { cpf: '39053344705', name: 'Rosa Dias', registration: '20260000044', student: 'Caio Dias' },
] as const;
const [MARIA, PEDRO, ROSA] = FAMILIES;

/** Each client has bought for one student, whom the letter A chooses. */
const test = base.extend<{ families: undefined }>({
  families: async ({ page, shop, goods, seller }, use) => {
    // Playwright stops a page that opens a tab, on a busy machine for seconds, and its keys are lost. With receipts a
    // queue is typed in counter-typing.spec.ts, by a browser without it.
    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await page.addInitScript(() => Object.assign(window, { open: () => null }));
    for (const { cpf, name, registration, student } of FAMILIES) {
      const client = await newClient(shop, name, cpf);
      const pupil = await seller.call('createStudent', { body: { registration, name: student } });
      await sell(shop, seller, { product: goods.pencil, client, student: pupil });
    }
    await use(undefined);
  },
});

/** A hand whose eyes are elsewhere: no key waits for the page. */
async function typeBlind(page: Page, keys: readonly string[]) {
  for (const key of keys) await page.keyboard.press(key, { delay: 60 });
}

const orderOf = ({ cpf }: { cpf: string }, codes: readonly string[]) => [
  ...[...cpf, 'Enter', 'a'],
  ...codes.flatMap((code) => [...code, 'Enter']),
];
const PAID = ['F8', ...'deb', 'Enter', 'Enter', 'F9'];

for (const pause of [0, 200, 600]) {
  test(`three clients in a row are typed blind, ${pause} ms between them`, async ({
    page,
    counter,
    seller,
    families: _,
  }) => {
    await expect(counter.cpf).toBeFocused();
    const sales = [
      [MARIA, ['101']],
      [PEDRO, ['102', '103']],
      [ROSA, ['103', '101']],
    ] as const;
    for (const [family, codes] of sales) {
      await typeBlind(page, [...orderOf(family, codes), ...PAID]);
      await page.evaluate((ms) => new Promise((end) => setTimeout(end, ms)), pause);
    }
    const made = async () =>
      (await seller.call('listSales')).results
        .slice(0, -FAMILIES.length)
        .map((sale) => [sale.client_data.name, sale.student_data?.name, sale.total_general]);
    await expect.poll(made, { timeout: 30_000 }).toHaveLength(3);
    expect(await made()).toEqual([
      ['Rosa Dias', 'Caio Dias', 60.9],
      ['Pedro Lima', 'Bia Lima', 43.55],
      ['Maria Souza', 'João Souza', 18.9],
    ]);
  });
}

test('an order that is closed blind waits for its people, however long they take', async ({
  page,
  counter,
  seller,
  families: _,
}) => {
  const release = await holdTimers(page, [3_000]);
  const answered = Promise.withResolvers<void>();
  await page.route(/\/api\/pdv\/companions\/students\//, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await expect(counter.cpf).toBeFocused();
  await typeBlind(page, [...orderOf(MARIA, ['103', '101']), ...PAID]);
  await release();
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await expect(counter.cpf).toBeFocused();
  answered.resolve();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  const { results } = await seller.call('listSales');
  expect(results[0]).toMatchObject({ student_data: { name: 'João Souza' }, total_general: 60.9 });
});

test('what follows an order that cannot be closed is not typed into it', async ({
  page,
  counter,
  seller,
  families: _,
}) => {
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/pdv/sales/', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await expect(counter.cpf).toBeFocused();
  await typeBlind(page, [...orderOf(MARIA, ['101']), ...PAID]);
  await expect(counter.finish).toBeDisabled();
  await typeBlind(page, [...orderOf(PEDRO, []), ...PAID, ...orderOf(ROSA, ['102'])]);
  answered.resolve();
  await expect(counter.studentName).toHaveValue('Bia Lima');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expect(counter.code).toBeFocused();
  await expect(counter.code).toHaveValue('');
  await expect(counter.items).toHaveCount(0);
  expect((await seller.call('listSales')).results).toHaveLength(FAMILIES.length + 1);
});

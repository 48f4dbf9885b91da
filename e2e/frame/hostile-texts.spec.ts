import { endpoints } from '@balcao/contract/api/endpoints.ts';
import type { Locator, Page } from '@playwright/test';
import { paths } from '../../apps/web/src/navigation/paths.ts';
import { confirmation, rows } from '../back-office.ts';
import { counterScreen, SALE_MADE } from '../counter-screen.ts';
import { expect, test } from '../fixtures.ts';
import { freeTextFields, NOT_KEPT, notSent, storedFields } from '../free-text-fields.ts';
import { goTo } from '../go-to.ts';
import { codeDay, cpfOf, openHostileShop, registrationOf, TEXTS, textAt } from '../hostile-shop.ts';
import { harmIn, unreadable } from '../hostile-texts.ts';

const DAYS = `startDate=${codeDay(0)}&endDate=${codeDay(TEXTS.length - 1)}`;

/** Waits until all texts are readable there and expects no injection on the page. */
async function expectOnlyText(where: Page | Locator, texts: readonly string[]): Promise<void> {
  const [page, part] = 'goto' in where ? [where, where.locator('body')] : [where.page(), where];
  await expect.poll(() => unreadable(part, texts), 'texts that cannot be read').toEqual([]);
  expect(await harmIn(page), 'what the texts brought in').toEqual([]);
}

/** Every ninth text, for pages that show one at a time; another page shows them all. */
const some = <T>(all: readonly T[], first = 0) => all.filter((_, index) => index % 9 === first);

/** The codes that the counter sells; each product has the name of the text after its code. */
const SOLD = TEXTS.filter((_, index) => index % 4 === 0);
const SOLD_NAMES = SOLD.map((_, index) => textAt(index * 4 + 1));

/** Whether a page is that of a route, whose `$id` may be anything. */
const matchesRoute = (page: string, route: string) =>
  page.split('/').length === route.split('/').length &&
  route.split('/').every((part, at) => part.startsWith('$') || part === page.split('/')[at]);

const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu do usuário' }).click();

// It reads the audit to its end.
test.use({ serverEnv: {} });

test('the text of any field is only text on every page', async ({ page, context, shop }) => {
  test.setTimeout(900_000);
  const dialogs: string[] = [];
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const visited = new Set<string>();
  // Including navigation without a request.
  const follow = (opened: Page) =>
    opened.on('framenavigated', (frame) => visited.add(new URL(frame.url()).pathname));
  context.on('page', follow);
  follow(page);
  const { sales, seller, sent, boxes, corrections } = await openHostileShop(shop);
  // A new field of a call fails here until the hostile shop fills it.
  const fields = freeTextFields(endpoints);
  expect(fields.map(({ field }) => field)).toEqual(
    expect.arrayContaining([...NOT_KEPT, 'createClient.name', 'createSale.payment_desc5']),
  );
  expect(notSent(fields.slice(0, 1), ['<b>'], new Set())).toEqual([`${fields[0]?.field}: <b>`]);
  const missing = notSent(storedFields(fields), TEXTS, sent);
  expect(missing, 'fields without their hostile texts').toEqual([]);
  const { company_name, city, graduation_unit, institutions } =
    await shop.admin.call('readInstitution');
  const letterhead = institutions.flatMap(({ name, cnpj }) => [name, cnpj]);

  await test.step('sign-in', async () => {
    await page.goto(paths.login);
    await expectOnlyText(page, [institutions[0].name, institutions[1].name]);
  });

  await test.step('sales', async () => {
    await shop.signIn(page, shop.admin);
    await page.goto(`${paths.sales}?page_size=25&${DAYS}`);
    await expect(rows(page)).toHaveCount(TEXTS.length);
    await expectOnlyText(page, [...TEXTS, company_name]);
    await page
      .getByRole('button', { name: /^Excluir venda/ })
      .first()
      .click();
    await expectOnlyText(confirmation(page), [textAt(TEXTS.length - 1)]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Produtos' }).click();
    await expectOnlyText(page.getByRole('listbox'), TEXTS);
    await page.getByRole('listbox').getByRole('option').first().click();
    await expectOnlyText(page, TEXTS);
  });

  await test.step('kept sales', async () => {
    await goTo(page, `${paths.keptSales}?page_size=50`);
    await expect(rows(page)).toHaveCount(TEXTS.length);
    await rows(page).first().click();
    await expectOnlyText(page.getByRole('dialog'), [textAt(TEXTS.length - 1)]);
    await page.keyboard.press('Escape');
  });

  await test.step('dashboard', async () => {
    await goTo(page, `${paths.dashboard}?${DAYS}`);
    await expectOnlyText(page, ['PAINEL', ...TEXTS]);
  });

  await test.step('entries, products of a period, months, the bank', async () => {
    await goTo(page, `${paths.entries}?page_size=100&${DAYS}`);
    await expectOnlyText(page, TEXTS);
    await goTo(page, `${paths.productSales}?${DAYS}`);
    await expectOnlyText(page, TEXTS);
    await goTo(page, paths.stock);
    await expectOnlyText(page, TEXTS);
    await page.getByRole('table').getByRole('button', { name: 'img' }).first().click();
    await expect(page.getByRole('dialog')).toContainText('Entrada');
    await expectOnlyText(page.getByRole('dialog'), ['<img']);
    await goTo(page, paths.counts);
    await expectOnlyText(page, TEXTS);
    await page.getByRole('table').getByRole('button').first().click();
    await expectOnlyText(page.getByRole('main'), ['Aberta']);
    await goTo(page, paths.bank);
    await expectOnlyText(
      page,
      TEXTS.filter((text) => text.length <= 60),
    );
    await goTo(page, `${paths.bank}?startDate=2026-03-01&endDate=2026-03-01&page_size=100`);
    await expectOnlyText(
      page.getByRole('table', { name: 'Pix do período' }),
      TEXTS.filter((text) => text.length <= 60),
    );
    for (const path of [paths.delivery, paths.purchase, paths.months, '/meses/2026-03']) {
      await goTo(page, path);
      await expectOnlyText(page, []);
    }
  });

  await test.step('report', async () => {
    await goTo(page, `${paths.sales}?${DAYS}`);
    await page.getByRole('button', { name: 'Gerar relatorio' }).click();
    await expect(page.getByRole('heading', { name: 'Todos os vendedores' })).toBeVisible();
    await expectOnlyText(page, [...TEXTS, graduation_unit]);
    // Each method received R$ 1,00 in each of five sales.
    const sums = page.getByRole('heading', { name: 'Todos os vendedores' }).locator('..');
    for (const text of TEXTS) await expect(sums).toContainText(`${text}R$\u00a05,00`);
  });

  const show = async (path: string, stored: object, texts: readonly string[]) => {
    await page.evaluate((data) => sessionStorage.setItem('data', data), JSON.stringify(stored));
    await page.goto(path);
    await expectOnlyText(page, texts);
  };

  await test.step('receipts and slips', async () => {
    for (const sale of some(sales)) {
      const { payment_desc1, payment_desc5, products_data } = sale;
      await show(paths.receipt, sale, [
        `Recebemos de ${sale.client_data.name}`,
        payment_desc1 ?? '',
        payment_desc5 ?? '',
        `${products_data[0]?.product_info.name}: x1`,
        city,
        ...letterhead,
      ]);
    }
    const query = { startDate: codeDay(0), endDate: codeDay(TEXTS.length - 1) };
    const closings = await shop.admin.call('listClosings', { query });
    expect(closings).toHaveLength(TEXTS.length);
    for (const closing of some(closings)) {
      const methods = Object.keys(closing.payment_methods);
      expect(methods).toHaveLength(5);
      await show(paths.closingSlip, closing, [closing.seller_name, ...methods]);
    }
  });

  await test.step('corrections', async () => {
    // One of each kind.
    for (const correction of corrections.slice(0, 3)) {
      const { reason, client_name, payments, items } = correction;
      const methods = payments.map(({ method }) => method).filter((name) => name !== 'Troca');
      const names = items.map(({ product_info }) => product_info.name);
      await show(paths.correction, correction, [reason, client_name, ...methods, ...names]);
    }
    await goTo(page, paths.sales);
    await rows(page).first().click();
    await expectOnlyText(page.getByRole('dialog'), [textAt(TEXTS.length - 1)]);
  });

  await test.step('papers of counted boxes', async () => {
    for (const movement of some(boxes.movements)) {
      await show(paths.movementSlip, movement, [movement.reason]);
    }
    for (const report of some(boxes.reports, 1)) {
      const seen = { ...report, seen_at: new Date().toISOString() };
      await show(paths.boxReport, seen, [report.movements[0]?.reason ?? '']);
    }
    for (const closing of some(boxes.closings, 2)) {
      await show(paths.closingSlip, closing, [closing.box?.reason ?? '', ...TEXTS]);
    }
    await goTo(page, paths.settings);
    await expect(page.getByLabel('Nome da empresa')).toHaveValue(company_name);
    await expectOnlyText(page, ['CONFIGURAÇÕES', ...TEXTS]);
  });

  await test.step('closings', async () => {
    await goTo(page, `${paths.closings}?${DAYS}`);
    await expect(rows(page)).toHaveCount(TEXTS.length);
    await expectOnlyText(page, TEXTS);
  });

  for (const [path, field] of [
    [paths.products, 'Código do produto'],
    [paths.users, 'E-mail/login'],
    [paths.paymentMethods, 'Nome'],
    [paths.materialLists, 'Nome da lista'],
  ] as const) {
    await test.step(path, async () => {
      await goTo(page, `${path}?page_size=50`);
      await expectOnlyText(page, TEXTS);
      const one = rows(page)
        .filter({ has: page.getByText(textAt(0), { exact: true }) })
        .first();
      await one.getByRole('button').first().click();
      await expect(page.getByRole('dialog').getByLabel(field).first()).toBeVisible();
      await expectOnlyText(page, [textAt(0)]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const doomed = rows(page).filter({ hasText: '<' }).first();
      const name = (await doomed.getByRole('button').first().textContent()) ?? '';
      await doomed.getByRole('button', { name: /^Excluir/ }).click();
      await expectOnlyText(confirmation(page), [name]);
    });
  }

  await test.step('clients and students', async () => {
    for (const path of [paths.clients, paths.students]) {
      await goTo(page, `${path}?page_size=50`);
      await expectOnlyText(page, TEXTS);
      await rows(page).getByText(textAt(4), { exact: true }).first().click();
      await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(textAt(4));
      await expectOnlyText(page, [textAt(4)]);
      await page.getByRole('button', { name: 'Exportar ou anonimizar' }).click();
      await expectOnlyText(page.getByRole('dialog'), [textAt(4)]);
    }
    const [{ client, client_data, student_data }] = sales as [(typeof sales)[number]];
    await goTo(page, `${paths.statement}?kind=client&id=${client}&${DAYS}`);
    await expectOnlyText(page, [client_data.name, student_data?.name ?? '']);
  });

  await test.step('audit', async () => {
    let left: readonly string[] = TEXTS;
    for (let number = 1; left.length > 0; number++) {
      await page.goto(`${paths.audit}?page_size=100&page=${number}`);
      await expect(rows(page).first()).toBeVisible();
      await expectOnlyText(page, []);
      left = await unreadable(page.locator('body'), left);
    }
  });

  await test.step('a search that finds nothing', async () => {
    await goTo(page, `${paths.products}?search=${encodeURIComponent(`${textAt(2)}!`)}`);
    await expect(page.getByText(/encontrad/).first()).toBeVisible();
    await expectOnlyText(page, [`${textAt(2)}!`]);
  });

  await test.step('the counter', async () => {
    await shop.signIn(page, seller);
    const counter = counterScreen(page);
    await expectOnlyText(page, [`Olá, ${textAt(2)}`]);
    await page.getByRole('button', { name: `${TEXTS.length} em espera` }).click();
    await expectOnlyText(page.getByRole('dialog'), TEXTS);
    await page.keyboard.press('Escape');
    await counter.code.click();
    await expectOnlyText(page.getByRole('listbox'), TEXTS);
    await page.keyboard.press('Escape');
    await counter.cpf.fill(cpfOf(1));
    await expect(counter.clientName).toHaveValue(textAt(1));
    await counter.clientName.fill(textAt(0));
    await expect(counter.client).toContainText(`A venda sairá no nome cadastrado: ${textAt(1)}.`);
    await counter.registration.fill(registrationOf(1));
    await expect(counter.studentName).toHaveValue(textAt(1));
    // The list of the codes has shown them all.
    for (const text of SOLD) await counter.scan(text);
    await expect(counter.items).toHaveCount(SOLD.length);
    await expectOnlyText(page, SOLD);
    await counter.scan(textAt(0));
    await expect(confirmation(page)).toContainText('Este item já está na lista');
    await expectOnlyText(page, SOLD);
    await page.keyboard.press('Escape');
    await counter.closeOrder.click();
    await counter.method(1).click();
    await expectOnlyText(page.getByRole('listbox'), TEXTS);
    await page.keyboard.press('Escape');
    await counter.pay(1, textAt(1), '20000');
    const opened = context.waitForEvent('page');
    await counter.finish.click();
    await expect(page.getByText(SALE_MADE)).toBeVisible();
    await expectOnlyText(await opened, SOLD_NAMES);
    await counter.loadedAnew();
  });

  await test.step('own sales', async () => {
    await goTo(page, paths.ownSales);
    await rows(page).first().click();
    await expectOnlyText(page.getByRole('dialog'), SOLD_NAMES);
  });

  await test.step('the practice, and the window of a client without a counter', async () => {
    for (const path of [paths.practice, paths.clientScreen]) {
      await goTo(page, path);
      await expect(page.getByRole('main')).toContainText(/\w/);
    }
  });

  await test.step('menu, profile and slip of the seller', async () => {
    await page.goto(paths.profile);
    await openMenu(page);
    await expectOnlyText(page, [textAt(2), company_name]);
    await page.goto(paths.help);
    await openMenu(page);
    await expectOnlyText(page, [textAt(2), company_name]);
    const opened = context.waitForEvent('page');
    await page.getByRole('menuitem', { name: 'FECHAR CAIXA' }).click();
    await expectOnlyText(await opened, [textAt(2), textAt(1)]);
  });

  expect(dialogs).toEqual([]);
  const all = Object.values(paths).filter((path) => path !== paths.periodReport);
  expect(
    all.filter((path) => ![...visited].some((seen) => matchesRoute(seen, path))),
    'pages that were not opened',
  ).toEqual([]);
});

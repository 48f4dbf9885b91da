import type { ApiUser } from '../api.ts';
import { rows } from '../back-office.ts';
import { CPF } from '../counter-screen.ts';
import { choose, expect, expectAccessible, saleOf, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';

const MOMENT = /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/;

/** Makes and edits a product, sells it and deletes the sale. */
async function someHistory(admin: ApiUser, vera: ApiUser) {
  const pen = { code: '10', name: 'Caneta', price: 2.5, active: true };
  const product = await admin.call('createProduct', { body: pen });
  await admin.call('editProduct', {
    params: { id: String(product.id) },
    body: { ...pen, price: 3, active: false },
  });
  await admin.call('editProduct', {
    params: { id: String(product.id) },
    body: { ...pen, price: 3 },
  });
  const client = await vera.call('createClient', { body: { cpf: CPF, name: 'Ana Souza' } });
  const sale = await vera.call('createSale', {
    body: saleOf({
      client,
      items: [{ product: { id: product.id, price: 3 }, quantity: 2 }],
      payments: [{ method: 'Dinheiro', amount: 10 }],
    }),
  });
  await admin.call('deleteSale', { params: { id: String(sale.id) } });
  return sale;
}

// The worker's server keeps the audit of earlier tests.
test.use({ serverEnv: {} });

test('who did what, when and to what, filtered by keyboard', async ({ page, shop }) => {
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const sale = await someHistory(shop.admin, vera);
  await shop.signIn(page, shop.admin);
  await choose(page, 'Auditoria');
  await expect(page.getByRole('heading', { name: 'AUDITORIA' })).toBeVisible();

  const row = (index: number) => rows(page).nth(index).getByRole('cell');
  await expect(row(1)).toHaveText([
    MOMENT,
    'Administrador',
    'Excluiu venda',
    `Venda nº ${sale.id}, de Vera Lúcia`,
    /^Feita em: \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}Total: R\$\s6,00$/,
  ]);
  await expect(row(2)).toHaveText([
    MOMENT,
    'Vera Lúcia',
    'Registrou venda',
    `Venda nº ${sale.id}`,
    /^Total: R\$\s6,00Troco: R\$\s4,00Itens: 1Pagamentos: Dinheiro R\$\s10,00$/,
  ]);
  await expect(row(3)).toHaveText([
    MOMENT,
    'Vera Lúcia',
    'Cadastrou cliente',
    /^Cliente nº \d+$/,
    '',
  ]);
  await expect(row(4)).toContainText([
    '',
    '',
    'Editou produto',
    'Caneta',
    'Ativo: de não para sim',
  ]);
  await expect(row(5).last()).toHaveText(
    /^Valor: de R\$\s2,50 para R\$\s3,00Ativo: de sim para não$/,
  );
  await expect(row(6).last()).toHaveText(/^Código: 10Valor: R\$\s2,50Ativo: sim$/);
  await expect(page.getByRole('main')).not.toContainText('Ana Souza');
  await expect(page.getByRole('main')).not.toContainText(CPF.slice(0, 3));
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(row(2).last()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1366, height: 768 });

  // An area with one press; a name, or what the list writes, under "Assunto"; links to what there still is.
  const area = page.getByRole('group', { name: 'Área' });
  await area.getByRole('button', { name: 'Dinheiro' }).click();
  await expect(page).toHaveURL(/\?kind=money$/);
  await expect(rows(page)).toHaveCount(2);
  const about = page.getByRole('textbox', { name: 'Assunto' });
  await about.fill(CPF);
  await about.press('Enter');
  await expect(about).toHaveAccessibleDescription('CPF e matrícula não: use o nome da pessoa.');
  await expect(page).toHaveURL(/\?kind=money$/);
  await about.fill(`Venda nº ${sale.id}`);
  await about.press('Enter');
  await expect(page).toHaveURL(/about=Venda/);
  await expect(rows(page)).toHaveCount(2);
  await area.getByRole('button', { name: 'Dinheiro' }).click();
  await about.fill('caneta');
  await about.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  await row(0).getByRole('link', { name: 'Administrador' }).click();
  await expect(page).toHaveURL(`/usuarios?search=${shop.admin.login}`);
  await page.goBack();
  await row(0).getByRole('link', { name: 'Caneta' }).click();
  await expect(page).toHaveURL('/produtos?search=10+Caneta');
  await expect(rows(page)).toHaveCount(1);
  await goTo(page, '/auditoria');

  // No call can make old entries.
  await shop.sql(
    `INSERT INTO audit_events (at, actor_id, actor_name, action, subject_id)
     SELECT '2020-03-01T02:30:00Z'::timestamptz + n * interval '1 hour', $1, 'Vera', 'session.started', $1
     FROM generate_series(0, 11) AS n`,
    [vera.id],
  );
  await page.reload();
  const form = page.getByRole('search', { name: 'Filtrar auditoria' });
  const who = form.getByLabel('Quem');
  const kind = form.getByLabel('O que fez');
  const start = form.getByLabel('Início');
  const end = form.getByLabel('Fim');

  await who.fill('lucia');
  await who.press('Enter');
  await expect(page).toHaveURL(/\?user=lucia$/);
  await expect(rows(page).filter({ hasText: 'Administrador' })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Registrou venda' })).toHaveCount(1);
  await kind.selectOption({ label: 'Entrou' });
  // São Paulo is three hours behind: the first entry falls on the last day of February.
  await start.fill('2020-03-01');
  await end.fill('2020-03-01');
  await end.press('Enter');
  await expect(page.getByText('de 11 resultados')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText('01/03/2020 10:30:00');
  const next = page.getByRole('button', { name: 'Próxima' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('01/03/2020 00:30:00');

  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(who).toHaveValue('lucia');
  await expect(kind).toHaveValue('session.started');
  await expect(start).toHaveValue('2020-03-01');
  await page.goBack();
  await expect(rows(page)).toHaveCount(10);

  await end.fill('2020-02-01');
  await end.press('Enter');
  await expect(page.getByText('Nada encontrado com este filtro')).toBeVisible();
  await expect(page.getByText('A data de início vem depois da data de fim.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mostrar tudo' }).click();
  await expect(page).toHaveURL(/\/auditoria$/);
  await expect(rows(page)).toHaveCount(10);
  await expect(who).toHaveValue('');
});

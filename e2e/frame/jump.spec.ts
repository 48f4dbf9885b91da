import { rows } from '../back-office.ts';
import { shopWithBox } from '../cash-box.ts';
import { counterScreen } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { recordCalls } from '../recorded-calls.ts';
import { newClient, sell } from '../till.ts';

test('Ctrl+K jumps to a page, a product, a person and a sale', async ({ page, shop }) => {
  const product = await shop.admin.call('createProduct', {
    body: { code: '711', name: 'Agasalho Colégio', price: 189.9, active: true },
  });
  const client = await newClient(shop, 'Helena Nogueira Prado');
  const sale = await sell(shop, shop.admin, { product, client });
  await shop.signIn(page, shop.admin, { at: '/perfil' });
  const calls = recordCalls(page);
  const box = page.getByRole('dialog', { name: 'Ir para…' });
  const typed = box.getByLabel('Ir para');
  const option = box.getByRole('option');

  await expect(page.getByRole('button', { name: 'Menu do usuário' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(typed).toBeFocused();
  await typed.fill('ger prod');
  await expect(option).toHaveText(['Ger. Produtos']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/produtos');
  await expect(box).toBeHidden();

  await page.keyboard.press('Control+k');
  await typed.fill('colegio agasa');
  await expect(option).toHaveText([/^Agasalho Colégio711 · R\$\s189,90$/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/produtos?search=711');
  await expect(rows(page)).toHaveText(/Agasalho Colégio/);

  // Enter waits for the answers to what is typed, and a CPF is in no address.
  await page.keyboard.press('Control+k');
  await typed.fill('colegio agasa');
  await expect(option).toHaveText([/^Agasalho Colégio/]);
  await typed.fill('529.982.247-25');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/clientes/${client.id}`);
  const record = page.getByRole('main');
  await expect(record.getByLabel('CPF')).toHaveValue('529.982.247-25');
  expect(JSON.stringify(calls('GET', '/api/', 'start'))).not.toContain('529');

  // Escape closes the box alone, and the focus is where it was.
  await record.getByLabel('CPF').focus();
  await page.keyboard.press('Control+k');
  await typed.fill('prado helena');
  await expect(option).toHaveText(['Helena Nogueira Prado529.982.247-25']);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(record.getByLabel('CPF')).toBeFocused();

  await page.keyboard.press('Control+k');
  await typed.fill('nada disso');
  await expect(box.getByText('Nada encontrado.')).toBeVisible();
  await typed.fill(`${sale.id}`);
  await expect(option.first()).toHaveText(`Venda nº ${sale.id}`);
  await typed.fill(`venda nº ${sale.id}`);
  await expect(option.first()).toHaveText(`Venda nº ${sale.id}`);
  await typed.fill(`v${sale.id}`);
  await expect(option.first()).toHaveText(`Venda nº ${sale.id}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/vendas?sale=${sale.id}`);
  await expect(page.getByRole('dialog', { name: `Venda nº ${sale.id}` })).toBeVisible();
});

test('a seller jumps to own pages and actions', async ({ page, shop }) => {
  await shop.signIn(page, await shop.newUser({ name: 'Vera', login: 'vera' }));
  const menu = page.getByRole('button', { name: 'Menu do usuário' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Ir para…' }).click();
  const box = page.getByRole('dialog', { name: 'Ir para…' });
  await expect(box.getByLabel('Ir para')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(box.getByRole('option')).toHaveText([
    'Nova venda',
    'Em espera',
    'Tela do cliente',
    'FECHAR CAIXA',
    'Tema: do sistema',
    'Sair',
    'PDV',
    'Meus recibos',
    'Perfil',
    'Ajuda',
  ]);
  await box.getByLabel('Ir para').fill('4987');
  await expect(box.getByText('Nada encontrado.')).toBeVisible();
  await page.keyboard.press('Escape');

  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  const find = async (text: string, first: string) => {
    await page.keyboard.press('Control+k');
    await box.getByLabel('Ir para').pressSequentially(text, { delay: 15 });
    await expect(box.getByRole('option').first()).toHaveText(first);
    await page.keyboard.press('Enter');
    await expect(box).toBeHidden();
  };
  await find('tema', 'Tema: do sistema');
  await find('tema', 'Tema: claro');
  expect(await scheme()).toBe('dark');

  await find('caixa', 'FECHAR CAIXA');
  const dialog = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(dialog).toContainText('Nenhuma venda realizada hoje');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  // In the words of the counter, though no title has them.
  await find('errei o cpf', 'Cliente e aluno');
  await expect(page.getByRole('heading', { name: 'Cliente e aluno' })).toBeFocused();
  await find('trein', 'Treino');
  await expect(page).toHaveURL('/treino');
  await page.goto('/perfil');
  await expect(page.getByRole('button', { name: 'Menu do usuário' })).toBeVisible();
  await find('sair', 'Sair');
  await expect(page).toHaveURL('/login');
});

test('Ctrl+K acts at the counter, and the focus goes back where it was', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  // Of somebody else's sale, which asks for the CPF.
  expectConsoleError(/status of 404|The sale could not be loaded/);
  const { seller: vera, goods } = await shopWithBox(shop);
  const client = await newClient(shop, 'Helena Nogueira Prado');
  const student = await shop.admin.call('createStudent', {
    body: { registration: '20260042', name: 'Bento Prado' },
  });
  const own = await sell(shop, vera, { product: goods.shirt, client, student });
  const carla = await shop.newUser({ name: 'Carla', login: 'carla' });
  await carla.call('openBox', { body: { float: 0 } });
  const others = await sell(shop, carla, { product: goods.shirt, client });
  await shop.signIn(page, vera, { at: '/perfil' });
  const counter = counterScreen(page);
  const box = page.getByRole('dialog', { name: 'Ir para…' });
  const option = box.getByRole('option');
  const jump = async (text: string, first: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await expect(option.first()).toHaveText(first);
    await page.keyboard.press('Enter');
    await expect(box).toBeHidden();
  };
  const closed = async (name: string) => {
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };

  await expect(page.getByRole('heading', { name: 'Alterar senha:' })).toBeVisible();
  // Without a look at what is found, as fast as a machine: the help about it is no answer.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sangria');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/pdv');
  await closed('Sangria');
  await expect(counter.cpf).toBeFocused();

  // With an order under way, in the field that was typed in.
  await counter.takeOrder();
  await counter.quantity.focus();
  await jump('supr', 'Suprimento');
  await closed('Suprimento');
  await expect(counter.quantity).toBeFocused();
  await jump(`v${own.id}`, `Venda nº ${own.id}`);
  await closed(`Venda nº ${own.id}`);
  await expect(counter.quantity).toBeFocused();

  // A name is found in the seller's own sales alone, a child's too.
  await jump('bento', `Helena Nogueira PradoVenda nº ${own.id} · Bento Prado`);
  await closed(`Venda nº ${own.id}`);
  await jump(`v${others.id}`, `Venda nº ${others.id}`);
  const asked = page.getByRole('dialog', { name: `Venda nº ${others.id}` });
  await expect(asked.getByLabel('CPF do cliente')).toBeFocused();
  await closed(`Venda nº ${others.id}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('helena');
  await expect(option).toHaveText([/^Helena Nogueira PradoVenda nº \d+ · Bento Prado$/]);
  await page.keyboard.press('Escape');
  await expect(counter.quantity).toBeFocused();

  // What is on the counter waits.
  await jump('nova venda', 'Nova venda');
  await expect(page.getByRole('button', { name: '1 em espera' })).toBeVisible();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toBeFocused();
  await jump('espera', 'Em espera');
  await closed('Em espera');
  await expect(counter.cpf).toBeFocused();

  // Without a drawer there is nothing to take out of it.
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  await expect(page.getByRole('heading', { name: 'VENDAS' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sangria');
  await expect(box.getByRole('option', { name: 'Sangria', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await jump('nova ve', 'Nova venda');
  await expect(page).toHaveURL('/pdv');
});

test('the arrows go through the rows, and Enter opens one', async ({ page, shop }) => {
  for (const code of Array.from({ length: 30 }, (_, index) => `${201 + index}`)) {
    const body = { code, name: `Produto ${code}`, price: 1, active: true };
    await shop.admin.call('createProduct', { body });
  }
  await shop.signIn(page, shop.admin, { at: '/produtos?page_size=25' });
  const opener = (code: string) =>
    page.getByRole('button', { name: `Produto ${code}`, exact: true });
  await opener('201').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(opener('203')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(opener('202')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Nome do produto')).toHaveValue('Produto 202');
  await page.keyboard.press('Escape');
  await expect(opener('202')).toBeFocused();

  await opener('225').scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Código' })).toBeInViewport();
  await expect(opener('201')).not.toBeInViewport();
});

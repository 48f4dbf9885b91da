import { FICTITIOUS } from '@balcao/contract/shop/fictitious-school.ts';
import type { Page } from '@playwright/test';
import { choose, expect, test } from '../fixtures.ts';
import { CLOSING_ROW, OTHERS, SALE_RECORD, SALE_ROW, standIn, storeUser } from '../stand-in.ts';

const BROKEN = 'Esta página não pôde ser mostrada';

/** What a failed call logs, and the browser about it; no fault of the page's own code. */
const FAILED_CALLS = /^(?!.*(TypeError|RangeError|Minified React error))/s;

test.beforeEach(({ expectConsoleError }) => expectConsoleError(FAILED_CALLS));

async function sell(page: Page): Promise<void> {
  const client = page.getByRole('group', { name: 'CLIENTE' });
  await client.getByLabel('CPF').pressSequentially('52998224725');
  await expect(client.getByLabel('Nome')).toHaveValue('Maria da Silva');
  await page.getByLabel('Cód', { exact: true }).pressSequentially('101');
  await page.getByLabel('Cód', { exact: true }).press('Enter');
  await expect(page.getByRole('row', { name: /Caderno/ })).toBeVisible();
  await page.getByText('FECHAR PEDIDO', { exact: true }).click();
  await page
    .getByRole('combobox', { name: 'Forma de recebimento 1' })
    .pressSequentially('Dinheiro');
  await page.getByLabel('Forma de recebimento 1').press('Enter');
  await page.getByLabel('Valor recebido 1').pressSequentially('5000');
  await page.getByText('FINALIZAR VENDA', { exact: true }).click();
  await expect(
    page.getByText('Venda realizada com sucesso! Imprimindo recibo...', { exact: true }),
  ).toBeVisible();
}

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('data') ?? 'null'));

for (const others of Object.keys(OTHERS) as (keyof typeof OTHERS)[]) {
  test(`every page stands when other calls answer ${others}`, async ({ page, context }) => {
    await standIn(context, { others });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

    await page.goto('/login');
    await expect(page.getByText('Olá, bem vindo!', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(2);
    await page.getByLabel('Login', { exact: true }).pressSequentially('helena');
    await page.getByLabel('Senha', { exact: true }).pressSequentially('senha');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(/\/vendas$/);
    await expect(heading('VENDAS')).toBeVisible();
    await expect(page.getByText('Olá, Helena', { exact: true })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveText(
      `© 2025 ${FICTITIOUS.company_name} ltda`,
    );
    await expect(page.getByRole('cell', { name: 'Maria da Silva', exact: true })).toBeVisible();

    for (const [path, title, cell] of [
      ['/produtos', 'GERENCIAR PRODUTOS', 'Caderno'],
      ['/usuarios', 'GERENCIAR USUÁRIOS', 'Vera Lúcia'],
      ['/categorias', 'GERENCIAR FORMAS DE PAGAMENTO', 'Dinheiro'],
      ['/gerenciarFechamentos', 'FECHAMENTOS', 'Vera Lúcia'],
    ] as const) {
      await page.goto(path);
      await expect(heading(title)).toBeVisible();
      await expect(page.getByRole('cell', { name: cell, exact: true })).toBeVisible();
    }
    await expect(page.getByText('escola de exemplo')).toHaveCount(0);
    await page.goto('/perfil');
    await page.getByLabel('Senha atual', { exact: true }).pressSequentially('a');
    await page.getByRole('button', { name: 'Alterar senha', exact: true }).click();
    await expect(page.getByText('Senha alterada com sucesso!', { exact: true })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await expect(page.getByText(BROKEN)).toBeHidden();
  });

  test(`a day's work is done when other calls answer ${others}`, async ({ page, context }) => {
    await standIn(context, { others });
    await storeUser(context);
    await page.goto('/pdv');
    const slip = page.waitForEvent('popup');
    await choose(page, 'FECHAR CAIXA');
    await expect((await slip).getByRole('heading', { name: 'FECHAMENTO' })).toBeVisible();
    await (await slip).close();
    const receipt = page.waitForEvent('popup');
    const reloaded = page.waitForEvent('load');
    await sell(page);
    expect(await stored(page)).toEqual(SALE_RECORD);
    await expect((await receipt).getByRole('heading', { name: 'RECIBO' })).toBeVisible();
    await expect((await receipt).getByText('estando assim quitado.')).toBeVisible();
    await reloaded;

    await page.goto('/vendas');
    await page.getByLabel('Início').fill('2026-03-01');
    await page.getByLabel('Fim').fill('2026-03-31');
    await page.getByRole('button', { name: 'Gerar relatorio', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Fechamento do Caixa' })).toBeVisible();
    await expect(page.getByText(BROKEN)).toBeHidden();
  });

  test(`records are kept and deleted when other calls answer ${others}`, async ({
    page,
    context,
  }) => {
    await standIn(context, { others });
    await storeUser(context);
    const dialog = page.getByRole('dialog').filter({ hasNotText: 'Atenção!' });
    const question = page.getByRole('dialog', { name: 'Atenção!' });
    for (const { path, add, name, typed, row, deletes, words } of [
      {
        path: '/produtos',
        add: '+ Adicionar produto',
        name: 'Nome do produto',
        typed: 'Lápis',
        row: 'Caderno',
        deletes: /Excluir|Confirmar/,
        words: ['Produto criado', 'Produto Editado', 'Produto excluído'],
      },
      {
        path: '/usuarios',
        add: '+ Adicionar usuário',
        name: 'Nome do usuário',
        typed: 'Rita',
        row: 'Vera Lúcia',
        deletes: 'Confirmar',
        words: ['Usuário criado', 'Usuário Editado', 'Usuário excluído'],
      },
      {
        path: '/categorias',
        add: '+ Adicionar tipo',
        name: 'Nome',
        typed: 'Cheque',
        row: 'Dinheiro',
        deletes: /Excluir|Confirmar/,
        words: [
          'Forma de pagamento criada',
          'Forma de pagamento editada',
          'Forma de pagamento excluída',
        ],
      },
    ]) {
      const [created, edited, deleted] = words.map((done) => `${done} com sucesso!`);
      const save = async (message: string | undefined) => {
        await dialog.getByLabel(name, { exact: true }).pressSequentially(typed);
        await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
        await expect(page.getByText(message ?? '', { exact: true })).toBeVisible();
      };
      await page.goto(path);
      await page.getByRole('button', { name: add, exact: true }).click();
      await save(created);
      await page.reload();
      await page.getByRole('cell', { name: row, exact: true }).click();
      await save(edited);
      await page.reload();
      await page.getByRole('button', { name: `Excluir ${row}`, exact: true }).click();
      await question.getByRole('button', { name: deletes }).click();
      await expect(page.getByText(deleted ?? '', { exact: true })).toBeVisible();
    }

    await page.goto('/vendas');
    await page.getByRole('button', { name: /^Excluir venda/ }).click();
    await question.getByRole('button', { name: 'Excluir', exact: true }).click();
    await expect(page.getByText('Venda excluída com sucesso!', { exact: true })).toBeVisible();
    // Signing out loads the application anew.
    const loaded = page.waitForEvent('load');
    await choose(page, 'Sair');
    await loaded;
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });
}

test('papers print what the specification stores, and no more is needed', async ({
  page,
  context,
}) => {
  await standIn(context);
  await storeUser(context);
  await page.goto('/vendas');
  const receipt = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Imprimir recibo/ }).click();
  expect(await stored(page)).toEqual(SALE_ROW);
  await expect((await receipt).getByText('Recebemos de Maria da Silva')).toBeVisible();
  await page.goto('/gerenciarFechamentos');
  const slip = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Fechamento de/ }).click();
  expect(await stored(page)).toEqual(CLOSING_ROW);
  await expect((await slip).getByText('Total vendido')).toBeVisible();

  const show = async (path: string, data: unknown) => {
    await page.evaluate((text) => sessionStorage.setItem('data', text), JSON.stringify(data));
    await page.goto(path);
  };
  await show('/pdf', SALE_RECORD);
  const sentence = page.getByText(/^Recebemos de/);
  await expect(sentence).toContainText(
    /Caderno: x2, Caneta azul: x1, pago por Dinheiro R\$\s50,00, estando assim quitado\.$/,
  );
  await expect(page.getByText('undefined')).toBeHidden();
  await show('/pdfFechamento', { seller_name: 'Vera', total_final: '150.50' });
  await expect(page.getByText(/R\$\s150,50/)).toBeVisible();
});

test('a field is found by its label in capitals or not, and in no other name', async ({
  page,
  context,
}) => {
  await standIn(context, { others: '{}' });
  await storeUser(context);
  const alone = async (fields: Record<string, number>) => {
    for (const [label, count] of Object.entries(fields)) {
      await expect(page.getByLabel(label), label).toHaveCount(count);
    }
  };
  await page.goto('/pdv');
  // Both steps have a subtotal, and two sections a name.
  await alone({ CPF: 1, Matrícula: 1, Nome: 2, Cód: 1, Produto: 1, Qtd: 1, Subtotal: 2 });
  await alone({ 'TOTAL BRUTO': 1, 'TOTAL GERAL': 1, 'VALOR PAGO': 1, TROCO: 1 });
  await alone({ 'Forma de recebimento 1': 1, 'Valor recebido 5': 1 });
  await page.goto('/vendas');
  await alone({ Início: 1, Fim: 1, Vendedor: 1, Produtos: 1 });
  await page.goto('/gerenciarFechamentos');
  await alone({ 'Início:': 1, 'Fim:': 1 });
  await page.goto('/perfil');
  await alone({ 'Senha atual': 1, 'Repita a nova senha': 1 });
  for (const [path, add, fields] of [
    [
      '/produtos',
      '+ Adicionar produto',
      ['Código do produto', 'Nome do produto', 'Valor do produto', 'Ativo'],
    ],
    ['/usuarios', '+ Adicionar usuário', ['Cargo', 'Nome do usuário', 'E-mail/login', 'Ativo']],
    ['/categorias', '+ Adicionar tipo', ['Nome']],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: add }).click();
    const dialog = page.getByRole('dialog');
    for (const label of fields) await expect(dialog.getByLabel(label), label).toHaveCount(1);
  }
});

test('odd values stop no page', async ({ page, context }) => {
  const { created_at: _day, student_data: _student, ...rest } = SALE_RECORD;
  const odd = {
    ...rest,
    created_at: '2025-03-15',
    total_general: '150.50',
    subtotal: '150.50',
    payment_method1: '150.50',
    seller_data: { id: 7, name: null },
    products_data: null,
  };
  await standIn(context, {
    answers: {
      'GET /api/pdv/sales/': { results: [odd, { ...odd, client_data: null }, null] },
      'GET /api/pdv/closeBoxList/': {},
      'GET /api/pdv/products/': { results: [{ id: 1, code: 7, name: null, price: '12.50' }] },
      'GET /api/users/': { results: [], total_pages: 1, count: 0 },
      'GET /api/pdv/paymentMethods/': null,
    },
  });
  await storeUser(context);
  await page.goto('/vendas');
  await expect(page.getByRole('row', { name: /15\/03\/2025/ })).toHaveCount(2);
  await expect(page.getByRole('cell', { name: /R\$\s150,50/ })).toHaveCount(2);
  const receipt = page.waitForEvent('popup');
  await page
    .getByRole('button', { name: /Imprimir recibo/ })
    .first()
    .click();
  await expect((await receipt).getByText('15/03/2025').first()).toBeVisible();
  await page.getByLabel('Início').fill('2025-03-01');
  await page.getByLabel('Fim').fill('2025-03-31');
  await page.getByRole('button', { name: 'Gerar relatorio', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Desconhecido' })).toBeVisible();
  await expect(page.getByText('03/2025', { exact: true })).toHaveCount(2);
  await expect(page.getByText(/R\$\s301,00/).first()).toBeVisible();

  await page.goto('/produtos');
  await expect(page.getByRole('cell', { name: /R\$\s12,50/ })).toBeVisible();
  for (const path of ['/usuarios', '/categorias', '/gerenciarFechamentos']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/Nenhum(a)? (usuário|forma|caixa)/)).toBeVisible();
  }
  await expect(page.getByText(BROKEN)).toBeHidden();
});

test('a look-up with an odd answer leaves what was typed', async ({ page, context }) => {
  await standIn(context);
  await storeUser(context);
  await page.goto('/pdv');
  const client = page.getByRole('group', { name: 'CLIENTE' });
  const cpf = client.getByLabel('CPF');
  const name = client.getByLabel('Nome');
  for (const answer of [
    {},
    null,
    { results: null },
    { results: [{ id: 5, cpf: '52998224725', name: null }] },
  ]) {
    const looked = page.waitForResponse(/clients\/\?search/);
    await context.route(/\/api\/pdv\/(clients|students)\//, (route) =>
      route.fulfill({ json: answer }),
    );
    await cpf.fill('');
    await name.fill('');
    await name.pressSequentially('Maria');
    await cpf.pressSequentially('52998224725');
    await looked;
    await expect(cpf).toHaveValue('529.982.247-25');
    await page.getByLabel('Matrícula').fill('20260000042');
    await expect(name).toHaveValue(answer?.results ? /^(Maria)?$/ : 'Maria');
    await page.getByLabel('Matrícula').fill('');
    await expect(page.getByText(BROKEN)).toBeHidden();
  }
});

test('a user is made without a provisional password in the answer', async ({ page, context }) => {
  const sent = await standIn(context);
  await storeUser(context);
  await page.goto('/usuarios');
  await page.getByRole('button', { name: '+ Adicionar usuário', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo Usuário' });
  await dialog.getByLabel('Nome do usuário').pressSequentially('Rita');
  await dialog.getByLabel('E-mail/login').pressSequentially('rita');
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Usuário criado com sucesso!', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(sent.find(({ call }) => call === 'POST /api/users/')?.body).toEqual({
    name: 'Rita',
    email: 'rita',
    active: true,
    admin: false,
  });
});

test('a stored user without admin is a seller, and one of an access alone is signed in', async ({
  page,
  context,
}) => {
  await standIn(context);
  await storeUser(context, { access: 'token' });
  await page.goto('/usuarios');
  await expect(page).toHaveURL(/\/pdv$/);
  await expect(page.getByRole('group', { name: 'CLIENTE' })).toBeVisible();
  const user = { id: '7', name: 'Vera', email: 'vera@escola.br' };
  const record = { access: 'token', user, refresh: 'kept', groups: ['x'] };
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(record));
  await page.goto('/vendas');
  await expect(page).toHaveURL(/\/pdv$/);
  await expect(page.getByText('Olá, Vera', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? ''))).toEqual(record);
});

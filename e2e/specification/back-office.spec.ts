import type { Locator } from '@playwright/test';
import { confirm, confirmation, expectMessage, row, rows, save } from '../back-office.ts';
import { colourOf } from '../colour.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { recordCalls } from '../recorded-calls.ts';
import { gate, problem } from '../sale-traffic.ts';

// Animated, as most people see it.
test.use({ reducedMotion: 'no-preference' });

/** The value of each field by its label: a text, an option or a tick. */
type Input = Record<string, string | boolean>;

/** The three lists whose rows are created, edited and deleted. */
const KINDS = [
  {
    what: 'products',
    path: '/produtos',
    api: '/api/pdv/products/',
    heading: 'GERENCIAR PRODUTOS',
    columns: ['Código', 'Nome', 'Valor', 'Status', ''],
    add: '+ Adicionar produto',
    titles: ['Novo Produto', 'Editar Produto'],
    name: 'Nome do produto',
    empty: { code: '', name: '', price: null, active: true },
    create: {
      'Código do produto': '104',
      'Nome do produto': 'Caneta',
      'Valor do produto': 'R$\u00a02,50',
    },
    created: { code: '104', name: 'Caneta', price: 2.5, active: true },
    createdCells: ['104', 'Caneta', 'R$\u00a02,50', '', ''],
    search: { label: 'Buscar produto', typed: 'CANETA' },
    edit: {
      'Código do produto': '104',
      'Nome do produto': 'Caneta azul',
      'Valor do produto': 'R$\u00a03,00',
      Ativo: false,
    },
    edited: { code: '104', name: 'Caneta azul', price: 3, active: false },
    editedCells: ['104', 'Caneta azul', 'R$\u00a03,00', '', ''],
    editedMs: 3_000,
    questions: [
      'Tem certeza que deseja excluir este produto?',
      'Tem certeza que deseja excluir o produto?',
    ],
    done: [
      'Produto criado com sucesso!',
      'Produto Editado com sucesso!',
      'Produto excluído com sucesso!',
    ],
    failed: ['Erro ao criar o produto.', 'Erro ao editar o produto.', 'Erro ao excluir o produto.'],
    refused: {
      input: { 'Código do produto': '102', 'Valor do produto': 'R$\u00a03,50' },
      field: 'Nome do produto',
      why: 'Preencha este campo.',
    },
  },
  {
    what: 'users',
    path: '/usuarios',
    api: '/api/users/',
    heading: 'GERENCIAR USUÁRIOS',
    columns: ['Cargo', 'Nome usuário', 'Email/login', 'Status', ''],
    add: '+ Adicionar usuário',
    titles: ['Novo Usuário', 'Editar Usuário'],
    name: 'Nome do usuário',
    empty: { name: '', email: '', active: true, admin: false },
    create: { 'Nome do usuário': 'Vera Lúcia', 'E-mail/login': 'vera' },
    created: { name: 'Vera Lúcia', email: 'vera', active: true, admin: false },
    createdCells: ['Vendedor', 'Vera Lúcia', 'vera', 'Ativo', ''],
    search: { label: 'Buscar usuário', typed: 'lucia' },
    edit: {
      Cargo: 'admin',
      'Nome do usuário': 'Vera Lúcia Prado',
      'E-mail/login': 'vera',
      Ativo: false,
    },
    edited: { name: 'Vera Lúcia Prado', email: 'vera', active: false, admin: true },
    editedCells: ['Admin', 'Vera Lúcia Prado', 'vera', 'Inativo', ''],
    editedMs: 3_000,
    questions: [
      'Tem certeza que deseja excluir o usuário?',
      'Tem certeza que deseja excluir o usuário?',
    ],
    done: [
      'Usuário criado com sucesso!',
      'Usuário Editado com sucesso!',
      'Usuário excluído com sucesso!',
    ],
    // The specification has the words of a product for the first.
    failed: ['Erro ao criar o produto.', 'Erro ao editar o usuário.', 'Erro ao excluir o usuário.'],
    refused: {
      input: { 'Nome do usuário': 'Outra', 'E-mail/login': 'AMOSTRA' },
      field: 'E-mail/login',
      why: 'Já existe um usuário com este login.',
    },
  },
  {
    what: 'payment methods',
    path: '/categorias',
    api: '/api/pdv/paymentMethods/',
    heading: 'GERENCIAR FORMAS DE PAGAMENTO',
    columns: ['Nome', ''],
    add: '+ Adicionar tipo',
    titles: ['Nova forma de pagamento', 'Editar forma de pagamento'],
    name: 'Nome',
    empty: { name: '' },
    create: { Nome: 'Depósito' },
    created: { name: 'Depósito' },
    createdCells: ['Depósito', ''],
    search: { label: 'Buscar tipo', typed: 'DEPOSITO' },
    edit: { Nome: 'Depósito bancário' },
    edited: { name: 'Depósito bancário' },
    editedCells: ['Depósito bancário', ''],
    editedMs: 5_000,
    questions: [
      'Tem certeza que deseja excluir esta forma de pagamento?',
      'Tem certeza que deseja excluir a forma de pagamento?',
    ],
    done: [
      'Forma de pagamento criada com sucesso!',
      'Forma de pagamento editada com sucesso!',
      'Forma de pagamento excluída com sucesso!',
    ],
    failed: [
      'Erro ao criar a forma de pagamento.',
      'Erro ao editar a forma de pagamento.',
      'Erro ao excluir o forma de pagamento.',
    ],
    refused: {
      input: { Nome: 'Pix' },
      field: 'Nome',
      why: 'Já existe um cadastro com este nome.',
    },
  },
] as const;

async function fill(dialog: Locator, input: Input): Promise<void> {
  for (const [label, value] of Object.entries(input)) {
    const field = dialog.getByLabel(label);
    if (typeof value === 'boolean') await field.setChecked(value);
    else if (label === 'Cargo') await field.selectOption(value);
    else await field.fill(value);
  }
}

async function expectFilled(dialog: Locator, input: Input): Promise<void> {
  for (const [label, value] of Object.entries(input)) {
    const field = dialog.getByLabel(label);
    if (typeof value === 'boolean') await expect(field).toBeChecked({ checked: value });
    else await expect(field).toHaveValue(value);
  }
}

const SAMPLE = 'Amostra';

/** Gives each list a row. */
async function addSamples(shop: Shop): Promise<void> {
  await shop.newUser({ name: SAMPLE, login: 'amostra' });
  await shop.admin.call('createPaymentMethod', { body: { name: SAMPLE } });
  const body = { code: '101', name: SAMPLE, price: 2.5, active: true };
  await shop.admin.call('createProduct', { body });
}

for (const kind of KINDS) {
  const { what, path, api, add, titles, questions } = kind;
  const [created, edited, deleted] = kind.done;
  const [notCreated, notEdited, notDeleted] = kind.failed;

  // Specification: 2.6, 2.8, 2.9, 3.11, 4.8, 4.9, 5.8, 6.3, 8.5, 8.6, 8.7, 8.10, 9.2
  test(`${what}: created, edited and deleted; the dialog spins, closes and fails`, async ({
    page,
    shop,
    expectConsoleError,
  }) => {
    // The three lists are made of the same parts.
    const accessibleIn = () => (what === 'products' ? expectAccessible(page) : Promise.resolve());
    expectConsoleError(/Erro ao |Failed to load resource/);
    await addSamples(shop);
    const calls = recordCalls(page);
    await page.clock.install();
    await shop.signIn(page, shop.admin, { at: path });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(kind.heading);
    await accessibleIn();

    // No field is required: the input is sent as it is.
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: add }).click();
    await expect(dialog).toHaveAccessibleName(titles[0]);
    await expectMessage(page, notCreated, () => save(page));
    await page.getByRole('button', { name: add }).click();
    await fill(dialog, kind.create);
    await expectMessage(page, created, () => page.keyboard.press('Enter'), {
      ms: 5_000,
      meanwhile: accessibleIn,
    });
    // A dialog shows a new user's provisional password.
    if (what === 'users') await dialog.getByRole('button', { name: 'Fechar' }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole('textbox', { name: kind.search.label }).fill(kind.search.typed);
    await page.getByRole('button', { name: 'Buscar' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).getByRole('cell')).toHaveText(kind.createdCells);
    await expect(page.getByRole('columnheader')).toHaveText(kind.columns);
    await expect(page.getByRole('columnheader').last()).toHaveAccessibleName('Excluir');
    await rows(page).click();
    await expect(dialog).toHaveAccessibleName(titles[1]);
    await expectFilled(dialog, kind.create);
    await expectAccessible(page);
    await fill(dialog, kind.edit);
    await expectMessage(page, edited, () => save(page), { ms: kind.editedMs });
    await expect(rows(page).getByRole('cell')).toHaveText(kind.editedCells);
    await rows(page).click();
    await expectFilled(dialog, kind.edit);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toBeHidden();

    const remove = page.getByRole('button', { name: `Excluir ${kind.edited.name}` });
    await remove.click();
    await expect(confirmation(page)).toContainText(questions[0]);
    await accessibleIn();
    await confirmation(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(confirmation(page)).toBeHidden();
    await expect(remove).toBeFocused();
    await remove.click();
    await expectMessage(page, deleted, () => confirm(page), { meanwhile: accessibleIn });
    await expect(rows(page)).toHaveCount(0);

    const read = calls('GET', api).map(({ query }) => query);
    expect(read).toContainEqual({ page: '1', page_size: '10' });
    expect(read).toContainEqual({ page: '1', page_size: '10', search: kind.search.typed });
    expect(calls('POST', api).map(({ body }) => body)).toEqual([kind.empty, kind.created]);
    const [put, ...others] = calls('PUT', api, 'start');
    expect(others).toEqual([]);
    const id = Number(put?.path.slice(api.length, -1));
    expect(id).toBeGreaterThan(0);
    expect(put?.path).toBe(`${api}${id}/`);
    expect(put?.body).toEqual({ id, ...kind.edited });
    expect(calls('DELETE', api, 'start')).toMatchObject([
      { path: `${api}${id}/`, query: {}, body: null },
    ]);

    // The dialog once more, with a list that has a row.
    await page.getByRole('button', { name: 'Mostrar todos' }).click();
    await expect(row(page, SAMPLE)).toHaveCount(1);
    const name = dialog.getByLabel(kind.name);
    const removeOpen = dialog.getByRole('button', { name: 'Excluir' });
    const create = page.getByRole('button', { name: add });
    await create.click();
    await fill(dialog, kind.refused.input);
    await expectMessage(page, notCreated, () => save(page), {
      meanwhile: () =>
        expect(dialog.getByLabel(kind.refused.field)).toHaveAccessibleDescription(kind.refused.why),
    });
    await expect(dialog).toBeHidden();

    const one = `**${api}*/`;
    await page.route(one, (route) => route.fulfill(problem(500, 'internal')));
    await row(page, SAMPLE).click();
    await expectMessage(page, notEdited, () => save(page));
    await expect(dialog).toBeHidden();
    await page.unroute(one);
    await page.route(one, (route) => route.abort());
    await page.getByRole('button', { name: `Excluir ${SAMPLE}` }).click();
    await expectMessage(page, notDeleted, () => confirm(page));
    await expect(row(page, SAMPLE)).toBeVisible();
    await page.unroute(one);

    const open = () => row(page, SAMPLE).getByRole('cell', { name: SAMPLE }).first().click();
    await create.click();
    await expect(name).toHaveValue('');
    await expect(removeOpen).toHaveCount(0);
    await name.fill('Nada disto');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toBeHidden();

    await open();
    await expect(name).toHaveValue(SAMPLE);
    await expect(removeOpen).toBeVisible();
    await name.fill('Outra coisa');
    await page.mouse.click(20, 400);
    await expect(dialog).toBeHidden();
    // A new dialog does not show the edited row.
    await create.click();
    await expect(name).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const door = gate();
    await page.route(`**${api}*/`, async (route) => {
      await door.opened;
      await route.continue();
    });
    await open();
    await expect(name).toHaveValue(SAMPLE);
    await name.fill(`${SAMPLE} nova`);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const status = dialog.getByRole('status');
    await expect(status).toHaveText('Salvando…');
    await expect(status.locator('[aria-hidden]')).toBeVisible();
    const reads = recordCalls(page);
    door.open();
    await expect(status).toHaveText(edited);
    expect(await colourOf(status)).toBe('green');
    expect(reads('GET', api)).toEqual([]);
    await expect(dialog).toBeHidden();
    await expect(row(page, `${SAMPLE} nova`)).toHaveCount(1);
    expect(reads('GET', api)).toHaveLength(1);

    await open();
    await removeOpen.click();
    await expect(confirmation(page)).toContainText(questions[1]);
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toBeHidden();
    await expect(dialog).toBeVisible();
    await removeOpen.click();
    await confirm(page);
    await expect(page.getByRole('status')).toHaveText(deleted);
    await expect(dialog).toBeHidden();
    await expect(row(page, SAMPLE)).toHaveCount(0);
  });
}

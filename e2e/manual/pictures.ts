import type { Page } from '@playwright/test';
import { countBoxes } from '../cash-box.ts';
import { chooseOnBar, counterScreen, SALE_MADE } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { button, type Picture } from './picture.ts';
import { stockPictures } from './stock-pictures.ts';

/** The Pix of the sample school. */
export const PIX = {
  method: 'Pix',
  key: 'loja@auroradovale.example',
  name: 'Colégio Aurora do Vale',
  city: 'Recife',
};

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const firstRow = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first();

/** Every picture of docs/manual, by the name of its file, in the order in which one leads to the next. */
export const pictures: Record<string, Picture> = {
  menu: {
    steps: async ({ page, enter }) => {
      await enter('seller', '/pdv');
      await button(page, 'Menu do usuário').click();
      await expect(page.getByRole('menuitem', { name: 'Ajuda' })).toBeVisible();
    },
    of: (page) => page.getByRole('menu'),
  },
  atalhos: {
    steps: async ({ page }) => {
      await page.keyboard.press('Escape');
      await chooseOnBar(page, 'Atalhos');
    },
    of: dialog('Atalhos do teclado'),
  },
  'balcao-pedido': {
    steps: async ({ page }) => {
      await page.keyboard.press('Escape');
      const counter = counterScreen(page);
      await counter.registration.fill('20260118');
      await counter.studentName.fill('Davi Nogueira Prado');
      await counter.takeOrder({
        name: 'Helena Nogueira Prado',
        codes: ['10110', '10404', '349'],
      });
      await counter.code.fill('304');
      await counter.code.press('Tab');
      await counter.quantity.fill('4');
    },
  },
  'em-espera': {
    steps: async ({ page }) => {
      await counterScreen(page).quantity.press('Enter');
      await page.keyboard.press('F4');
      await expect(counterScreen(page).cpf).toHaveValue('');
      await page.keyboard.press('F4');
      await expect(dialog('Em espera')(page)).toContainText('Helena');
    },
    of: dialog('Em espera'),
  },
  pix: {
    steps: async ({ page }) => {
      await dialog('Em espera')(page)
        .getByRole('button', { name: /Helena/ })
        .first()
        .click();
      const counter = counterScreen(page);
      await expect(counter.items).toHaveCount(4);
      await page.keyboard.press('F8');
      await counter.pay(1, 'Pix', '10000');
      await expect(page.getByRole('img', { name: /QR code do Pix/ })).toBeVisible();
    },
    of: (page) => counterScreen(page).payment,
  },
  'balcao-pagamento': {
    steps: async ({ page }) => {
      await page.getByRole('checkbox', { name: 'Conferi o pagamento no banco' }).check();
      await counterScreen(page).pay(2, 'Dinheiro', '15000');
    },
  },
  'minha-venda': {
    steps: async ({ page, enter }) => {
      await counterScreen(page).finish.click();
      await expect(page.getByText(SALE_MADE)).toBeVisible();
      await enter('seller', '/minhas-vendas');
      await firstRow(page).click();
      await expect(button(page, 'Corrigir pagamento')).toBeVisible();
    },
    of: dialog(/venda nº/i),
  },
  devolver: {
    steps: async ({ page }) => {
      await page.getByRole('button', { name: 'Devolver', exact: true }).click();
      await button(page, /^Mais: Moletom/).click();
      await button(page, 'Tamanho errado').click();
    },
    of: dialog(/venda nº/i),
  },
  autorizacao: {
    steps: ({ page }) => page.getByRole('button', { name: 'DEVOLVER', exact: true }).click(),
    of: dialog('Autorização de administrador'),
  },
  'abrir-caixa': {
    steps: async ({ page, admin, enter }) => {
      await countBoxes({ admin }, { count_every_method: true });
      await enter('seller', '/pdv');
      await expect(page.getByRole('heading', { name: 'Abrir o caixa' })).toBeVisible();
    },
    of: (page) => page.getByRole('heading', { name: 'Abrir o caixa' }).locator('..'),
  },
  'contar-gaveta': {
    steps: async ({ page, ui }) => {
      await ui.openWith('10000');
      await button(page, 'Menu do usuário').click();
      await page.getByRole('menuitem', { name: 'FECHAR CAIXA' }).click();
      await ui.pieces('Notas de R$ 100,00').fill('1');
    },
    of: dialog(/^Fechar o caixa/),
  },
  'configuracoes-caixa': {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/configuracoes');
      await page.getByRole('radio', { name: 'Conferido' }).check();
    },
    of: (page) => page.getByRole('form', { name: 'Caixa', exact: true }).locator('..'),
  },
  produto: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/produtos?search=moletom');
      await firstRow(page).click();
    },
    of: dialog('Editar Produto'),
  },
  'alterar-precos': {
    steps: async ({ page }) => {
      await dialog('Editar Produto')(page).getByRole('button', { name: 'Cancelar' }).click();
      await button(page, 'Marcar produtos').click();
      await button(page, /^Marcar (esta página|todos)/)
        .first()
        .click();
      await button(page, /^Alterar preços \(/).click();
      const rule = dialog(/^Alterar preços/)(page);
      await rule.getByLabel('Percentual').fill('7');
      await button(page, 'Ver os preços novos').click();
      await expect(rule.getByRole('table')).toBeVisible();
    },
    of: dialog(/^Alterar preços/),
  },
  importar: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/produtos');
      await page.getByRole('button', { name: 'Importar', exact: true }).click();
      const lines = [
        'Código;Nome;Valor',
        '10110;Camiseta manga curta Colégio G;59,90',
        '9001;Mochila Colégio;189,90',
        '9002;Garrafa térmica;quarenta',
      ];
      await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
        name: 'produtos.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\r\n')),
      });
      await expect(dialog('Importar produtos')(page)).toContainText('Garrafa térmica');
    },
    of: dialog('Importar produtos'),
  },
  cliente: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/clientes');
      await firstRow(page).click();
      await expect(page.getByRole('region', { name: 'Compras' })).toContainText('Total comprado');
    },
  },
  usuario: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/usuarios');
      await firstRow(page).click();
    },
    of: dialog('Editar Usuário'),
  },
  vendas: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/vendas');
      await expect(firstRow(page)).toBeVisible();
    },
  },
  fechamentos: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/gerenciarFechamentos');
      await expect(page.getByRole('heading', { name: 'FECHAMENTOS' })).toBeVisible();
    },
  },
  ...stockPictures,
  painel: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/painel');
      await page.getByRole('button', { name: 'Este mês' }).click();
      await expect(page.locator('.recharts-surface').first()).toBeVisible();
    },
  },
  auditoria: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/auditoria');
      await expect(firstRow(page)).toBeVisible();
    },
  },
  'ir-para': {
    steps: async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.getByLabel('Ir para', { exact: true }).fill('pre');
      await expect(page.getByRole('option', { name: 'Caneta esferográfica preta' })).toBeVisible();
    },
    of: dialog('Ir para…'),
  },
  bloqueio: {
    steps: async ({ page, admin, enter }) => {
      await admin.call('editSettings', {
        body: { ...(await admin.call('readSettings')), idle_lock_minutes: 5 },
      });
      // A session learns of the lock at its sign-in.
      await page.clock.install();
      await enter('seller', '/minhas-vendas');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.clock.fastForward('05:01');
    },
    of: dialog('Tela bloqueada'),
  },
};

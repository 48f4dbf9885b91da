import type { Locator, Page } from '@playwright/test';
import { choose, expect, expectAccessible, logIn, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { printed } from '../paper.ts';
import { timesPrinted } from '../print-dialog.ts';
import { codeOf, turnOnSecondFactor } from '../second-factor.ts';

async function fillPassword(page: Page, user: Parameters<typeof logIn>[1]) {
  await expect(page).toHaveURL('/login');
  await logIn(page, user);
}

async function send(form: Page | Locator, fields: Record<string, string>, button: string) {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
  await form.getByRole('button', { name: button, exact: true }).click();
}

test('a required second factor, from end to end', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of (401|403|422)|second_factor|The code was not accepted|not changed/);
  const ana = await shop.newUser({ name: 'Ana Prado', login: 'ana', admin: true });
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  /** As if the code that was used were 30 seconds old. */
  const letTimePass = () => shop.sql('UPDATE second_factors SET last_step = 0');

  // Who requires it begins with their own.
  await shop.signIn(page, ana, { at: '/configuracoes' });
  const settings = page.getByRole('form', { name: 'Segundo fator' });
  await settings.getByLabel('Exigir de todos os administradores').check();
  await settings.getByRole('button', { name: 'SALVAR' }).click();
  await expect(page).toHaveURL('/perfil');
  await page.goto('/vendas');
  await expect(page).toHaveURL('/perfil');
  // The help says how it is done.
  await page.goto('/ajuda#segundo-fator');
  await expect(page.getByRole('heading', { name: 'Segundo fator' })).toBeFocused();
  await page.goto('/perfil');
  const card = page.getByRole('region', { name: 'Segundo fator' });
  await expect(card.getByText('Esta loja exige o segundo fator')).toBeVisible();
  await card.getByRole('button', { name: 'Ligar o segundo fator' }).click();
  await send(card, { 'Sua senha': ana.password }, 'Continuar');
  await expect(card.getByRole('img', { name: 'QR code do segundo fator' })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const used = codeOf(secret);
  await send(card, { 'Código do aplicativo': used }, 'Ligar');
  const codes = card.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await expect(codes).toHaveCount(8);
  const [first = '', second = ''] = await codes.allInnerTexts();
  // They show only once, so they stay until they are kept: if a page of another tab is let in, and if
  // somebody leaves by mistake.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const other = await page.context().newPage();
  await other.goto('/perfil');
  await expect(other.getByText('que restam: 8')).toBeVisible();
  await other.close();
  await expect(page.getByText('Onde você está conectado')).toBeVisible();
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Balcão, ir para o início' }).click();
  await expect(page).toHaveURL('/perfil');
  await expect(codes).toHaveCount(8);
  await card.getByRole('button', { name: 'Copiar' }).click();
  await expect(card.getByRole('button', { name: 'Copiar' })).toBeFocused();
  await card.getByRole('button', { name: 'Imprimir' }).click();
  expect(await timesPrinted(page)).toBe(1);
  const { sheets, text } = await printed(page);
  expect(sheets).toHaveLength(1);
  for (const part of ['CÓDIGOS DE RECUPERAÇÃO', ana.name, first, second]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('Guardei os códigos');
  await card.getByRole('button', { name: 'Guardei os códigos' }).click();
  await expect(card.getByText('que restam: 8')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The session of the API, which was begun before, is over.
  await expect(page.getByText('esta sessão')).toBeVisible();
  await expect(ana.call('listUsers')).rejects.toThrow();

  await choose(page, 'Sair');
  await fillPassword(page, ana);
  const code = page.getByLabel('Código do aplicativo');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  // What confirmed it is used up.
  await code.fill(used);
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('não confere ou já foi usado');
  await letTimePass();
  await code.fill(codeOf(secret));
  await code.press('Enter');
  await expect(page).toHaveURL('/vendas');

  // Without the phone.
  await choose(page, 'Sair');
  await fillPassword(page, ana);
  await page.getByRole('button', { name: 'Estou sem o celular' }).click();
  await send(page, { 'Código de recuperação': first.toLowerCase() }, 'Entrar');
  await expect(page).toHaveURL('/vendas');

  // An administrator ends the session of a seller, who is out with the next call.
  await goTo(page, '/usuarios');
  // The last cell of a row holds its delete icon alone.
  const row = page.getByRole('row', { name: /Vera/ });
  await expect(row.getByRole('cell').last().getByRole('button')).toHaveCount(1);
  await row.getByRole('cell', { name: 'Vera', exact: true }).click();
  const show = page.getByRole('dialog', { name: 'Editar Usuário' }).getByText('Sessões');
  await show.click();
  const sessions = page.getByRole('dialog', { name: 'Sessões de Vera' });
  await vera.call('listActiveProducts');
  await sessions.getByRole('button', { name: 'Encerrar' }).click();
  await expect(sessions.getByText('Não está conectado em lugar nenhum.')).toBeVisible();
  await expect(sessions.getByRole('list')).toBeFocused();
  await expect(vera.call('listActiveProducts')).rejects.toThrow();
  await page.keyboard.press('Escape');
  await expect(sessions).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sessões' })).toBeFocused();

  await goTo(page, '/perfil');
  await card.getByRole('button', { name: 'Desligar o segundo fator' }).click();
  await send(card, { 'Sua senha': ana.password, 'Código do aplicativo': second }, 'Desligar');
  await expect(card.getByRole('button', { name: 'Ligar o segundo fator' })).toBeVisible();
});

test('Perfil tells of a password used without its code', async ({ page, shop }) => {
  const code = await turnOnSecondFactor(shop.admin);
  const { login: username, password } = shop.admin;
  const session = await shop.admin.call('login', { body: { username, password, code } });
  await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(session));
  await page.goto('/perfil');
  const card = page.getByRole('region', { name: 'Segundo fator' });
  await expect(card.getByText('que restam')).toBeVisible();
  await expect(card).not.toContainText('Alguém acertou');
  await shop.admin.call('login', { body: { username, password } }).catch(() => undefined);
  await page.reload();
  await expect(card.getByRole('status')).toContainText(
    /^Alguém acertou sua senha sem o código em .* às \d\d:\d\d, de .+\. Se não foi você, altere/,
  );
  await expectAccessible(page);
});

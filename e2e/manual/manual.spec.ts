import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CPF, counterScreen, openCounter } from '../counter-screen.ts';
import { choose, expect, expectAccessible, test } from '../fixtures.ts';
import { A4, printed } from '../paper.ts';
import { pictures } from './pictures.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/manual/pictures');

// npm run manual, which takes them again, goes through their screens.
test('every picture of the manual can be taken again', () => {
  const files = readdirSync(FOLDER).sort();
  expect(files).toEqual(
    Object.keys(pictures)
      .map((name) => `${name}.webp`)
      .sort(),
  );
});

test('the manual opens at the section of a page', async ({ page, context, shop }) => {
  const { seller } = await openCounter(page, shop);
  const counter = counterScreen(page);
  await counter.cpf.fill(CPF);
  await counter.clientName.fill('Maria');
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Ajuda: PDV' }).press('Enter');
  const help = await opening;
  const heading = (name: string) => help.getByRole('heading', { name, exact: true });
  await expect(heading('Vender')).toBeFocused();
  await expect(heading('Vender')).toBeInViewport();
  // The counter has what was typed.
  await expect(counter.clientName).toHaveValue('Maria');

  const contents = help.getByRole('navigation', { name: 'Assuntos' });
  const search = help.getByLabel('Procurar na ajuda').getByRole('textbox');
  await expect(contents.getByRole('link', { name: 'Cadastrar produtos' })).toHaveCount(0);
  await search.fill('nada disso aqui');
  await expect(help.getByText('Nada encontrado para “nada disso aqui”')).toBeVisible();
  await help.getByRole('button', { name: 'Mostrar tudo' }).click();
  await expect(search).toBeFocused();
  await search.fill('DEVOLUCAO motivo');
  await expect(heading('Devolver um produto')).toBeVisible();
  await expect(heading('Entrar')).toHaveCount(0);
  await expectAccessible(help);
  // A link to a section that was not found shows it again.
  await heading('Devolver um produto')
    .locator('..')
    .getByRole('link', { name: 'autorização' })
    .click();
  await expect(heading('Autorização do administrador')).toBeFocused();
  await expect(search).toHaveValue('');

  // What the button shows to the printer, whatever is searched for.
  const shown = await help.evaluateHandle(() => {
    const pages: Node[] = [];
    window.print = () => {
      pages.push(document.body.cloneNode(true));
      window.dispatchEvent(new Event('afterprint'));
    };
    return pages;
  });
  for (const text of ['', 'nada disso aqui']) {
    await search.fill(text);
    await help.getByRole('button', { name: 'Imprimir a folha do balcão' }).click();
  }
  for (const turn of [0, 1]) {
    await shown.evaluate((pages, at) => document.body.replaceWith(pages[at] ?? ''), turn);
    const { sizes, text } = await printed(help);
    expect(sizes).toEqual([A4]);
    expect(text).toContain('Folha do balcão');
    expect(text).not.toMatch(/Assuntos|Nada encontrado/);
  }
  await help.close();

  await shop.signIn(page, shop.admin, { at: '/perfil' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await choose(page, 'Ajuda');
  await expect(page.getByRole('heading', { name: 'AJUDA' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cadastrar produtos' }).first()).toBeHidden();
  await page.getByText('Assuntos').click();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Ir para', { exact: true }).fill('precos reaj');
  await page.getByRole('option', { name: 'Reajustar preços' }).click();
  await expect(page).toHaveTitle('Ajuda · Balcão');
  await expect(page.getByRole('heading', { name: 'Reajustar preços' })).toBeFocused();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  // A link from elsewhere begins there too.
  await shop.signIn(page, seller, { at: '/ajuda#fechar-o-caixa' });
  await expect(page.getByRole('heading', { name: 'Fechar o caixa' })).toBeFocused();
});

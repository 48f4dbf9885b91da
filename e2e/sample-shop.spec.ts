import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, expectAccessible, test } from './fixtures.ts';
import { ADMIN, startServer } from './shop-server.ts';

const WIDTHS = [1366, 390];

// It ends the server, and writes into its folder.
test.use({ serverEnv: {} });

test('a sample shop and a broken institution.json are shown', async ({ page, shop }) => {
  await test.step('only administrators see that institution.json is broken, or names no method', async () => {
    const notice = page.getByRole('region', { name: 'Dados da loja' });
    const footer = page.getByRole('contentinfo');
    const file = path.join(shop.server.dataDir, 'institution.json');
    await shop.signIn(page, shop.admin, { at: '/perfil' });
    await expect(footer).toContainText('Balcão Demonstração');
    await expect(notice).toBeHidden();
    const whole = await readFile(file);
    const pix = { method: 'Pix do banco', key: 'loja@escola.com', name: 'Loja', city: 'Recife' };
    const school = JSON.parse(whole.toString().replace(/^\s*\/\/.*$/gm, ''));
    await writeFile(file, JSON.stringify({ ...school, pix }));
    await page.reload();
    await expect(notice).toContainText('não há a forma de pagamento “Pix do banco”');
    await expectAccessible(page);
    await writeFile(file, '{ "city": ');
    await page.reload();
    await expect(notice).toContainText('institution.json não pôde ser lido');
    await expect(footer).toContainText('Balcão Demonstração');
    await shop.signIn(page, await shop.newUser({ name: 'Vera', login: 'vera' }), { at: '/perfil' });
    await expect(page.getByRole('heading', { name: 'Olá, Vera' })).toBeVisible();
    await expect(footer).toContainText('Balcão Demonstração');
    await expect(notice).toBeHidden();
    await writeFile(file, whole);
    await page.evaluate(() => localStorage.clear());
  });

  await test.step('the sample shop says so on every page, and on no paper', async () => {
    const mark = page.getByText('Loja de demonstração', { exact: true });
    await page.goto('/login');
    await expect(page.getByRole('img', { name: 'Colégio Aurora do Vale' })).toBeVisible();
    await expect(mark).toBeHidden();
    // npm run demo sets it at the first start; every later start reads it.
    await shop.sql('UPDATE shop SET sample = true');
    await shop.server.stop();
    const again = await startServer(shop.server.dataDir, { PORT: new URL(shop.origin).port });
    try {
      for (const at of ['/login', '/pdf', '/pdv', '/vendas', '/perfil']) {
        if (at === '/pdf') await shop.signIn(page, ADMIN, { at: null });
        await page.goto(at);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await expect(mark).toBeInViewport({ ratio: 1 });
        }
      }
      await page.emulateMedia({ media: 'print' });
      await expect(mark).toBeHidden();
    } finally {
      await again.stop();
    }
  });
});

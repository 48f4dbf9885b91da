import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { ADMIN, startServer } from '../shop-server.ts';
import { ENDED_CERT, openTlsProxy } from '../tls-proxy.ts';

const WIDTHS = [1366, 390];

// It ends the server.
test.use({ serverEnv: {} });

test('a sample shop, a lost Pix, a failed backup, an ended certificate, a troubled server are shown', async ({
  page,
  shop,
}) => {
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  await test.step('only administrators see that no method has the name of the Pix', async () => {
    const notice = page.getByRole('region', { name: 'Dados da loja' });
    const footer = page.getByRole('contentinfo');
    await shop.signIn(page, shop.admin, { at: '/perfil' });
    await expect(footer).toContainText('Balcão Demonstração');
    await expect(notice).toBeHidden();
    const pix = { method: 'Pix', key: 'loja@escola.com', name: 'Loja', city: 'Recife' };
    await shop.admin.call('editPix', { body: { pix } });
    await shop.sql("UPDATE payment_methods SET name = 'Pix do banco' WHERE name = 'Pix'");
    await page.reload();
    await expect(notice).toContainText('não há a forma de pagamento “Pix”');
    await expectAccessible(page);
    await shop.signIn(page, vera, { at: '/perfil' });
    await expect(page.getByRole('heading', { name: 'Olá, Vera' })).toBeVisible();
    await expect(footer).toContainText('Balcão Demonstração');
    await expect(notice).toBeHidden();
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
    // As the daily backup notes it.
    const note = path.join(shop.server.dataDir, 'ultima-falha.txt');
    await writeFile(note, 'O backup falhou: disco cheio.\n');
    // As `doctor --report` notes it.
    const examination = JSON.stringify({ at: new Date(), found: 'problem' });
    await writeFile(path.join(shop.server.dataDir, 'exame.json'), examination);
    const proxy = await openTlsProxy(shop.origin, ENDED_CERT);
    const env = { PORT: new URL(shop.origin).port, PUBLIC_URL: proxy.origin };
    const again = await startServer(shop.server.dataDir, env);
    try {
      for (const at of ['/login', '/pdf', '/pdv', '/perfil']) {
        if (at === '/pdf') await shop.signIn(page, ADMIN, { at: null });
        await page.goto(at);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await expect(mark).toBeInViewport({ ratio: 1 });
        }
        // That it is an example is said already.
        await expect(page.getByText('escola de exemplo')).toHaveCount(0);
      }
      const failed = page.getByRole('region', { name: 'Backup' });
      // At night a backup may have been made before, which the notice then names.
      const said =
        /O último backup falhou\.( O mais novo é de [\d/]+ às [\d:]+\.)? Avise quem cuida do servidor/;
      await expect(failed).toContainText(said);
      const ended = page.getByRole('region', { name: 'Certificado' });
      await expect(ended).toContainText('deste endereço acabou em 01/03/2026, e sem ele nenhum');
      const examined = page.getByRole('region', { name: 'Exame do servidor' });
      await expect(examined).toContainText('achou um problema. Avise quem cuida dele');
      await expectAccessible(page);
      await page.emulateMedia({ media: 'print' });
      await expect(mark).toBeHidden();
      for (const notice of [failed, ended, examined]) await expect(notice).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await shop.signIn(page, vera, { at: '/perfil' });
      await expect(page.getByRole('heading', { name: 'Olá, Vera' })).toBeVisible();
      for (const notice of [failed, ended, examined]) await expect(notice).toBeHidden();
      // What the profile still loads would miss the server.
      await page.goto('about:blank');
    } finally {
      await again.stop();
      await proxy.close();
    }
  });
});

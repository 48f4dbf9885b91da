import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CPF, openCounter, SALE_MADE } from '../counter-screen.ts';
import { choose, expect, test } from '../fixtures.ts';
import { leaksOf, withoutAllowed } from '../personal-data.ts';

const MASKED = '529.982.247-25';

// Every other test ends with the same search and finds nothing (fixtures.ts).
test.describe('a CPF is planted where none may be', () => {
  test.use({
    serverEnv: { NODE_OPTIONS: `--import=data:text/javascript,console.log('terminal%20${CPF}')` },
  });

  test('a planted CPF is found wherever it is', async ({ page, context, shop, expectLeak }) => {
    await shop.admin.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
    await shop.signIn(page, shop.admin);
    const { dataDir } = shop.server;

    expectLeak(/^terminal: /);
    expectLeak(/^balcao\.log: /);
    await appendFile(path.join(dataDir, 'balcao.log'), `{"route":"/clients/${MASKED}"}\n`);
    expectLeak(/^postgres\.log: /);
    await appendFile(path.join(dataDir, 'postgres.log'), `DETAIL: Key (cpf)=(${CPF}) exists\n`);
    expectLeak(/^file names: /);
    await mkdir(path.join(dataDir, `export-${CPF}`));
    expectLeak(/^audit_events: /);
    await shop.sql(
      `INSERT INTO audit_events (action, after) VALUES ('client.created', '{"cpf": "${CPF}"}')`,
    );
    expectLeak(/^products: /);
    await shop.admin.call('createProduct', {
      body: { code: '1', name: `Reserva ${MASKED}`, price: 1, active: true },
    });

    expectLeak(/^cookies: /);
    await context.addCookies([{ name: 'last', value: CPF, url: shop.origin }]);
    expectLeak(/^localStorage last: /);
    expectLeak(/^sessionStorage last: /);
    expectLeak(/^sessionStorage data: .*"note"/);
    expectLeak(/^history entry: /);
    expectLeak(/^indexedDB or cache: .*db-/);
    expectLeak(/^indexedDB or cache: .*cache-/);
    await page.evaluate(async (cpf) => {
      localStorage.setItem('last', cpf);
      sessionStorage.setItem('last', `cpf=${cpf}`);
      sessionStorage.setItem('data', JSON.stringify({ client_data: { cpf }, note: cpf }));
      history.replaceState({ cpf }, '');
      await caches.open(`cache-${cpf}`);
      await new Promise((resolve) => {
        indexedDB.open(`db-${cpf}`).onsuccess = resolve;
      });
    }, CPF);

    expectLeak(/^address: .*\/logos\//);
    await page.evaluate((cpf) => fetch(`/logos/${cpf}`), CPF);
    expectLeak(/^address: .*\/pdv\?client=/);
    await page.evaluate((cpf) => fetch(`/pdv?client=${cpf}`), MASKED);
  });
});

test('a sale leaves a CPF only where it is needed', async ({ page, context, shop }) => {
  const { counter } = await openCounter(page, shop);
  await counter.prepareSale();
  const [receipt] = await Promise.all([context.waitForEvent('page'), counter.finish.click()]);
  await expect(receipt.getByRole('article')).toContainText(MASKED);
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await expect(counter.items).toHaveCount(0);
  const kept = () => receipt.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(await kept()).toContain(CPF);

  await choose(page, 'Sair');
  await expect(page).toHaveURL(/\/login$/);
  await expect(receipt).toHaveURL(/\/login$/);
  for (const tab of [page, receipt]) {
    // Sair opens /login as a new document, which may just be on its way.
    await tab.waitForLoadState();
    const left = () => tab.evaluate(() => JSON.stringify({ ...sessionStorage })).catch(String);
    await expect.poll(left).toMatch(/^\{/);
    expect(await left()).not.toContain(CPF);
  }
});

test('a CPF may stand in its own place of what a tab keeps, and only while somebody is signed in', () => {
  const found = (key: string, value: unknown, signedIn = true) =>
    leaksOf([CPF], [{ where: key, text: withoutAllowed(key, JSON.stringify(value), signedIn) }]);
  const sale = { client_data: { cpf: CPF, name: 'Maria' } };
  expect(found('data', sale)).toEqual([]);
  expect(found('data', sale, false)).toHaveLength(1);
  expect(found('data', { client_data: { cpf: CPF, name: MASKED } })).toHaveLength(1);
  expect(found('receipt:3', sale)).toEqual([]);
  const undo = { parts: { client: { digits: CPF } } };
  const order = { draft: { client: { digits: CPF } }, undo, earlier: { sale } };
  expect(found('typed:3:counter', order)).toEqual([]);
  expect(found('typed:3:counter', { draft: { client: { name: CPF } } })).toHaveLength(1);
  expect(found('order', sale)).toHaveLength(1);
  for (const marks of ['529 982 247 25', '529982247-25', '529%2E982%2E247%2D25', `1${CPF}2`]) {
    expect(leaksOf([CPF], [{ where: 'log', text: marks }])).toHaveLength(1);
  }
  expect(leaksOf([CPF], [{ where: 'log', text: '52998224726' }])).toEqual([]);
});

import { paths } from '../../apps/web/src/navigation/paths.ts';
import { choose, expect, test } from '../fixtures.ts';

const STOPPED = 'Esta página não pôde ser mostrada';

test('garbage in the storage of the browser stops no page', async ({ page, shop }) => {
  await shop.signIn(page, shop.admin, { at: null });
  // What a page asks for and does not find is there, as garbage: so no key is forgotten here. For one key it
  // is no JSON, for the next one JSON and nothing else; stored-json.test.ts has every case.
  await page.addInitScript(() => {
    const { getItem } = Storage.prototype;
    const asked = new Set<string>();
    sessionStorage.clear();
    sessionStorage.setItem('typed:1:counter', '{');
    Storage.prototype.getItem = function (key) {
      const place = `${this === localStorage} ${key}`;
      if (!asked.has(place) && getItem.call(this, key) === null)
        this.setItem(key, key.length % 2 ? '{' : 'null');
      asked.add(place);
      return getItem.call(this, key);
    };
  });
  // A page of one record asks for a record that there is.
  for (const path of Object.values(paths).filter((each) => !each.includes('$'))) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: STOPPED })).toBeHidden();
  }
  // The dialogs read what was typed in them before.
  await page.goto(paths.products);
  await page.getByRole('button', { name: '+ Adicionar produto' }).click();
  await expect(page.getByLabel('Nome do produto')).toHaveValue('');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await choose(page, 'Vendas');
  await expect(page.getByRole('heading', { name: 'VENDAS' })).toBeVisible();

  for (const garbage of ['{', 'null']) {
    await page.addInitScript((text) => localStorage.setItem('user', text), garbage);
    await page.goto(paths.counter);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Olá, bem vindo!' })).toBeVisible();
  }
});

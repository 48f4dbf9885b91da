import type { Page } from '@playwright/test';
import { row, rows } from '../back-office.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';

const SHIRTS = 80;
const LONG = 'Agenda escolar de nome tão comprido que não cabe em uma linha';

/** So many shirts from R$ 30,10 on, and an agenda. */
async function stock(shop: Shop) {
  const make = (code: string, name: string, price: number) =>
    shop.admin.call('createProduct', { body: { code, name, price, active: true } });
  const shirts = [];
  for (let n = 1; n <= SHIRTS; n++) {
    shirts.push(await make(`C${n}`, `Camiseta ${String(n).padStart(2, '0')}`, 30 + n / 10));
  }
  return { shirts, agenda: await make('L1', LONG, 2.5) };
}

const bar = (page: Page) => page.getByRole('region', { name: 'Produtos marcados' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /Alterar preços/ });

test('80 prices go up by 7 % and are undone', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 409|The prices were not changed/);
  const { shirts, agenda } = await stock(shop);
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Marcar produtos' }).click();
  await expect(bar(page)).toContainText('Marque os produtos na lista.');
  await expect(bar(page).getByRole('button', { name: 'Alterar preços (0)' })).toBeDisabled();

  // A box does not open its row, and what is ticked stays for the next search.
  await page.getByRole('checkbox', { name: 'Marcar Camiseta 01' }).check();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const search = page.getByRole('textbox', { name: 'Buscar produto' });
  await search.fill('camiseta');
  await search.press('Enter');
  await expect(page.getByText(`de ${SHIRTS} resultados`)).toBeVisible();
  await expect(bar(page)).toContainText('1 produto na seleção');
  await bar(page).getByRole('button', { name: 'Marcar esta página' }).click();
  await expect(bar(page)).toContainText('10 produtos na seleção');
  await bar(page).getByRole('button', { name: 'Marcar todos os 80 desta busca' }).click();
  await expect(bar(page)).toContainText('80 produtos na seleção');
  await search.fill('camiseta 02');
  await search.press('Enter');
  await expect(bar(page)).toContainText('só ficam marcados nela');
  await page.goBack();
  await expect(bar(page)).toContainText('80 produtos na seleção');
  await page.getByRole('checkbox', { name: 'Marcar Camiseta 02' }).uncheck();
  await expect(bar(page)).toContainText('79 produtos na seleção');
  await page.getByRole('checkbox', { name: 'Marcar Camiseta 02' }).check();

  await bar(page).getByRole('button', { name: 'Alterar preços (80)' }).click();
  const rule = dialog(page);
  await rule.getByRole('button', { name: 'Ver os preços novos' }).click();
  await expect(rule.getByLabel('Percentual')).toHaveAccessibleDescription(/Digite de 0 a 1000/);
  await rule.getByLabel('Percentual').fill('7');
  await rule.getByLabel('Arredondar para').selectOption(',90');
  await expect(rule).toContainText('vai ao final ,90 mais próximo');
  await rule.getByLabel('Como').selectOption('Para cima');
  await expect(rule).toContainText('nunca fica abaixo da conta');
  await rule.getByRole('button', { name: 'Ver os preços novos' }).click();
  await expect(rule).toContainText('+7 %, final ,90 (para cima)');
  await expect(rule.getByRole('status')).toHaveText(
    '80 preços sobem, 0 descem, 0 ficam como estão.',
  );
  const planned = rule.getByRole('table').getByRole('row').filter({ hasText: 'Camiseta 01' });
  await expect(planned).toContainText(/R\$\s30,10.*R\$\s32,90/);
  await expectAccessible(page);

  // Somebody changes one of them meanwhile: nothing changes.
  const first = { code: 'C1', name: 'Camiseta 01', price: 31, active: true };
  const params = { id: `${shirts[0]?.id}` };
  await shop.admin.call('editProduct', { params, body: first });
  const apply = rule.getByRole('button', { name: 'Alterar 80 preços' });
  await apply.click();
  await expect(rule.getByRole('alert')).toContainText('Nada foi alterado: veja a prévia de novo.');
  expect((await shop.admin.call('listProductChanges')).length).toBe(0);
  await rule.getByRole('button', { name: 'Voltar' }).click();
  await expect(rule.getByLabel('Percentual')).toHaveValue('7');
  await rule.getByRole('button', { name: 'Ver os preços novos' }).click();
  await expect(planned).toContainText(/R\$\s31,00.*R\$\s33,90/);

  await apply.click();
  await expect(rule).toContainText('80 preços alterados.');
  await rule.getByRole('button', { name: 'Pronto' }).click();
  await expect(row(page, 'Camiseta 01')).toContainText('33,90');
  await expect(bar(page)).toContainText('Marque os produtos na lista.');
  expect((await shop.admin.call('listProductChanges')).length).toBe(1);

  // One changes again; the others come back.
  const second = { code: 'C2', name: 'Camiseta 02', price: 40, active: true };
  await shop.admin.call('editProduct', { params: { id: `${shirts[1]?.id}` }, body: second });
  await bar(page).getByRole('button', { name: 'Alterações recentes' }).click();
  const recent = page.getByRole('dialog', { name: 'Alterações recentes' });
  await expect(recent.getByRole('listitem')).toHaveText([/\+7 %, final ,90.*80 preços/]);
  const undo = recent.getByRole('button', { name: /^Desfazer \+7 %.*, \d\d\/\d\d\/\d{4}/ });
  await undo.click();
  const asking = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(asking).toContainText('Desfazer a alteração de 80 preços?');
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(undo).toBeFocused();
  await undo.click();
  await asking.getByRole('button', { name: 'Desfazer' }).click();
  await expect(recent.getByRole('status')).toContainText('79 preços voltaram ao que eram.');
  await expect(recent.getByRole('status')).toBeFocused();
  await expect(recent.getByRole('status')).toContainText(/Camiseta 02 · C2 · R\$\s40,00/);
  await expect(recent.getByRole('button', { name: /^Desfazer/ })).toHaveCount(0);
  await expect(recent).toContainText('Desfeita em');
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('button', { name: 'Alterações recentes' })).toBeFocused();
  await expect(row(page, 'Camiseta 01')).toContainText('31,00');
  const history = bar(page).getByRole('button', { name: 'Histórico do preço' });
  await expect(history).toBeHidden();
  await page.getByRole('checkbox', { name: 'Marcar Camiseta 01' }).check();
  await page.getByRole('checkbox', { name: 'Marcar Camiseta 02' }).check();
  await expect(bar(page)).toContainText('2 produtos na seleção');
  await expect(history).toBeHidden();
  await page.getByRole('checkbox', { name: 'Marcar Camiseta 02' }).uncheck();
  await history.click();
  const shown = page.getByRole('dialog', { name: 'Histórico do preço · Camiseta 01' });
  const steps = shown.getByRole('listitem');
  await expect(steps).toHaveText([
    /R\$\s33,90 → R\$\s31,00.*desfeito/,
    /R\$\s31,00 → R\$\s33,90.*em lote/,
    /R\$\s30,10 → R\$\s31,00.*por formulário/,
    /^R\$\s30,10.*cadastro/,
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(history).toBeFocused();
  await page.getByRole('button', { name: 'Marcar produtos' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await goTo(page, '/auditoria');
  await expect(row(page, 'Desfez preço em lote').first()).toContainText(/Camiseta.*Alteração nº/);
  const { results } = await shop.admin.call('listProducts', { query: { search: agenda.name } });
  expect(results).toMatchObject([{ price: 2.5 }]);

  // On a phone the boxes stand before the names; one price for all is previewed like a percentage.
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, '/produtos?search=agenda');
  await page.getByRole('button', { name: 'Marcar produtos' }).click();
  const box = page.getByRole('checkbox', { name: `Marcar ${LONG}` });
  await box.check();
  const [beside, title] = [
    await box.boundingBox(),
    await rows(page).getByRole('button').first().boundingBox(),
  ];
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await bar(page).getByRole('button', { name: 'Alterar preços (1)' }).click();
  await rule.getByLabel('Preço fixo').check();
  await rule.getByLabel('Preço de todos').pressSequentially('250');
  await rule.getByRole('button', { name: 'Ver os preços novos' }).click();
  await expect(rule.getByRole('button', { name: 'Nada muda' })).toBeDisabled();
  await expectAccessible(page);
});

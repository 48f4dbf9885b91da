import type { Locator, Page } from '@playwright/test';
import { row } from '../back-office.ts';
import { twoShirts } from '../correction-screen.ts';
import { chooseOnBar } from '../counter-screen.ts';
import { expect, test } from '../fixtures.ts';

// In a low window a dialog scrolls, and its head covers what scrolls under it.
test.use({ viewport: { width: 911, height: 433 } });

test('focus rings are whole in every dialog', async ({ page, shop }) => {
  const { sale } = await twoShirts(shop);
  await shop.newUser({ name: 'Zeca', login: 'zeca' });
  await shop.signIn(page, shop.admin, { at: null });
  const button = (name: string) => page.getByRole('button', { name }).first();
  const dialog = page.getByRole('dialog');
  const inSale = (name: string) => dialog.getByRole('button', { name });
  const dialogs: [path: string, title: RegExp, open: () => Promise<void>][] = [
    ['/produtos', /Novo\s+Produto/, () => button('+ Adicionar produto').click()],
    ['/usuarios', /Editar Usuário/, () => row(page, 'Zeca').click()],
    [`/vendas?sale=${sale.id}`, /venda nº/i, () => inSale('Devolver').click()],
    [`/vendas?sale=${sale.id}`, /venda nº/i, () => inSale('Trocar').click()],
    ['/perfil', /Ir para…/, () => button('Menu do usuário').press('Control+k')],
    ['/pdv', /Atalhos do teclado/, () => chooseOnBar(page, 'Atalhos')],
  ];
  for (const [path, title, open] of dialogs) {
    await page.goto(path);
    await open();
    await expect(dialog).toHaveAccessibleName(title);
    expect(await brokenRingsIn(page, dialog), `${path} ${title}`).toEqual([]);
  }
});

/**
 * Goes through a dialog with Tab, and returns what has a ring that something clips or covers, or no ring at all.
 * Empty when all rings are whole.
 */
async function brokenRingsIn(page: Page, dialog: Locator): Promise<string[]> {
  const broken = new Set<string>();
  const seen = new Set<string>();
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const found = await dialog.evaluate((root) => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || !root.contains(element)) return undefined;
      const all = [...root.querySelectorAll('*')];
      const name = `${all.indexOf(element)} ${element.tagName} ${element.ariaLabel ?? element.textContent?.slice(0, 30) ?? ''}`;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      if (outlineStyle === 'none') return { name, fault: 'no ring' };
      const reach = Math.max(0, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset));
      const box = element.getBoundingClientRect();
      const ring = {
        top: box.top - reach,
        left: box.left - reach,
        right: box.right + reach,
        bottom: box.bottom + reach,
      };
      const slack = 0.6;
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(outer);
        const frame = outer.getBoundingClientRect();
        const left = frame.left + outer.clientLeft;
        const top = frame.top + outer.clientTop;
        const clipsX =
          overflowX !== 'visible' &&
          (ring.left < left - slack || ring.right > left + outer.clientWidth + slack);
        const clipsY =
          overflowY !== 'visible' &&
          (ring.top < top - slack || ring.bottom > top + outer.clientHeight + slack);
        if (clipsX || clipsY) return { name, fault: `clipped by ${outer.className}` };
        if (outer === root) break;
      }
      const head = root.querySelector('header');
      const under = head?.getBoundingClientRect().bottom ?? 0;
      if (head && !head.contains(element) && ring.top < under - slack && ring.bottom > under)
        return { name, fault: 'under the head' };
      return { name };
    });
    if (!found) continue;
    if (found.fault) broken.add(`${found.name}: ${found.fault}`);
    if (seen.has(found.name)) break;
    seen.add(found.name);
  }
  return seen.size > 0 ? [...broken] : ['nothing takes the focus'];
}

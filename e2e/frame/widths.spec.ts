import type { Page } from '@playwright/test';
import { rows } from '../back-office.ts';
import { type counterScreen, openCounter, stock } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { dayOf, sell, stockLongNames } from '../till.ts';

const WIDTHS = [360, 390, 480, 600, 768, 900, 1000, 1024, 1100, 1240, 1366, 1920];
/** 1366×768 at 125 % and 150 %. */
const ZOOMS = [
  { width: 1093, height: 614, deviceScaleFactor: 1.25, mobile: false },
  { width: 911, height: 512, deviceScaleFactor: 1.5, mobile: false },
];
/** The narrowest field, in px, that shows a CPF. */
const LEAST = 120;

/** Describes the layout faults of the counter. The last line is the newest. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const faults: string[] = [];
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.textContent || element.getAttribute('aria-label') || element.id}`;
    const newest = document.querySelector('tbody tr:last-child') as Element;
    const boxes = [
      ...document.querySelectorAll('main :is(label, input, th, tfoot td, button:not(tbody *))'),
      ...newest.querySelectorAll('td, button'),
    ].filter((element) => element.getBoundingClientRect().width > 0);
    for (const element of boxes) {
      const { width } = element.getBoundingClientRect();
      const typed = element instanceof HTMLInputElement && element.type !== 'checkbox';
      // A payment row that waits for the row before it holds nothing yet.
      const waits = element.closest('[data-slim]') !== null;
      if (typed && !element.readOnly && !waits && width < least)
        faults.push(`${element.id}: ${width} px`);
      if (element.scrollWidth > element.clientWidth + 1) faults.push(`${nameOf(element)} is cut`);
    }
    // FECHAR PEDIDO stays in sight on a phone, over what scrolls below it.
    const floats = ({ parentElement: above }: Element): boolean =>
      above !== null &&
      above.tagName !== 'MAIN' &&
      (getComputedStyle(above).position === 'sticky' || floats(above));
    for (const [index, one] of boxes.entries()) {
      if (floats(one)) continue;
      const a = one.getBoundingClientRect();
      for (const other of boxes.slice(index + 1)) {
        if (floats(other)) continue;
        const b = other.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1 && !one.contains(other))
          faults.push(`${nameOf(one)} overlaps ${nameOf(other)}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
    const edge = (selector: string) =>
      (document.querySelector(selector) as Element).getBoundingClientRect();
    const { top, bottom } = newest.getBoundingClientRect();
    const [above, below] = [edge('thead').bottom - top, bottom - edge('tfoot').top];
    if (above > 1 || below > 1 || top < 0 || bottom > innerHeight + 1)
      faults.push(
        `of the newest line ${Math.max(above, below, -top, bottom - innerHeight)} px are hidden`,
      );
    return faults;
  }, LEAST);
}

/** Scans another product and waits until the list has stopped moving. */
async function faultsAfterScan(page: Page, counter: ReturnType<typeof counterScreen>) {
  const line = (await counter.items.count()) + 1;
  await counter.scan(`P${line}`);
  await expect(counter.items).toHaveCount(line);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return faultsOf(page);
}

test('at every width the fields have room and the newest line shows', async ({ page, shop }) => {
  await stockLongNames(shop);
  const { counter } = await openCounter(page, shop);
  await counter.takeOrder({ codes: [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `P${line}`) });
  const faults: Record<number, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 768 });
    faults[width] = await faultsAfterScan(page, counter);
  }
  const session = await page.context().newCDPSession(page);
  for (const zoom of ZOOMS) {
    await session.send('Emulation.setDeviceMetricsOverride', zoom);
    expect(await page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([
      zoom.width,
      zoom.deviceScaleFactor,
    ]);
    faults[zoom.width] = await faultsAfterScan(page, counter);
  }
  expect(Object.values(faults).flat(), JSON.stringify(faults)).toEqual([]);
  await session.send('Emulation.clearDeviceMetricsOverride');

  // Without field-sizing too, a large amount stands beside its label, or right below it.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('input { field-sizing: fixed !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  await counter.quantity.fill('99');
  await counter.scan('P40');
  await counter.closeOrder.click();
  await counter.pay(1, 'Dinheiro', '99999999');
  for (const width of [390, 1024, 1366, 1920]) {
    await page.setViewportSize({ width, height: 844 });
    for (const label of ['TOTAL GERAL', 'VALOR PAGO', 'TROCO']) {
      const figure = await counter.figure(label).boundingBox();
      const beside = await counter.payment.getByText(label, { exact: true }).boundingBox();
      if (!figure || !beside) throw new Error(`${label} is not on the screen`);
      expect(Math.max(figure.y, beside.y), `${label} at ${width} px`).toBeLessThan(
        Math.min(figure.y + figure.height, beside.y + beside.height) + 4,
      );
    }
  }
});

test('a table laid out as blocks or grids keeps the roles of its parts', async ({ page, shop }) => {
  /** Chromium keeps the roles of such parts; WebKit derives them from the layout. */
  const mute = () =>
    page.evaluate(() => {
      const roles: Record<string, RegExp> = {
        TABLE: /^table$/,
        TR: /^row$/,
        TH: /^(column|row)header$/,
        TD: /^cell$/,
      };
      const parts = [...document.querySelectorAll('table, thead, tbody, tfoot, tr, th, td')];
      const moved = parts.filter((part) => !/^(table|none)/.test(getComputedStyle(part).display));
      return {
        moved: moved.length > 0,
        mute: moved
          .filter((part) => !(roles[part.tagName] ?? /^rowgroup$/).test(part.role ?? ''))
          .map((part) => part.outerHTML.slice(0, 80)),
      };
    });
  const { counter, goods } = await openCounter(page, shop);
  await counter.takeOrder({ codes: ['101', '102'] });
  expect(await mute()).toEqual({ moved: true, mute: [] });

  await sell(shop, shop.admin, { product: goods.shirt });
  await shop.signIn(page, shop.admin, { at: '/vendas?startDate=2025-01-01&endDate=2999-01-01' });
  await expect(rows(page)).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await mute()).toEqual({ moved: true, mute: [] });
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await expect(page.getByRole('heading', { name: 'Todos os vendedores' })).toBeVisible();
  expect(await mute()).toEqual({ moved: true, mute: [] });
});

test('on a phone the filters fold and rows come first', async ({ page, shop }) => {
  const { shirt } = await stock(shop);
  await sell(shop, shop.admin, { product: shirt });
  const date = dayOf(new Date());
  await shop.admin.call('closeBox', { body: { date, seller_id: shop.admin.id } });
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  await page.setViewportSize({ width: 390, height: 844 });
  const [bin, printer] = await Promise.all(
    [/^Excluir venda/, /^Imprimir recibo/].map((name) =>
      page.getByRole('button', { name }).boundingBox(),
    ),
  );
  if (!bin || !printer) throw new Error('A button is not on the screen');
  expect(bin.x - printer.x - printer.width).toBeGreaterThanOrEqual(44);

  // A field that is asked for unfolds them.
  const start = page.getByLabel('Início');
  await expect(start).toBeHidden();
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await expect(start).toBeFocused();
  const fold = page.getByRole('button', { name: 'Filtros' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await page.getByLabel('Vendedor').pressSequentially(shop.admin.name.slice(0, 3));
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(fold).toHaveText('Filtros (1)');
  await expect(fold).toBeFocused();
  await expect(start).toBeHidden();

  const paths = ['/vendas', '/gerenciarFechamentos', '/auditoria', '/lancamentos'];
  for (const path of [...paths, '/vendas-por-produto']) {
    await goTo(page, path);
    await expect(fold).toBeVisible();
    const row = await rows(page).first().boundingBox();
    expect(row?.y, path).toBeLessThan(400);
  }
  await expectAccessible(page);
});

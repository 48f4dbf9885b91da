import type { Browser, Page } from '@playwright/test';
import { CPF, openCounter, test } from './counter-screen.ts';
import { expect, type Shop } from './fixtures.ts';
import { newClient, sell } from './till.ts';

type Fiber = {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
};

/**
 * Counts how often components are rendered, through the hook of React's developer tools. A time would say
 * more about the machine than about the page.
 */
async function countRenders(page: Page): Promise<(act: () => Promise<void>) => Promise<number>> {
  await page.addInitScript(() => {
    // Function components and their memoised kinds.
    const COMPONENTS = [0, 11, 14, 15];
    const PERFORMED_WORK = 1;
    const count = { renders: 0 };
    const look = (fiber: Fiber | null) => {
      for (let each = fiber; each; each = each.sibling) {
        const before = each.alternate;
        const rendered = before === null || (each.flags & PERFORMED_WORK) !== 0;
        if (rendered && COMPONENTS.includes(each.tag)) count.renders++;
        // The same children as before: React has skipped everything below.
        if (each.child !== before?.child) look(each.child);
      }
    };
    Object.assign(window, {
      count,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => look(root.current),
        onCommitFiberUnmount: () => {},
      },
    });
  });
  return async (act) => {
    const settled = async () => {
      await shown(page);
      return page.evaluate(() => {
        const { count } = window as unknown as { count: { renders: number } };
        const { renders } = count;
        count.renders = 0;
        return renders;
      });
    };
    await settled();
    await act();
    return settled();
  };
}

/** Resolves when the last change is on the screen. */
const shown = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  );

/** The number of elements whose style the browser computes, from its own trace. */
async function restyledBy(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await shown(page);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  await shown(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args?: { elementCount?: number } }[];
  };
  return traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0);
}

async function stockMany(shop: Shop, count: number): Promise<void> {
  await shop.sql(
    `INSERT INTO products (code, name, price_cents, active)
     SELECT 'P' || n, 'Produto ' || n, 100 + n, true FROM generate_series(1, ${count}) AS n`,
  );
}

test('scans, keys and steps cost the same beside 3 lines and 30', async ({ page, shop }) => {
  await stockMany(shop, 40);
  const rendersOf = await countRenders(page);
  const { counter } = await openCounter(page, shop);
  await counter.takeOrder({ codes: ['P1', 'P2', 'P3'] });
  const last = counter.items.last();

  const work = async (code: string) => ({
    scan: await rendersOf(async () => {
      await counter.scan(code);
      await expect(last).toContainText(`Produto ${code.slice(1)}`);
    }),
    key: await rendersOf(() => counter.quantity.press('7')),
    closing: await rendersOf(async () => {
      await counter.closeOrder.click();
      await expect(counter.method(1)).toBeFocused();
    }),
    reopening: await rendersOf(async () => {
      await counter.editOrder.click();
      await expect(counter.code).toBeFocused();
    }),
  });
  // Whatever else the page happens to render at that moment only adds to a figure.
  const least = async (codes: string[]) => {
    const tries: Awaited<ReturnType<typeof work>>[] = [];
    for (const code of codes) tries.push(await work(code));
    const smallest = (of: keyof (typeof tries)[number]) =>
      Math.min(...tries.map((each) => each[of]));
    return {
      scan: smallest('scan'),
      key: smallest('key'),
      closing: smallest('closing'),
      reopening: smallest('reopening'),
    };
  };
  const few = await least(['P4', 'P5']);
  for (let line = 6; line <= 30; line++) await counter.scan(`P${line}`);
  await expect(counter.items).toHaveCount(30);
  const many = await least(['P31', 'P32']);
  expect(many).toEqual(few);
  expect(few.key).toBeGreaterThan(0);

  // The counter works: a press on a handle renders every line, to make all of them movable.
  const press = await rendersOf(() =>
    page.getByRole('button', { name: 'Mover Produto 32', exact: true }).press('Space'),
  );
  expect(press).toBeGreaterThan(32);
});

test('people offered from earlier sales render nothing at a key', async ({ page, shop }) => {
  const rendersOf = await countRenders(page);
  const { counter, goods, seller } = await openCounter(page, shop);
  const client = await newClient(shop);
  for (const registration of ['41', '42', '43']) {
    const student = await seller.call('createStudent', { body: { registration, name: '' } });
    await sell(shop, seller, { product: goods.pencil, client, student });
  }
  const key = async () => {
    const tries: number[] = [];
    for (const digit of '123') tries.push(await rendersOf(() => counter.quantity.press(digit)));
    return Math.min(...tries);
  };
  const without = await key();
  await counter.cpf.fill(CPF);
  await expect(counter.student.getByRole('button')).toHaveCount(3);
  await counter.quantity.fill('1');
  expect(await key()).toBe(without);
});

test('a change of step restyles only the lines in sight', async ({ browser, page, shop }) => {
  await stockMany(shop, 120);
  const { counter } = await openCounter(page, shop);
  await counter.takeOrder({ codes: [1, 2, 3].map((line) => `P${line}`) });
  const scanTo = async (lines: number) => {
    for (let line = (await counter.items.count()) + 1; line <= lines; line++)
      await counter.scan(`P${line}`);
    await expect(counter.items).toHaveCount(lines);
  };
  // By keys alone: to find a button by its name, Playwright has the style of every button computed.
  const work = async () => ({
    closing: await restyledBy(browser, page, () => page.keyboard.press('F8')),
    reopening: await restyledBy(browser, page, () => page.keyboard.press('Shift+F8')),
  });
  await scanTo(40);
  const some = await work();
  await scanTo(80);
  const many = await work();
  for (const step of ['closing', 'reopening'] as const) {
    expect(some[step]).toBeGreaterThan(100);
    // Of a line out of sight only the row itself, not its cells.
    expect(many[step]).toBeLessThan(some[step] + 2 * 40);
  }
  expect(await counter.items.last().locator('*').count()).toBeLessThanOrEqual(16);

  await counter.productName.fill('produto');
  await expect(page.getByRole('option')).toHaveCount(50);
  await expect(page.getByText('e mais 70. Continue digitando para encontrar.')).toBeVisible();
});

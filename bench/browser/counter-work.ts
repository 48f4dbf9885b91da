import type { Page } from '@playwright/test';
import { quantile } from '../figures.ts';
import { forgetInteractions, interactions, shown } from './page-clock.ts';

export const LINES = 100;
const TIMES = 10;

/** The 95th percentile (ms) of each kind of work. */
export type Work = Awaited<ReturnType<typeof measureWork>>;

/** Waits for the products and fills in the client. */
export async function beginOrder(page: Page): Promise<void> {
  await combobox(page, 'Produto').click();
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  const client = page.getByRole('group', { name: 'CLIENTE', exact: true });
  // An invented CPF with valid check digits.
  await client.getByLabel('CPF').fill('52998224725');
  await client.getByLabel('Nome').fill('Maria Souza');
}

export async function scanLines(page: Page): Promise<void> {
  for (const code of codes(1, LINES)) {
    await combobox(page, 'Cód').fill(code);
    await page.keyboard.press('Enter');
  }
  await lineIsThere(page, LINES);
}

/** Works as a seller does, with real keys and clicks. */
export async function measureWork(page: Page) {
  await combobox(page, 'Produto').click();
  const search = await eachKey(page, 'agasalho');
  await page.keyboard.press('Escape');
  await combobox(page, 'Cód').click();
  const searchCode = await eachKey(page, '4999');
  await page.keyboard.press('Escape');

  const line: number[] = [];
  for (const code of codes(1_001, TIMES)) {
    await combobox(page, 'Cód').fill(code);
    line.push(...(await each(page, 1, () => page.keyboard.press('Enter'))));
  }
  await lineIsThere(page, LINES + TIMES);

  await page.getByLabel('Qtd.').click();
  const quantity = await eachKey(page, '123456');
  // Nobody sells that many, so the order could not be closed.
  await page.getByLabel('Qtd.').fill('1');

  const step: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    for (const name of ['FECHAR PEDIDO', 'EDITAR PEDIDO']) {
      step.push(...(await each(page, 1, () => page.getByRole('button', { name }).click())));
    }
  }
  const p95 = (times: number[]) => quantile(times, 0.95);
  return {
    search: p95(search),
    searchCode: p95(searchCode),
    line: p95(line),
    quantity: p95(quantity),
    step: p95(step),
  };
}

const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

function lineIsThere(page: Page, number: number): Promise<void> {
  return page
    .locator('tbody tr')
    .nth(number - 1)
    .waitFor();
}

/** Waits for each letter to appear before it presses the next, as people do. */
function eachKey(page: Page, text: string): Promise<number[]> {
  return each(page, text.length, async () => {
    for (const letter of text) {
      await page.keyboard.press(letter);
      await shown(page);
    }
  });
}

async function each(page: Page, count: number, act: () => Promise<void>): Promise<number[]> {
  await forgetInteractions(page);
  await act();
  return interactions(page, count);
}

/** Codes of active products: one in forty is not. */
function codes(from: number, count: number): string[] {
  const found: string[] = [];
  for (let code = from; found.length < count; code++) if (code % 40 !== 0) found.push(String(code));
  return found;
}

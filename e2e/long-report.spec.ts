import type { Page } from '@playwright/test';
import { stock } from './counter-screen.ts';
import { expect, test } from './fixtures.ts';
import { A4, printed } from './paper.ts';
import { dayOf, sell } from './till.ts';

const SALES = 5_000;
/** How long (ms) the page may not answer. */
const PATIENCE_MS = 200;

// Its snapshots of the page are long tasks themselves.
test.use({ trace: 'off' });

test('5,000 sales come onto the screen without freezing it, and onto paper with their heads', async ({
  page,
  shop,
  signIn,
}) => {
  test.setTimeout(180_000);
  const { shirt } = await stock(shop);
  const sellers = await Promise.all([
    shop.newUser({ name: 'Ana Ribeiro', login: 'ana' }),
    shop.newUser({ name: 'Bruno Teixeira', login: 'bruno' }),
  ]);
  for (const seller of sellers) {
    await sell(shop, seller, {
      product: shirt,
      payments: [
        ['Pix', 20],
        ['Dinheiro', 30],
      ],
    });
  }
  await shop.sql(COPIES, [SALES - sellers.length]);
  const today = dayOf(new Date());
  await signIn(shop.admin, { at: null });
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    const keep = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) tasks.push(Math.round(entry.duration));
    };
    new PerformanceObserver(keep).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`/vendas?startDate=2025-01-01&endDate=${today}`);
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await expect(page.getByText('Buscando dados, aguarde...')).toBeVisible();
  await expect(page.getByText(/de 5\.000 vendas/)).toBeVisible();

  // A busy machine makes a task long now and then; a page that freezes does so each time.
  const worst: number[] = [];
  do {
    await page.reload();
    worst.push(await worstTask(page));
  } while ((worst.at(-1) ?? 0) > PATIENCE_MS && worst.length < 3);
  await expectSeen(page, PATIENCE_MS + 20);
  console.log(`Longest task of each try with 5,000 sales: ${worst.join(', ')} ms`);
  expect(Math.min(...worst)).toBeLessThanOrEqual(PATIENCE_MS);
  await expect(page.getByRole('heading', { name: 'Todos os vendedores' })).toBeVisible();

  const { sheets, sizes, text } = await printed(page);
  expect(sheets.length).toBeGreaterThan(50);
  expect(new Set(sizes.map(({ width, height }) => `${width} × ${height}`))).toEqual(
    new Set([`${A4.width} × ${A4.height}`]),
  );
  expect(text.match(/Camiseta da escola/g)).toHaveLength(SALES);
  const head = 'Matrícula Nome Mês/Ano Produtos Pago Forma Pagto';
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet).toContain(`Página ${index + 1} de ${sheets.length}`);
    if (sheet.includes('Camiseta da escola'))
      expect(sheet).toMatch(new RegExp(`(Ana Ribeiro|Bruno Teixeira) ${head}`));
  }
  expect(text).toContain('Dinheiro R$ 110.000,00 Pix R$ 100.000,00 Total Geral R$ 210.000,00');
});

/** The longest task (ms) from the start of the page until the end of the report has been scrolled to. */
async function worstTask(page: Page): Promise<number> {
  // Looked for in the cheapest way: a search by role or text through 5,000 rows is a long task itself.
  await page.waitForFunction(() => document.querySelector('article[aria-busy="false"]'), null, {
    timeout: 90_000,
    polling: 250,
  });
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let step = 1; step <= 40; step++) {
      window.scrollTo(0, (document.documentElement.scrollHeight * step) / 40);
      await frame();
      await frame();
    }
    return Math.max(0, ...(window as unknown as { tasks: number[] }).tasks);
  });
}

/** Plants a task of this length, which has to be seen: who sees none would find every page fluid. */
async function expectSeen(page: Page, ms: number): Promise<void> {
  await page.evaluate((length) => {
    setTimeout(() => {
      const until = performance.now() + length;
      while (performance.now() < until);
    });
  }, ms);
  await page.waitForFunction(
    (length) => (window as unknown as { tasks: number[] }).tasks.some((task) => task >= length),
    ms,
    { timeout: 10_000, polling: 100 },
  );
}

/** Both sales again and again, each with its line and payments, in one statement as they are made. */
const COPIES = `
  WITH model AS (
    SELECT s.*, row_number() OVER (ORDER BY id) AS turn, count(*) OVER () AS models FROM sales s
  ), copied AS (
    INSERT INTO sales (
      idempotency_key, request_hash, created_at, seller_id, seller_name, client_id, client_name,
      client_cpf, subtotal_cents, total_cents, general_discount_cents, total_general_cents,
      paid_cents, change_cents)
    SELECT gen_random_uuid(), request_hash, created_at - n * interval '1 minute', seller_id,
      seller_name, client_id, client_name, client_cpf, subtotal_cents, total_cents,
      general_discount_cents, total_general_cents, paid_cents, change_cents
    FROM generate_series(1, $1::int) n JOIN model ON turn = n % models + 1
    RETURNING id, seller_id
  ), pairs AS (
    SELECT copied.id, model.id AS model_id FROM copied JOIN model USING (seller_id)
  ), items AS (
    INSERT INTO sale_items
    SELECT (jsonb_populate_record(i, jsonb_build_object('sale_id', pairs.id))).*
    FROM pairs JOIN sale_items i ON i.sale_id = pairs.model_id
  )
  INSERT INTO sale_payments
  SELECT (jsonb_populate_record(p, jsonb_build_object('sale_id', pairs.id))).*
  FROM pairs JOIN sale_payments p ON p.sale_id = pairs.model_id`;

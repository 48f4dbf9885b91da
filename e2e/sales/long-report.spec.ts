import type { Page } from '@playwright/test';
import { stock } from '../counter-screen.ts';
import { expect, test } from '../fixtures.ts';
import { A4, printed } from '../paper.ts';
import { dayOf, sell } from '../till.ts';

/** Some pages of the list, and of the paper. */
const SALES = 600;

test('600 sales are shown and printed with heads', async ({ page, shop }) => {
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
  await shop.signIn(page, shop.admin, { at: null });
  await page.goto(`/vendas?startDate=2025-01-01&endDate=${today}`);
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await expect(page.getByText('Buscando dados, aguarde...')).toBeVisible();
  await expect(page.getByText(/de 600 vendas/)).toBeVisible();

  await page.reload();
  await reportIsWhole(page);
  await expect(page.getByRole('heading', { name: 'Todos os vendedores' })).toBeVisible();

  const { sheets, sizes, text } = await printed(page);
  expect(sheets.length).toBeGreaterThan(5);
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
  expect(text).toContain('Dinheiro R$ 13.200,00 Pix R$ 12.000,00 Total Geral R$ 25.200,00');
});

/** Polls cheaply: a search by role or text through thousands of rows is slow. */
async function reportIsWhole(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('article[aria-busy="false"]'), null, {
    polling: 250,
  });
}

/** Copies both sales $1 times with their items and payments. */
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
    RETURNING id, seller_id, business_day
  ), pairs AS (
    SELECT copied.id, copied.business_day, model.id AS model_id FROM copied JOIN model USING (seller_id)
  ), items AS (
    INSERT INTO sale_items
    SELECT (jsonb_populate_record(i, jsonb_build_object('sale_id', pairs.id, 'business_day', pairs.business_day))).*
    FROM pairs JOIN sale_items i ON i.sale_id = pairs.model_id
  )
  INSERT INTO sale_payments
  SELECT (jsonb_populate_record(p, jsonb_build_object('sale_id', pairs.id, 'business_day', pairs.business_day))).*
  FROM pairs JOIN sale_payments p ON p.sale_id = pairs.model_id`;

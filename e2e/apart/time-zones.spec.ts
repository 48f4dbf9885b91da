import { rows } from '../back-office.ts';
import { stock } from '../counter-screen.ts';
import { expect, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { serverSays } from '../server-date.ts';
import { brazilian, sell } from '../till.ts';

/** 23:30 and 00:30 in the shop, at the end of a month. */
const LATE = {
  day: '2025-08-31',
  at: '2025-09-01T02:30:00Z',
  amount: 'R$ 42,00',
  month: '08/2025',
};
const EARLY = {
  day: '2025-09-01',
  at: '2025-09-01T03:30:00Z',
  amount: 'R$ 18,90',
  month: '09/2025',
};

// For the browser, at UTC+14, both are on the afternoon of September 1.
test.use({ timezoneId: 'Pacific/Kiritimati' });

test.describe('the server thinks it is in Tokyo', () => {
  test.use({ serverEnv: { TZ: 'Asia/Tokyo' } });

  test('the days and the months of the lists are the shop’s', async ({ page, shop }) => {
    // For the database, at UTC−11, both are on August 31.
    await shop.sql("ALTER DATABASE balcao SET timezone TO 'Pacific/Pago_Pago'");
    await shop.sql("ALTER ROLE ALL SET timezone TO 'Pacific/Pago_Pago'");
    const { shirt, notebook } = await stock(shop);
    const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
    await sell(shop, vera, { product: shirt, at: LATE.at });
    await sell(shop, vera, { product: notebook, at: EARLY.at });
    for (const { day } of [LATE, EARLY]) {
      await shop.admin.call('closeBox', { body: { date: day, seller_id: vera.id } });
    }

    await shop.signIn(page, shop.admin);
    expect(await page.evaluate(() => new Date('2025-09-01T02:30:00Z').getHours())).toBe(16);
    for (const { day, amount, month } of [LATE, EARLY]) {
      const other = amount === LATE.amount ? EARLY : LATE;
      await goTo(page, `/vendas?startDate=${day}&endDate=${day}`);
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText([brazilian(day)]);
      await expect(rows(page)).toContainText([amount]);

      await page.getByRole('button', { name: 'Gerar relatorio' }).click();
      const report = page.getByRole('main');
      await expect(report).toContainText(`Período: ${brazilian(day)} a ${brazilian(day)}`);
      await expect(page.getByRole('heading', { name: 'Todos os vendedores' })).toBeVisible();
      await expect(page.getByRole('cell', { name: month })).toHaveCount(1);
      await expect(report).toContainText(amount);
      await expect(report).not.toContainText(other.amount);

      await goTo(page, `/gerenciarFechamentos?startDate=${day}&endDate=${day}`);
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText([brazilian(day)]);
      await expect(rows(page)).toContainText([amount]);
    }

    // By default the closings are of the shop's month. The first time is its last evening of August.
    for (const [{ at, day }, start] of [
      [LATE, '2025-08-01'],
      [EARLY, '2025-09-01'],
    ] as const) {
      await serverSays(page, at);
      await page.goto('/gerenciarFechamentos');
      await expect(page.getByLabel('Início:')).toHaveValue(start);
      await expect(page.getByLabel('Fim:')).toHaveValue(day);
    }
  });
});

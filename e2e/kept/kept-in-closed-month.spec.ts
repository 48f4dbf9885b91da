import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { monthOf } from '@balcao/domain/month/month.ts';
import { confirmation, rows } from '../back-office.ts';
import { expect, type Shop } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import {
  backAtCounter,
  keepFirst,
  keptIn,
  readyToKeep,
  sendOnline,
  plainTest as test,
} from '../kept-sales.ts';
import { serverSays } from '../server-date.ts';
import { newClient, sell } from '../till.ts';

// It ends its server.
test.use({ serverEnv: {} });

const today = businessDayOf(new Date());
const firstDay = `${monthOf(today)}-01` as BusinessDay;
const lastDay = addDays(firstDay, -1);

/** From its next start on, the database takes this for the present. */
async function moveClock({ sql }: Pick<Shop, 'sql'>, to: string): Promise<void> {
  const ahead = new Date(to).getTime() - Date.now();
  // Functions of these names are found before PostgreSQL's own.
  for (const name of ['now', 'clock_timestamp']) {
    await sql(`CREATE FUNCTION public.${name}() RETURNS timestamptz LANGUAGE sql STABLE
      RETURN pg_catalog.${name}() + interval '${ahead} ms'`);
  }
  await sql('ALTER DATABASE balcao SET search_path = public, pg_catalog');
}

test('a sale of a month that an administrator closes meanwhile counts in the one that is open, and says so', async ({
  page,
  browser,
  shop,
  counter,
  goods,
  seller,
  outage,
}) => {
  const client = await newClient(shop, 'Rui', '11144477735');
  const evening = `${lastDay}T20:00:00-03:00`;
  await sell(shop, seller, { product: goods.shirt, client, at: evening });
  await shop.sql('UPDATE sessions SET started_at = $1', [`${lastDay}T08:00:00-03:00`]);
  await moveClock(shop, `${firstDay}T08:00:00-03:00`);
  await serverSays(page, evening);
  await page.reload();
  await readyToKeep(page);
  await counter.prepareSale('Dinheiro', '1890');
  await outage.killServer();
  await page.unroute('**/api/**');
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
  const [kept] = await keptIn(page);
  expect(businessDayOf(new Date(kept?.madeAt ?? ''))).toBe(lastDay);

  // In the morning the server is there before the counter's network is.
  await page.context().setOffline(true);
  await outage.startServer();
  const office = await browser.newContext({ baseURL: shop.origin });
  const desk = await office.newPage();
  await shop.signIn(desk, shop.admin, { at: `/meses/${monthOf(lastDay)}` });
  await desk.getByRole('button', { name: 'Fechar o mês' }).click();
  await confirmation(desk).getByRole('button', { name: 'Fechar', exact: true }).click();
  const unmoved = desk.getByText('Nada mudou. O mês soma o que está no papel.');
  // Its files take some seconds on a busy machine.
  await expect(unmoved).toBeVisible({ timeout: 60_000 });

  await sendOnline(page);
  await expect(page.getByText(/ e está na lista dos administradores/)).toBeVisible();
  const [last] = await shop.sql<{ key: string; day: string }>(
    'SELECT idempotency_key AS key, business_day::text AS day FROM sales ORDER BY id DESC',
  );
  expect(last).toEqual({ key: kept?.key, day: firstDay });
  await goTo(desk, '/vendas-guardadas');
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk)).toContainText(/Vera Lúcia.*o mês já estava fechado.*18,90/);
  await goTo(desk, `/meses/${monthOf(lastDay)}`);
  await expect(unmoved).toBeVisible();
  await office.close();
});

import { expect, expectAccessible, test } from '../fixtures.ts';

// What is in the audit stays in it, and would be told in other tests too.
test.use({ serverEnv: {} });

test('administrators are told who has met too many people', async ({ page, shop }) => {
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const student = { registration: '20260000042', name: 'João Souza' };
  await shop.admin.call('createStudent', { body: student });
  await shop.signIn(page, shop.admin);
  const notice = page.getByRole('region', { name: 'Consultas' });
  await expect(page.getByRole('heading', { name: 'VENDAS' })).toBeVisible();
  await expect(notice).toHaveCount(0);

  await shop.sql(
    `INSERT INTO met_people (seller_id, kind, subject_id, times, until)
     SELECT $1, 'client', number, 1, now() + interval '1 hour' FROM generate_series(1, 120) AS number`,
    [vera.id],
  );
  const query = { search: student.registration };
  await expect(vera.call('findStudents', { query })).rejects.toThrow('429');
  await page.reload();
  await expect(notice).toContainText(
    /^Vera Lúcia chegou ao limite de pessoas consultadas sem CPF em uma hora, em \d\d\/\d\d\/\d{4}/,
  );
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Ver na auditoria' }).click();
  await expect(page).toHaveURL(/\/auditoria\?kind=people\.limit_reached$/);
  await expect(page.getByRole('row', { name: /Consultou pessoas demais/ })).toContainText(
    'Vera Lúcia',
  );
  // A seller is told nothing of it.
  await shop.signIn(page, vera);
  await expect(page.getByRole('group', { name: 'CLIENTE' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

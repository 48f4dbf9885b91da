import { cents } from '@balcao/domain/money.ts';
import { brCode } from '@balcao/domain/pix/br-code.ts';
import { stock } from '../counter-screen.ts';
import { choose, expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { problem } from '../sale-traffic.ts';
import { scanned } from '../scanned.ts';
import { sell } from '../till.ts';

test('an administrator chooses how the cash boxes work, or is told why not', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (400|503)|Erro ao salvar|The settings could not be loaded/);
  const { shirt } = await stock(shop);
  const seller = await shop.newUser({ name: 'Vera', login: 'vera' });
  await sell(shop, seller, { product: shirt });
  await shop.signIn(page, shop.admin, { at: '/perfil' });
  await page.route('**/api/settings/', (route) => route.fulfill(problem(503, 'database_away')));
  await choose(page, 'Configurações');
  await expect(page.getByRole('heading', { name: 'CONFIGURAÇÕES' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'configurações' })).toContainText(
    'não puderam ser carregadas',
    { timeout: 20_000 },
  );
  await page.unroute('**/api/settings/');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  const section = page.getByRole('form', { name: 'Caixa' });
  const simple = section.getByRole('radio', { name: 'Simples' });
  const counted = section.getByRole('radio', { name: 'Conferido' });
  const every = section.getByRole('checkbox', { name: 'Contar também cartões e Pix' });
  const withdrawal = section.getByLabel('Sangria sem autorização até');
  const difference = section.getByLabel('Diferença sem autorização até');
  const save = section.getByRole('button', { name: 'SALVAR' });
  await expect(simple).toBeChecked();
  await expect(every).not.toBeChecked();
  await expect(withdrawal).toHaveValue(/200,00/);
  await expect(difference).toHaveValue(/5,00/);
  await expectAccessible(page);

  await expect(section.getByRole('alert')).toHaveCount(0);
  await counted.check();
  await expect(section.getByRole('alert')).toContainText('não entram no caixa conferido');
  await every.check();
  await withdrawal.fill('15000');
  await difference.fill('0');
  // A reload loses none of it.
  await page.reload();
  await expect(page.getByRole('status')).toContainText('está de volta');
  await expect(counted).toBeChecked();
  await expect(difference).toHaveValue(/0,00/);
  await save.click();
  await expect(page.getByRole('status')).toHaveText('Configurações salvas!');
  await expectAccessible(page);
  expect(await shop.admin.call('readSettings')).toEqual({
    cash_box: 'counted',
    count_every_method: true,
    withdrawal_limit: 150,
    difference_limit: 0,
    require_second_factor: false,
    idle_lock_minutes: 0,
    keep_sales: false,
  });

  await simple.check();
  await section.getByRole('button', { name: 'Desfazer' }).click();
  await expect(counted).toBeChecked();
  await withdrawal.fill('');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Erro' })).toHaveText(
    'Erro ao salvar as configurações.',
  );
  await expect(withdrawal).toHaveAttribute('aria-invalid', 'true');
  await expect(withdrawal).toBeFocused();
  await expect(page.getByText('Sangria sem autorização até: Preencha este campo.')).toBeVisible();

  await goTo(page, '/auditoria');
  // The newest comes first; the audit has those of other tests, too.
  const entry = page.getByRole('row').filter({ hasText: 'Mudou configurações' }).first();
  await expect(entry).toContainText('Caixa: de Simples para Conferido');
  await expect(entry).toContainText(/Sangria sem autorização até: de R\$\s200,00 para R\$\s150,00/);
});

const GREEN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 9"><path fill="#2f6f5e" d="M0 0h30v9H0z"/></svg>';

test('names, a logo, Pix and paper are set once, and every browser and paper has them', async ({
  page,
  browser,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422|unfit_pix_key/);
  const { shirt } = await stock(shop);
  const sale = await sell(shop, shop.admin, { product: shirt });
  await shop.signIn(page, shop.admin, { at: '/configuracoes' });
  const section = page.getByRole('form', { name: 'Instituições' });
  const save = section.getByRole('button', { name: 'SALVAR' });
  // The example is shown, but not as if it were the shop's.
  await expect(section).toContainText('uma escola de exemplo');
  await expect(section.getByLabel('Nome da empresa')).toHaveValue('');
  await section.getByLabel('Nome da empresa').fill('Loja do Saber');
  await section.getByLabel('Cidade').fill('Olinda');
  await section.getByLabel('Unidade de graduação').fill('Unidade Centro');
  await section.getByLabel('Nome da faculdade').fill('Faculdade do Saber');
  const cnpj = section.getByLabel('CNPJ da faculdade');
  await cnpj.fill('11.222.333/0001');
  await expect(cnpj).not.toHaveAttribute('aria-invalid', 'true');
  await cnpj.fill('11222333000180');
  await expect(section).toContainText('Os dígitos deste CNPJ não conferem.');
  await cnpj.fill('11222333000181');
  await section.getByLabel('Nome do colégio').fill('Colégio do Saber');
  await section.getByLabel('CNPJ do colégio').fill('11222333000262');
  const choose = async (name: string, content: string) => {
    const opening = page.waitForEvent('filechooser');
    await section.getByRole('button', { name: 'Escolher o logotipo da faculdade' }).click();
    await (await opening).setFiles({
      name,
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(content),
    });
  };
  await choose('logo.svg', 'isto não é um desenho');
  await expect(section.getByRole('alert')).toContainText('não é uma imagem');
  await choose('grande.svg', GREEN + ' '.repeat(600_000));
  await expect(section.getByRole('alert')).toContainText('até 512 kB');
  await choose('logo.svg', GREEN);
  const logo = section.getByRole('img', { name: 'Logotipo da faculdade' });
  await expect(logo).toBeVisible();
  await expect(section.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await save.click();
  await expect(section.getByRole('status')).toHaveText('Configurações salvas!');
  await expect(save).toBeFocused();
  await expect(logo).toHaveAttribute('src', /^\/api\/institution\/logos\/[0-9a-f]{64}$/);
  await expect(section.getByLabel('CNPJ do colégio')).toHaveValue('11.222.333/0002-62');
  await expect(page.getByRole('contentinfo')).toHaveText('© 2025 Loja do Saber ltda');

  const pix = page.getByRole('form', { name: 'Pix' });
  await pix.getByLabel('Forma de pagamento que é Pix').selectOption('Pix');
  await pix.getByLabel('Chave Pix').fill('81987654321');
  await expect(pix.getByText('CPF, CNPJ, telefone, e-mail ou chave aleatória.')).toBeVisible();
  await pix.getByLabel('Nome de quem recebe').fill('Loja do Saber');
  await pix.getByLabel('Cidade de quem recebe').fill('Olinda');
  await pix.getByRole('button', { name: 'SALVAR' }).click();
  await expect(pix).toContainText('Um telefone começa com +55.');
  // A reload loses none of it.
  await page.reload();
  await expect(pix.getByLabel('Nome de quem recebe')).toHaveValue('Loja do Saber');
  await pix.getByLabel('Chave Pix').fill('');
  await pix.getByLabel('Chave Pix').pressSequentially('(81) 98765-4321', { delay: 20 });
  await expect(pix.getByText('Telefone +55 (81) 98765-4321', { exact: true })).toBeVisible();
  const code = pix.getByRole('img', { name: 'QR code de teste do Pix, de R$ 0,01' });
  await expect(code).toBeVisible();
  expect(await scanned(code)).toBe(
    brCode(
      { key: '+5581987654321', name: 'Loja do Saber', city: 'Olinda' },
      { amount: cents(1), txid: 'TESTE' },
    ),
  );
  await expectAccessible(page);
  await pix.getByRole('button', { name: 'SALVAR' }).click();
  await expect(pix.getByRole('status')).toHaveText('Configurações salvas!');
  expect((await shop.admin.call('readPix')).pix).toMatchObject({ key: '+5581987654321' });
  const paper = page.getByRole('form', { name: 'Papel' });
  await paper.getByLabel('Papel de recibos').selectOption('80');
  await paper.getByRole('button', { name: 'SALVAR' }).click();
  await expect(paper.getByRole('status')).toHaveText('Configurações salvas!');

  // Another computer, which has chosen no paper of its own.
  const context = await browser.newContext({ baseURL: shop.origin });
  const other = await context.newPage();
  await other.goto('/login');
  await expect(other.getByRole('img', { name: 'Faculdade do Saber' })).toBeVisible();
  await expect(other.getByText('Colégio do Saber')).toBeVisible();
  await shop.signIn(other, shop.admin, { at: null });
  await other.evaluate((data) => sessionStorage.setItem('data', data), JSON.stringify(sale));
  await other.goto('/pdf');
  const device = other.getByLabel('Papel deste aparelho');
  await expect(device).toHaveValue('80');
  await device.selectOption('a4');
  const receipt = other.getByRole('article');
  await expect(receipt).toContainText('Olinda, ');
  await expect(receipt).toContainText('CNPJ 11.222.333/0001-81');
  const drawn = receipt.locator('img').first();
  await expect(drawn).toHaveJSProperty('complete', true);
  expect(await drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await context.close();

  // What another administrator changes meanwhile stays, before a reload and after it.
  const rename = (company_name: string) =>
    shop.admin.call('editInstitution', {
      body: {
        company_name,
        city: 'Olinda',
        graduation_unit: 'Unidade Centro',
        college: { name: 'Faculdade do Saber', cnpj: '11222333000181' },
        school: { name: 'Colégio do Saber', cnpj: '11222333000262' },
      },
    });
  await section.getByLabel('Cidade').fill('Recife');
  await choose('logo.svg', GREEN);
  // The file is read once it is chosen.
  await expect(logo).toHaveAttribute('src', /^data:/);
  await rename('Loja Nova');
  await page.reload();
  await expect(section.getByLabel('Nome da empresa')).toHaveValue('Loja Nova');
  await expect(section.getByLabel('Cidade')).toHaveValue('Recife');
  await expect(section.getByRole('alert')).toContainText('Escolha o logotipo de novo');
  await rename('Loja Mais Nova');
  await save.click();
  await expect(section.getByRole('status')).toHaveText('Configurações salvas!');
  expect(await shop.admin.call('readInstitution')).toMatchObject({
    company_name: 'Loja Mais Nova',
    city: 'Recife',
    institutions: [{ logo: await logo.getAttribute('src') }, { logo: null }],
  });
  await section.getByRole('button', { name: 'Remover o logotipo da faculdade' }).click();
  await expect(section).toContainText('Sem logotipo');
  await section.getByRole('button', { name: 'Desfazer' }).click();
  await expect(logo).toBeVisible();
  await goTo(page, '/auditoria');
  const entry = page.getByRole('row').filter({ hasText: 'Mudou os dados da escola' }).last();
  await expect(entry).toContainText('Faculdade: Faculdade do Saber');
  await expect(entry).toContainText(
    /Logotipo da faculdade: svg\+xml, \d+ bytes, sha256 [0-9a-f]{64}/,
  );
});

test.describe('in a shop of its own', () => {
  // The shared one is put back between tests by taking rows away, and such a copy does not restore.
  test.use({ serverEnv: {} });

  test('a backup is made now', async ({ page, shop }) => {
    // It is restored and compared first.
    test.setTimeout(300_000);
    const { shirt } = await stock(shop);
    await sell(shop, shop.admin, { product: shirt });
    await shop.signIn(page, shop.admin, { at: '/configuracoes' });
    const section = page.locator('#backup');
    await expect(section).toContainText('Ainda não há nenhum backup desta loja.');
    await section.getByRole('button', { name: 'Fazer agora' }).click();
    await expect(section.getByRole('status')).toContainText('…');
    await expectAccessible(page);
    await expect(section).toContainText('Backup feito e conferido.', { timeout: 100_000 });
    await expect(section).toContainText(/O mais novo é de .* às \d\d:\d\d, [\d,]+ kB, rest/);
    await goTo(page, '/auditoria');
    await expect(page.getByRole('row').filter({ hasText: 'Pediu um backup' })).toBeVisible();
  });
});

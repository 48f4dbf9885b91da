import { colourOf } from '../colour.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { gate } from '../sale-traffic.ts';

const LOGIN = '**/api/auth/login/';

// Specification: 2.3, 2.15, 5.1
test('two logos, a greeting, two fields, a button and a hidden link', async ({ page, shop }) => {
  const { institutions } = await shop.admin.call('readInstitution');
  await page.goto('/login');
  const main = page.getByRole('main');
  await expect(main.getByRole('img')).toHaveCount(2);
  for (const { name } of institutions) {
    await expect(main.getByRole('img', { name })).toHaveJSProperty('complete', true);
  }
  await expect(main.getByRole('heading', { name: 'Olá, bem vindo!' })).toBeVisible();
  await expect(main.getByText('Faça o login')).toBeVisible();

  const login = main.getByLabel('Login', { exact: true });
  await expect(login).toHaveJSProperty('type', 'text');
  await expect(login).toHaveAttribute('name', 'username');
  await expect(login).toHaveAttribute('autocomplete', 'username');
  const password = main.getByLabel('Senha', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  const enter = main.getByRole('button', { name: 'Entrar', exact: true });
  await expect(enter.locator('svg')).toBeVisible();
  const forgotten = main.getByRole('link', { name: 'Esqueci a senha', includeHidden: true });
  await expect(forgotten).toHaveCount(1);
  await expect(forgotten).toBeHidden();

  // Centred, on a light background.
  const box = await enter.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(1366 / 2, 0);
  const background = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body).backgroundColor);
  for (const part of background.match(/\d+/g) ?? ['0']) {
    expect(Number(part)).toBeGreaterThan(225);
  }
});

// Specification: 2.3, 3.2, 4.2, 5.1, 8.1, 9.4
test('both fields go out as typed; a refusal shows for five seconds and ends the loading', async ({
  page,
  expectConsoleError,
  seenErrors,
}) => {
  expectConsoleError(/status of 401|Failed to load resource|incorretos|ApiUnreachable|No answer/);
  const sent: unknown[] = [];
  const doors = [gate(), gate(), gate()];
  await page.route(LOGIN, async (route) => {
    const turn = sent.push(route.request().postDataJSON());
    await doors[turn - 1]?.opened;
    if (turn === 3) return route.abort();
    return route.continue();
  });
  await page.clock.install();
  await page.goto('/login');
  const enter = page.getByRole('button', { name: 'Entrar' });
  const banner = page.getByRole('alert');
  // Without the browser's own lines.
  const logged = () => seenErrors.filter((text) => /ApiRefusal|ApiUnreachable/.test(text));
  await expectAccessible(page);
  const tries = [
    { username: ' Ninguém ', password: '  com espaços ' },
    { username: '', password: '' },
    { username: 'sem', password: 'rede' },
  ];
  for (const [turn, { username, password }] of tries.entries()) {
    await page.getByLabel('Login').fill(username);
    await page.getByLabel('Senha').fill(password);
    await enter.click();
    await expect(enter).toBeDisabled();
    await expect.poll(() => sent).toHaveLength(turn + 1);
    doors[turn]?.open();
    await expect(enter).toBeEnabled();
    await expect(banner).toHaveText('Login ou senha incorretos!');
    // The next password is typed over this one.
    await expect(page.getByLabel('Senha')).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString().length)).toBe(password.length);
    await expect.poll(logged).toHaveLength(turn + 1);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    expect(await colourOf(banner)).toBe('red');
    const box = await banner.boundingBox();
    expect(box && box.x + box.width).toBe(1366 - 16);
    expect(box?.y).toBe(16);
    // The clock still runs by itself: on a busy machine, half a second of slack was too little.
    await page.clock.runFor(3_500);
    await expect(banner).toBeVisible();
    await page.clock.runFor(2_000);
    await expect(banner).toBeHidden();
  }
  expect(sent).toEqual(tries);
});

// Specification: 3.1, 4.1, 7.1, 7.2, 9.5
test('the response is kept under "user" only when it has an access', async ({ page, shop }) => {
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const enter = async () => {
    await page.getByLabel('Login').fill(vera.login);
    await page.getByLabel('Senha').fill(vera.password);
    const answered = page.waitForResponse(LOGIN);
    await page.getByRole('button', { name: 'Entrar' }).click();
    return answered;
  };
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));
  await page.goto('/login');
  await page.route(LOGIN, (route) => route.fulfill({ json: { user: { id: vera.id } } }));
  await enter();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeEnabled();
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept()).toBeNull();

  await page.unroute(LOGIN);
  const response = await enter();
  expect(response.request().headers()['content-type']).toBe('application/json');
  const answer = await response.json();
  await expect(page).toHaveURL(/\/pdv$/);
  await expect(page.getByText('Olá, Vera Lúcia')).toBeVisible();
  expect(await kept()).toEqual(answer);
  expect(answer.user).toMatchObject({ id: vera.id, name: 'Vera Lúcia', admin: false });
});

import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { makeFirstAdministrator } from './first-start.ts';

test.each([
  ['mudar123', true],
  ['Chefe@Escola.br', true],
  ['uma frase que ninguem tem', false],
])('the first administrator has to change the password %s: %s', async (password, must) => {
  const shop = await openTestShop();
  const login = 'chefe@escola.br';
  const made = await makeFirstAdministrator(shop.connection.db, { login, password });
  expect(made).toEqual({ login, password: undefined });
  const { body } = await shop.call('login', { body: { username: login, password } });
  expect(body.user.must_change_password).toBe(must);
  expect(await makeFirstAdministrator(shop.connection.db, { login, password })).toBeUndefined();
});

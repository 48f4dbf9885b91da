import type { argon2 } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { hashPassword, isWeakPassword, randomPassword, verifyPassword } from './passwords.ts';

const counted = vi.hoisted(() => ({ running: 0, most: 0 }));

vi.mock(import('node:crypto'), async (original) => {
  const real = await original();
  const counting: typeof argon2 = (algorithm, parameters, done) => {
    counted.most = Math.max(counted.most, ++counted.running);
    real.argon2(algorithm, parameters, (error, key) => {
      counted.running--;
      done(error, key);
    });
  };
  return { ...real, argon2: counting };
});

test('a hash is PHC text with the parameters it was made with and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('segredo-1'), hashPassword('segredo-1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword('segredo-1', one)).toBe(true);
  expect(await verifyPassword('segredo-2', one)).toBe(false);
  expect(await verifyPassword('', one)).toBe(false);
});

test('a letter with its accent apart is the same letter', async () => {
  expect(await verifyPassword('ação-2026', await hashPassword('ac\u0327a\u0303o-2026'))).toBe(true);
});

test('a missing hash is never verified, whatever is tried', async () => {
  for (const password of ['', 'x', '\0'.repeat(32)]) {
    expect(await verifyPassword(password, undefined)).toBe(false);
  }
});

test('at most four are derived at a time, and all of a burst are answered', async () => {
  const hash = await hashPassword('segredo-1');
  counted.most = 0;
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, n) => verifyPassword(n === 7 ? 'segredo-1' : 'outra', hash)),
  );
  expect(counted).toEqual({ running: 0, most: 4 });
  expect(answers.filter(Boolean)).toHaveLength(1);
});

test('the addresses that wait take turns, whatever one of them asks', async () => {
  const done: string[] = [];
  const ask = async (address: string) => {
    await verifyPassword('x', undefined, address);
    done.push(address);
  };
  const flood = Array.from({ length: 40 }, () => ask('203.0.113.9'));
  await Promise.all([...flood, ask('10.0.0.1'), ask('10.0.0.2')]);
  // Four are running, and those who end while the two have their turn are not theirs to wait for.
  expect(done.indexOf('10.0.0.1')).toBeLessThan(12);
  expect(done.indexOf('10.0.0.2')).toBeLessThan(12);
});

test('random passwords are readable, strong enough and never the same', () => {
  const made = Array.from({ length: 2_000 }, randomPassword);
  expect(new Set(made).size).toBe(made.length);
  for (const password of made) {
    expect(password).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
    expect(isWeakPassword(password, 'vera', false)).toBe(false);
  }
  expect(new Set(made.join('')).size).toBe(31);
});

test.each([
  ['1234567', 'short'],
  ['12345678', 'notorious'],
  ['SENHA123', 'notorious, in capitals'],
  ['zzzzzzzzzz', 'one character'],
  ['Vera@Escola.br', 'the login'],
])('%s is weak: %s', (password) => {
  expect(isWeakPassword(password, 'vera@escola.br', false)).toBe(true);
});

test('the password in force is weak as a new one', () => {
  expect(isWeakPassword('uma-senha-boa', 'vera', false)).toBe(false);
  expect(isWeakPassword('uma-senha-boa', 'vera', true)).toBe(true);
});

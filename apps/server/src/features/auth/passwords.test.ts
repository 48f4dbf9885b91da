import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  hashPassword,
  isWeakPassword,
  MOST_AT_ONCE,
  randomPassword,
  verifyPassword,
} from './passwords.ts';

test('a hash is in PHC format, with its parameters and its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('segredo-1'), hashPassword('segredo-1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword('segredo-1', one)).toBe(true);
  expect(await verifyPassword('segredo-2', one)).toBe(false);
  expect(await verifyPassword('', one)).toBe(false);
});

test('a decomposed letter is the same letter', async () => {
  expect(await verifyPassword('ação-2026', await hashPassword('ac\u0327a\u0303o-2026'))).toBe(true);
});

test.each(['', 'x', '\0'.repeat(32)])('%j is never verified against a missing hash', async (p) => {
  expect(await verifyPassword(p, undefined)).toBe(false);
});

test('few are derived at a time, and a whole burst is verified', async () => {
  const hash = await hashPassword('segredo-1');
  const counted = { running: 0, most: 0 };
  const { argon2 } = crypto;
  const counting = vi.spyOn(crypto, 'argon2').mockImplementation((algorithm, parameters, done) => {
    counted.most = Math.max(counted.most, ++counted.running);
    argon2(algorithm, parameters, (error, key) => {
      counted.running--;
      done(error, key);
    });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    counting.mockRestore();
    syncBuiltinESMExports();
  });
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, n) => verifyPassword(n === 7 ? 'segredo-1' : 'outra', hash)),
  );
  expect(counted).toEqual({ running: 0, most: MOST_AT_ONCE });
  expect(answers.filter(Boolean)).toHaveLength(1);
});

test('random passwords are readable, strong and unique', () => {
  const made = Array.from({ length: 2_000 }, randomPassword);
  expect(new Set(made).size).toBe(made.length);
  for (const password of made) {
    expect(password).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
    expect(isWeakPassword(password, 'vera', false)).toBe(false);
  }
  expect(new Set(made.join('')).size).toBe(31);
});

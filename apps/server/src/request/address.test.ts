import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { placeOf } from './address.ts';

const at = (accounts?: number[], id = 'a', ip = '10.0.0.9') =>
  placeOf({ ip, knownBrowser: accounts ? { id, accounts } : null } as FastifyRequest);

test('all browsers in which the same people sign in are one place, and others have their address', () => {
  expect(at([7, 3])).toBe(at([3, 7], 'b'));
  expect(at([7])).not.toBe(at([3, 7]));
  expect(at()).toBe('10.0.0.9');
  // A copy of the cookie.
  expect(at([7, 3], 'a', '10.0.0.8')).not.toBe(at([7, 3]));
});

import type { Session } from '@balcao/contract/accounts/auth.ts';
import { expect, it } from 'vitest';
import { type Audience, landingOf, redirectFor } from './guards.ts';

function session(admin: boolean): Session {
  return {
    access: 'token',
    user: { id: 1, name: 'Ana', admin, image: null, must_change_password: false },
  };
}

const visitor = undefined;
const seller = session(false);
const admin = session(true);

// Specification: 6.1
it('sends visitors to the login, sellers to the counter, administrators to the sales', () => {
  expect([visitor, seller, admin].map(landingOf)).toEqual(['/login', '/pdv', '/vendas']);
});

it.each([
  ['whose provisional password has expired', 'password_expired'],
  ['who has to set up a second factor', 'second_factor_missing'],
])('leads %s to where that is done, from everywhere but the help', (_, why) => {
  const expired = { ...admin, user: { ...admin.user, [why]: true } };
  for (const audience of ['visitor', 'signed-in', 'admin', 'seller'] as const) {
    expect(redirectFor(audience, expired, '/vendas')).toBe('/perfil');
  }
  expect(redirectFor('signed-in', expired, '/ajuda')).toBeUndefined();
  expect(landingOf(expired)).toBe('/perfil');
});

const cases: [Audience, (string | undefined)[]][] = [
  ['visitor', [undefined, '/pdv', '/vendas']],
  ['signed-in', ['/login', undefined, undefined]],
  ['admin', ['/login', '/pdv', undefined]],
  ['seller', ['/login', undefined, '/vendas']],
];
it.each(cases)('lets in, to a page for %s, only whom it is for', (audience, expected) => {
  expect([visitor, seller, admin].map((who) => redirectFor(audience, who))).toEqual(expected);
});

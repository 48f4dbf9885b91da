import { expect, test } from 'vitest';
import { routes } from './routes.ts';

/** Section 7 of the specification: every call that it names. */
const SPECIFIED = [
  'POST /api/auth/login/',
  'PUT /api/auth/change_password/',
  'POST /api/pdv/closeBox/',
  'GET /api/pdv/closeBoxList/',
  'GET /api/pdv/productsAll/',
  'GET /api/pdv/products/',
  'POST /api/pdv/products/',
  'PUT /api/pdv/products/:id/',
  'DELETE /api/pdv/products/:id/',
  'GET /api/pdv/clients/',
  'POST /api/pdv/clients/',
  'GET /api/pdv/students/',
  'POST /api/pdv/students/',
  'POST /api/pdv/sales/',
  'GET /api/pdv/sales/',
  'DELETE /api/pdv/sales/:id/',
  'GET /api/pdv/paymentMethods/',
  'POST /api/pdv/paymentMethods/',
  'PUT /api/pdv/paymentMethods/:id/',
  'DELETE /api/pdv/paymentMethods/:id/',
  'GET /api/users/',
  'POST /api/users/',
  'PUT /api/users/:id/',
  'DELETE /api/users/:id/',
];

const ours = Object.values(routes).map(({ method, path }) => `${method} ${path}`);

test('every call of the specification is there, once', () => {
  expect(ours.filter((call) => SPECIFIED.includes(call)).sort()).toEqual([...SPECIFIED].sort());
});

test('a call of ours lives under no path of the specification', () => {
  const theirs = SPECIFIED.map((call) => call.replace(/^\w+ |(:id)?\/$/g, ''))
    .map((path) => path.replace(/\/$/, ''))
    .filter((path, index, all) => all.indexOf(path) === index);
  expect(theirs).toContain('/api/pdv/sales');
  const own = Object.values(routes).filter(
    ({ method, path }) => !SPECIFIED.includes(`${method} ${path}`),
  );
  const taken = own.filter(({ path }) => theirs.some((their) => path.startsWith(their)));
  expect(taken).toEqual([]);
});

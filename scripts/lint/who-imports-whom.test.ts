import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';

/** A file, its import, and some words of the refusal; null when it is allowed. */
const imports: [file: string, source: string, refusal: string | null][] = [
  ['packages/domain/src/money.ts', './cpf.ts', null],
  ['packages/domain/src/money.ts', 'node:fs', 'domain imports nothing'],
  ['packages/domain/src/money.ts', '@balcao/contract/sales/sales.ts', 'domain imports nothing'],
  ['packages/domain/src/money.test.ts', 'vitest', null],
  ['packages/contract/src/sales/sales.ts', './values.ts', null],
  ['packages/contract/src/sales/sales.ts', 'typebox', null],
  ['packages/contract/src/sales/sales.ts', '@balcao/domain/money.ts', null],
  ['packages/contract/src/sales/sales.ts', 'fastify', 'only the domain and TypeBox'],

  [`${SERVER}/app.ts`, '@balcao/contract/sales/sales.ts', null],
  [`${SERVER}/app.ts`, '@balcao/web/src/paths.ts', 'never imports the web app'],
  [`${SERVER}/app.ts`, '../../web/src/paths.ts', 'never imports the web app'],
  [`${WEB}/paths.ts`, '../../server/src/config.ts', 'never imports the server'],
  [`${WEB}/paths.ts`, '@balcao/server/src/program/config.ts', 'never imports the server'],

  [`${SERVER}/features/sales/sales.service.ts`, 'kysely', 'SQL lives in repositories'],
  [`${SERVER}/app.ts`, 'pg', 'SQL lives in repositories'],
  [`${SERVER}/features/sales/sales.repository.ts`, 'kysely', null],
  [`${SERVER}/features/sales/sales.test.ts`, 'kysely', null],
  [`${SERVER}/database/connection.ts`, 'pg', null],
  [`${SERVER}/testing/app.ts`, 'pg', null],

  [`${SERVER}/features/sales/sales.routes.ts`, './sales.service.ts', null],
  [`${SERVER}/features/sales/sales.routes.ts`, './sales.repository.ts', 'own service'],
  [`${SERVER}/features/sales/sales.routes.ts`, '../users/users.service.ts', 'own service'],
  [`${SERVER}/features/sales/sales.service.ts`, './sales.routes.ts', 'never the other way'],
  [`${SERVER}/features/sales/sales.repository.ts`, './sales.service.ts', 'knows SQL and no rules'],
  [`${SERVER}/features/sales/sales.service.ts`, '../users/users.repository.ts', 'own feature'],
  [`${SERVER}/features/sales/sales.service.ts`, './sales.repository.ts', null],

  [`${SERVER}/features/sales/sales.service.ts`, '../products/products.service.ts', null],
  [`${SERVER}/features/sales/sales.service.ts`, '../audit/audit.repository.ts', null],
  [`${SERVER}/features/closings/closings.service.ts`, '../sales/sales.service.ts', null],
  [`${SERVER}/features/audit/audit.service.ts`, '../auth/auth.service.ts', 'lower features'],
  [
    `${SERVER}/features/products/products.service.ts`,
    '../users/users.service.ts',
    'lower features',
  ],
  [
    `${SERVER}/features/sales/sales.service.ts`,
    '../closings/closings.service.ts',
    'lower features',
  ],
  [`${SERVER}/features/not-in-the-ladder/x.service.ts`, '../audit/x.ts', 'lower features'],
  [`${SERVER}/features/sales/sales.service.ts`, '../not-in-the-ladder/x.ts', 'lower features'],

  [`${WEB}/ui/pager.tsx`, './money-field.tsx', null],
  [`${WEB}/ui/pager.tsx`, '../features/sales/row.tsx', 'knows no feature'],
  [`${WEB}/ui/pager.tsx`, '../api/call.ts', 'knows no feature'],
  [`${WEB}/api/call.ts`, '../ui/pager.tsx', 'knows no screen'],
  [`${WEB}/api/call.ts`, '@tanstack/react-router', 'knows no screen'],
  [`${WEB}/api/call.ts`, '@mantine/core', 'knows no screen'],
  [`${WEB}/api/call.ts`, '@tanstack/react-query', null],
  [`${WEB}/app/router.tsx`, '../features/sales/sales-page.tsx', null],
  [`${WEB}/features/sales/sales-page.tsx`, '../../ui/list-page.tsx', null],
  [`${WEB}/features/sales/sales-page.tsx`, '../products/product-select.tsx', null],
  [`${WEB}/features/counter/counter-page.tsx`, '../sales/sales-page.tsx', 'app/router.tsx'],
  [`${WEB}/features/sales/sales-page.tsx`, '../../app/router.tsx', 'app/router.tsx'],
  [`${WEB}/features/auth/login-form.tsx`, '../users/users.queries.ts', 'lower features'],
  [`${WEB}/features/audit/list.tsx`, '../../ui/pager.tsx', null],
  [`${WEB}/features/products/list.tsx`, '../users/form.tsx', 'lower features'],
];

const ways: [way: string, statement: (source: string) => string][] = [
  ['import', (source) => `import { x } from '${source}';\nexport const y = x;\n`],
  ['import type', (source) => `import type { X } from '${source}';\nexport type Y = X;\n`],
  ['export from', (source) => `export * from '${source}';\n`],
  ['import()', (source) => `export const y = import('${source}');\n`],
  ['type import()', (source) => `export type Y = import('${source}').X;\n`],
];

/** What the checker prints about each file and import, by the way of importing. */
const reasons = new Map<string, string>();
let folder: string;

// A tree of the planted files for each way of importing, and one run of the checker over it.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'who-imports-whom-'));
  for (const [way, statement] of ways) {
    const root = join(folder, way);
    for (const [file, source] of imports) {
      const planted = join(root, file);
      mkdirSync(dirname(planted), { recursive: true });
      appendFileSync(planted, statement(source));
    }
    const checker = resolve('scripts/lint/who-imports-whom.mjs');
    const run = spawnSync(process.execPath, [checker], { cwd: root, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(1);
    for (const [, file, source, reason] of run.stdout.matchAll(/^(.+) imports (.+)\n {2}(.+)$/gm)) {
      const key = `${way} ${file} ${source}`;
      reasons.set(key, `${reasons.get(key) ?? ''}${reason}\n`);
    }
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [file, source, refusal] of imports) {
  test(`${file} ${refusal ? 'must not' : 'may'} import ${source}`, () => {
    for (const [way] of ways) {
      const found = reasons.get(`${way} ${file} ${source}`);
      if (refusal === null) expect(found, way).toBeUndefined();
      else expect(found, way).toContain(refusal);
    }
  });
}

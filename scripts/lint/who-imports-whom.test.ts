import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';

/** A file, its import, and some words of the refusal; null when it is allowed. */
const imports: [file: string, source: string, refusal: string | null][] = [
  ['packages/domain/src/money.ts', './cpf.ts', null],
  ['packages/domain/src/money.ts', 'node:fs', 'domain imports nothing'],
  ['packages/domain/src/money.ts', '@balcao/contract/sales.ts', 'domain imports nothing'],
  ['packages/domain/src/money.test.ts', 'vitest', null],
  ['packages/contract/src/sales.ts', './values.ts', null],
  ['packages/contract/src/sales.ts', 'typebox', null],
  ['packages/contract/src/sales.ts', '@balcao/domain/money.ts', null],
  ['packages/contract/src/sales.ts', 'fastify', 'only the domain and TypeBox'],

  [`${SERVER}/app.ts`, '@balcao/contract/sales.ts', null],
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
  [`${SERVER}/features/users/users.service.ts`, '../auth/sessions.ts', null],
  [`${SERVER}/features/closings/closings.service.ts`, '../sales/sales.service.ts', null],
  [`${SERVER}/features/audit/audit.service.ts`, '../auth/auth.service.ts', 'ladder'],
  [`${SERVER}/features/exports/sales-list.ts`, '../closings/closings.service.ts', null],
  [`${SERVER}/features/closings/closings.service.ts`, '../exports/table.ts', 'ladder'],
  [`${SERVER}/features/auth/auth.service.ts`, '../users/users.service.ts', 'ladder'],
  [`${SERVER}/features/products/products.service.ts`, '../sales/sales.service.ts', 'ladder'],
  [`${SERVER}/features/parked-sales/parked-sales.service.ts`, '../auth/auth.service.ts', 'ladder'],
  [`${SERVER}/features/met-people/x.service.ts`, '../students/students.service.ts', 'ladder'],
  [`${SERVER}/features/second-factor/x.service.ts`, '../auth/auth.service.ts', 'ladder'],
  [`${SERVER}/features/auth/auth.service.ts`, '../profile/sessions.service.ts', 'ladder'],
  [`${SERVER}/features/clients/clients.service.ts`, '../students/students.service.ts', 'ladder'],
  [`${SERVER}/features/sales/sales.service.ts`, '../closings/closings.service.ts', 'ladder'],
  [
    `${SERVER}/features/sales/sales.service.ts`,
    '../personal-data/personal-data.service.ts',
    'ladder',
  ],
  [
    `${SERVER}/features/closings/closings.service.ts`,
    '../personal-data/personal-data.service.ts',
    'ladder',
  ],
  [
    `${SERVER}/features/personal-data/personal-data.service.ts`,
    '../closings/closings.service.ts',
    'ladder',
  ],
  [`${SERVER}/features/personal-data/personal-data.service.ts`, '../sales/sales.service.ts', null],

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
  [`${WEB}/features/auth/login-form.tsx`, '../institution/logo.tsx', null],
  [`${WEB}/features/auth/login-form.tsx`, '../users/users.queries.ts', 'lower features only'],
  [`${WEB}/features/institution/logo.tsx`, '../auth/login-form.tsx', 'lower features only'],
  [`${WEB}/features/products/list.tsx`, '../counter/row.tsx', 'lower features only'],
  [`${WEB}/features/sales/list.tsx`, '../closings/row.tsx', 'lower features only'],
  [`${WEB}/features/closings/list.tsx`, '../counter/row.tsx', 'lower features only'],
  [`${WEB}/features/audit/list.tsx`, '../../ui/pager.tsx', null],
  [`${WEB}/features/audit/list.tsx`, '../institution/logo.tsx', 'lower features only'],
  [`${WEB}/features/audit/list.tsx`, '../users/users.queries.ts', 'lower features only'],
  [`${WEB}/features/products/list.tsx`, '../audit/fields.tsx', null],
  [`${WEB}/features/audit/list.tsx`, '../exports/export-button.tsx', null],
  [`${WEB}/features/exports/export-menu.tsx`, '../audit/fields.tsx', 'lower features only'],
  [`${WEB}/features/counter/section.tsx`, '../clients/clients.queries.ts', null],
  [`${WEB}/features/counter/section.tsx`, '../students/students.queries.ts', null],
  [`${WEB}/features/clients/form.tsx`, '../auth/login-form.tsx', null],
  [`${WEB}/features/corrections/form.tsx`, '../approvals/use-approval.tsx', null],
  [`${WEB}/features/corrections/form.tsx`, '../sales/sales.queries.ts', 'lower features only'],
  [`${WEB}/features/sales/form.tsx`, '../cash-box/x.ts', 'lower features only'],
  [`${WEB}/features/clients/form.tsx`, '../counter/row.tsx', 'lower features only'],
  [`${WEB}/features/clients/form.tsx`, '../students/form.tsx', 'lower features only'],
  [`${WEB}/features/students/form.tsx`, '../sales/row.tsx', 'lower features only'],
  [`${WEB}/features/products/list.tsx`, '../clients/form.tsx', 'lower features only'],
  [`${WEB}/features/auth/login-form.tsx`, '../students/form.tsx', 'lower features only'],
];

const ways: [way: string, statement: (source: string) => string][] = [
  ['import', (source) => `import { x } from '${source}';\nexport const y = x;\n`],
  ['import type', (source) => `import type { X } from '${source}';\nexport type Y = X;\n`],
  ['export from', (source) => `export * from '${source}';\n`],
  ['import()', (source) => `export const y = import('${source}');\n`],
  ['type import()', (source) => `export type Y = import('${source}').X;\n`],
];

const messages = new Map<string, string[]>();
let folder: string;

// One run of Biome over all imports, each in a folder of its own.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'who-imports-whom-'));
  for (const path of ['biome.json', 'scripts/lint']) {
    cpSync(path, join(folder, path), { recursive: true });
  }
  for (const [number, [file, source]] of imports.entries()) {
    for (const [way, [, statement]] of ways.entries()) {
      const planted = join(folder, `${number}-${way}`, file);
      mkdirSync(dirname(planted), { recursive: true });
      writeFileSync(planted, statement(source));
    }
  }
  const biome = join(process.cwd(), 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (!stdout.startsWith('{')) throw new Error(stderr);
  for (const { category, message, location } of JSON.parse(stdout).diagnostics) {
    if (category !== 'plugin') continue;
    const name = location.path.split('/')[0];
    messages.set(name, [...(messages.get(name) ?? []), message]);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [number, [file, source, refusal]] of imports.entries()) {
  test(`${file} ${refusal ? 'must not' : 'may'} import ${source}`, () => {
    for (const [place, [way]] of ways.entries()) {
      const found = messages.get(`${number}-${place}`) ?? [];
      if (refusal === null) expect(found, way).toEqual([]);
      else expect(found.join('\n'), way).toContain(refusal);
    }
  });
}

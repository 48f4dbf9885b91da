import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openAnotherApp, temporaryFolder } from '../../testing/another-app.ts';
import { openTestShop } from '../../testing/app.ts';
import { FICTITIOUS, readInstitution, sampleFile } from './institution.service.ts';

const FILE_NAME = 'institution.json';

const SCHOOL = {
  company_name: 'Loja da Escola',
  city: 'Recife',
  graduation_unit: 'Unidade Centro',
  institutions: [
    { name: 'Faculdade', cnpj: '11.222.333/0001-81', logo: 'faculdade.png' },
    { name: 'Colégio', cnpj: '11.222.333/0002-62', logo: '/logos/colegio.svg' },
  ],
};

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

async function openShop() {
  const shop = await openTestShop();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = await openAnotherApp({ connection: shop.connection, logger: pino(stream) });
  const put = (value: unknown) =>
    writeFile(
      path.join(app.dataDir, FILE_NAME),
      typeof value === 'string' ? value : JSON.stringify(value),
    );
  const logo = (number: number | string) =>
    fetch(`${app.origin}/api/institution/logos/${number}`).then(async (answer) => ({
      status: answer.status,
      type: answer.headers.get('content-type'),
      policy: answer.headers.get('content-security-policy'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    }));
  return { ...app, lines, put, logo };
}

test('without a file it is a plainly fictitious school', async () => {
  const { call } = await openShop();
  expect((await call('readInstitution')).body).toEqual({
    ...FICTITIOUS,
    sample: false,
    stale: false,
  });
});

test('the sample is the fictitious school, with comments that are read over', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, FILE_NAME), sampleFile());
  expect(sampleFile()).toMatch(/^\/\/ /);
  expect(await readInstitution(folder)).toEqual({ institution: FICTITIOUS });
});

test('a changed file takes effect at once, and only the fields of the contract leave', async () => {
  const { call, put } = await openShop();
  await put({ ...SCHOOL, secret: 'x' });
  const { body } = await call('readInstitution');
  expect(body).toEqual({
    ...SCHOOL,
    institutions: [
      { ...SCHOOL.institutions[0], logo: '/api/institution/logos/1' },
      SCHOOL.institutions[1],
    ],
    sample: false,
    stale: false,
  });
  await put(`  // outra cidade\n${JSON.stringify({ ...SCHOOL, city: 'Olinda // Recife' })}`);
  expect((await call('readInstitution')).body.city).toBe('Olinda // Recife');
});

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{ "city": ', /institution\.json não é um JSON válido/],
  ['a missing field', { ...SCHOOL, city: undefined }, /institution\.json: .*city/],
  [
    'one institution too few',
    { ...SCHOOL, institutions: [SCHOOL.institutions[0]] },
    /institutions/,
  ],
  ['a number for a name', { ...SCHOOL, company_name: 7 }, /institution\.json: .*company_name/],
])('%s is named in the log, and what was read before stands', async (_what, value, words) => {
  const { call, put, lines } = await openShop();
  await put(value);
  const { institutions, ...fictitious } = (await call('readInstitution')).body;
  expect(institutions).toEqual(FICTITIOUS.institutions);
  expect(fictitious).toMatchObject({ city: FICTITIOUS.city, stale: true });
  await put(SCHOOL);
  expect((await call('readInstitution')).body).toMatchObject({ city: 'Recife', stale: false });
  await put(value);
  for (let page = 0; page < 3; page++) {
    expect((await call('readInstitution')).body).toMatchObject({ city: 'Recife', stale: true });
  }
  const told = lines.filter((line) => line.includes(FILE_NAME));
  expect(told).toHaveLength(2);
  for (const line of told) expect(JSON.parse(line).msg).toMatch(words);
});

test('a logo is served from the data folder, as an image that can do nothing', async () => {
  const { put, logo, dataDir } = await openShop();
  await put(SCHOOL);
  expect((await logo(1)).status).toBe(404);
  await writeFile(path.join(dataDir, 'faculdade.png'), PNG);
  expect(await logo(1)).toEqual({
    status: 200,
    type: 'image/png',
    policy: "default-src 'none'; frame-ancestors 'none'",
    bytes: PNG,
  });
  for (const number of [0, 2, 3, -1, 'x', '1.5', '__proto__', 'length']) {
    expect((await logo(number)).status).toBe(404);
  }
});

test('no other file is, whatever institution.json names', async () => {
  const { put, logo, dataDir } = await openShop();
  const outside = await temporaryFolder();
  await writeFile(path.join(outside, 'secret.png'), PNG);
  await mkdir(path.join(dataDir, 'sub'));
  await mkdir(path.join(dataDir, 'folder.png'));
  await writeFile(path.join(dataDir, 'sub', 'secret.png'), PNG);
  await writeFile(path.join(dataDir, 'balcao_app.password'), 'x');
  await symlink(path.join(outside, 'secret.png'), path.join(dataDir, 'link.png'));
  const relative = path.relative(dataDir, path.join(outside, 'secret.png'));
  for (const name of [
    relative,
    path.join(outside, 'secret.png'),
    'sub/secret.png',
    'sub/../../secret.png',
    '..',
    '.',
    '',
    'folder.png',
    'link.png',
    'institution.json',
    'balcao_app.password',
    'balcao_app.password\0.png',
    'PG_VERSION',
  ]) {
    await put({
      ...SCHOOL,
      institutions: [{ ...SCHOOL.institutions[0], logo: name }, SCHOOL.institutions[1]],
    });
    expect(await logo(1), name).toMatchObject({
      status: 404,
      type: expect.stringContaining('problem'),
    });
  }
});

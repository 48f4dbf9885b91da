import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openAnotherApp, openTestShop, temporaryFolder } from '../../testing/app.ts';
import { aPaymentMethod, aUser } from '../../testing/builders.ts';
import { tokenOf } from '../../testing/counter.ts';
import { FICTITIOUS, sampleFile } from './institution.service.ts';

const shop = await openTestShop(afterAll);

const FILE_NAME = 'institution.json';

const FACULTY = { name: 'Faculdade', cnpj: '11.222.333/0001-81', logo: 'faculdade.png' };
const COLLEGE = { name: 'Colégio', cnpj: '11.222.333/0002-62', logo: '/logos/colegio.svg' };
const SCHOOL = {
  company_name: 'Loja da Escola',
  city: 'Recife',
  graduation_unit: 'Unidade Centro',
  institutions: [FACULTY, COLLEGE],
};

const PIX = { method: 'Pix', key: 'loja@escola.com', name: 'Loja da Escola', city: 'Recife' };
const withPix = (pix: object) => ({ ...SCHOOL, pix: { ...PIX, ...pix } });

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

async function openShop() {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const app = await openAnotherApp({ connection: shop.connection, logger });
  const file = path.join(app.dataDir, FILE_NAME);
  const put = (value: unknown) =>
    writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  const logo = (number: number | string) =>
    fetch(`${app.origin}/api/institution/logos/${number}`).then(async (answer) => ({
      status: answer.status,
      type: answer.headers.get('content-type'),
      policy: answer.headers.get('content-security-policy'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    }));
  return { ...app, lines, put, logo };
}

test('without a file, and with the sample, it is an obviously fictitious school', async () => {
  const { call, put } = await openShop();
  const fictitious = { ...FICTITIOUS, sample: false, stale: false };
  expect((await call('readInstitution')).body).toEqual(fictitious);
  expect(sampleFile()).toMatch(/^\/\/ /);
  await put(sampleFile());
  expect((await call('readInstitution')).body).toEqual(fictitious);
});

test('a changed file takes effect at once, and only the fields of the contract leave', async () => {
  const { call, put } = await openShop();
  await put({ ...SCHOOL, secret: 'x' });
  const { body } = await call('readInstitution');
  expect(body).toEqual({
    ...SCHOOL,
    institutions: [{ ...FACULTY, logo: '/api/institution/logos/1' }, COLLEGE],
    sample: false,
    stale: false,
  });
  await put(`  // outra cidade\n${JSON.stringify({ ...SCHOOL, city: 'Olinda // Recife' })}`);
  expect((await call('readInstitution')).body.city).toBe('Olinda // Recife');
});

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{ "city": ', /institution\.json não é um JSON válido/],
  ['a missing field', { ...SCHOOL, city: undefined }, /institution\.json: .*city/],
  ['one institution too few', { ...SCHOOL, institutions: [FACULTY] }, /institutions/],
  ['a Pix key with dots', withPix({ key: '529.982.247-25' }), /pix\/key não é uma chave Pix: CPF/],
  ['a Pix key in capitals', withPix({ key: 'LOJA@ESCOLA.COM' }), /pix\/key não é uma chave Pix/],
  ['a Pix without a name', withPix({ name: '学校' }), /pix\/name precisa do nome de quem recebe/],
  ['a Pix without a method', withPix({ method: undefined }), /institution\.json: .*method/],
  ['a number for a name', { ...SCHOOL, company_name: 7 }, /institution\.json: .*company_name/],
])('%s is named in the log, and the last good file stays in use', async (_what, value, words) => {
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
  const warnings = lines.filter((line) => line.includes(FILE_NAME));
  expect(warnings).toHaveLength(2);
  for (const line of warnings) expect(JSON.parse(line).msg).toMatch(words);
});

test('who receives Pix is for signed-in users, and leaves with no other call', async () => {
  const { call, put } = await openShop();
  const { login } = await aUser(shop.owner.db);
  const token = await tokenOf(shop, login);
  const pix = async () => (await call('readPix', { token })).body;
  const none = { pix: null, unknown_method: false };
  expect(await pix()).toEqual(none);
  await put(SCHOOL);
  expect(await pix()).toEqual(none);
  for (const key of ['52998224725', '12ABC34501DE35', '+5581987654321', PIX.key]) {
    await put(withPix({ key }));
    expect(await pix()).toMatchObject({ pix: { ...PIX, key } });
  }
  expect((await call('readPix')).problem.code).toBe('not_signed_in');
  expect(JSON.stringify((await call('readInstitution')).body)).not.toContain(PIX.key);
  // The sample has the lines to copy.
  const sample = sampleFile().replace(/^\/\/ +("pix": .*)\n([^{]*)\{/m, '$2{ $1');
  await put(sample);
  expect(await pix()).toMatchObject({ pix: { method: 'Pix' } });
  expect((await call('readInstitution')).body.stale).toBe(false);
});

test('a Pix method that does not exist is said, and named in the log', async () => {
  const { call, put, lines } = await openShop();
  const { db } = shop.owner;
  const { login } = await aUser(db);
  const token = await tokenOf(shop, login);
  const isUnknown = async () => (await call('readPix', { token })).body.unknown_method;
  const method = await aPaymentMethod(db, { name: 'Pix à vista' });
  await put(withPix({ method: 'PIX A VISTA' }));
  expect(await isUnknown()).toBe(false);
  await sql`UPDATE payment_methods SET name = 'Pix do banco' WHERE id = ${method.id}`.execute(db);
  expect([await isUnknown(), await isUnknown()]).toEqual([true, true]);
  const said = lines.filter((line) => line.includes('não há a forma de pagamento'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('PIX A VISTA');
});

test('a logo is served from the data folder, as an image without any rights', async () => {
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

test('no other file is served, whatever institution.json names', async () => {
  const { put, logo, dataDir } = await openShop();
  const outside = await temporaryFolder();
  await writeFile(path.join(outside, 'secret.png'), PNG);
  await mkdir(path.join(dataDir, 'sub'));
  await mkdir(path.join(dataDir, 'folder.png'));
  await writeFile(path.join(dataDir, 'sub', 'secret.png'), PNG);
  await writeFile(path.join(dataDir, 'balcao_app.password'), 'x');
  await symlink(path.join(outside, 'secret.png'), path.join(dataDir, 'link.png'));
  const secret = path.join(outside, 'secret.png');
  const names = ['sub/secret.png', 'sub/../../secret.png', '..', '.', '', 'folder.png', 'link.png'];
  names.push('institution.json', 'balcao_app.password', 'balcao_app.password\0.png', 'PG_VERSION');
  for (const name of [path.relative(dataDir, secret), secret, ...names]) {
    await put({ ...SCHOOL, institutions: [{ ...FACULTY, logo: name }, COLLEGE] });
    const refused = { status: 404, type: expect.stringContaining('problem') };
    expect(await logo(1), name).toMatchObject(refused);
  }
});

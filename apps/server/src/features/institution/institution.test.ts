import { createHash } from 'node:crypto';
import { FICTITIOUS } from '@balcao/contract/shop/fictitious-school.ts';
import type { InstitutionInput } from '@balcao/contract/shop/institution.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openAnotherApp, openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aPaymentMethod, aUser } from '../../testing/builders.ts';
import { tokenOf } from '../../testing/counter.ts';
import { anInstitution, aPix, PNG } from '../../testing/institution.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const admin = await aUser(db, { admin: true });
const token = await tokenOf(shop, admin.login);
const seller = await tokenOf(shop, (await aUser(db)).login);

beforeEach(() => sql`UPDATE settings SET institution = NULL, pix = NULL, paper = 'a4'`.execute(db));

const edit = (body: InstitutionInput) => shop.call('editInstitution', { token, body });
const withLogo = (content: Buffer | string | null) =>
  edit(
    anInstitution({
      college: {
        name: 'Faculdade',
        cnpj: '11.222.333/0001-81',
        logo: content && Buffer.from(content).toString('base64'),
      },
    }),
  );
const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const load = (address: string | null, headers = {}) =>
  fetch(new URL(address ?? '', shop.origin), { headers });

test('until it is filled in it is an obviously fictitious school', async () => {
  expect((await shop.call('readInstitution')).body).toEqual({
    ...FICTITIOUS,
    paper: 'a4',
    sample: false,
    example: true,
  });
  // Its drawings are not the logos of the shop's own institutions.
  const { college, school } = anInstitution();
  const bare = { name: college.name, cnpj: college.cnpj };
  const { body } = await edit(anInstitution({ college: bare, school }));
  expect(body.institutions.map(({ logo }) => logo)).toEqual([null, null]);
});

test('what an administrator saves shows at once on every server, tidied and audited', async () => {
  const other = await openAnotherApp({ connection: shop.connection });
  const before = await lastAuditId(db);
  const { body } = await edit(anInstitution({ city: '  Olinda   Velha ' }));
  const logo = `/api/institution/logos/${hashOf(PNG)}`;
  expect(body).toEqual({
    company_name: 'Loja da Escola',
    city: 'Olinda Velha',
    graduation_unit: 'Unidade Centro',
    institutions: [
      { name: 'Faculdade', cnpj: '11.222.333/0001-81', logo },
      { name: 'Colégio', cnpj: '11.222.333/0002-62', logo: null },
    ],
    paper: 'a4',
    sample: false,
    example: false,
  });
  expect((await other.call('readInstitution')).body).toEqual(body);
  const kept = anInstitution({ college: { name: 'Faculdade Nova', cnpj: '11222333000181' } });
  expect((await edit(kept)).body.institutions[0]).toMatchObject({ name: 'Faculdade Nova', logo });
  expect((await withLogo(null)).body.institutions[0].logo).toBeNull();

  const [first, second, third] = await auditAfter(db, before);
  const told = `png, ${PNG.length} bytes, sha256 ${hashOf(PNG)}`;
  expect(first).toMatchObject({ action: 'institution.edited', actor_id: admin.id, before: null });
  expect(first?.after).toMatchObject({ city: 'Olinda Velha', college_logo: told });
  expect(second).toMatchObject({
    before: { city: 'Olinda Velha', college_name: 'Faculdade', college_logo: told },
    after: { city: 'Recife', college_name: 'Faculdade Nova', college_logo: told },
  });
  expect(third).toMatchObject({ before: { college_logo: told }, after: { college_logo: null } });
});

test('two who save at once are audited one after the other, each with what it replaced', async () => {
  await edit(anInstitution({ city: 'A' }));
  const before = await lastAuditId(db);
  const cities = ['B', 'C', 'D'];
  await Promise.all(cities.map((city) => edit(anInstitution({ city }))));
  const rows = await auditAfter(db, before);
  const seen = rows.map((row) => [(row.before as Place).city, (row.after as Place).city]);
  const order = seen.map(([, after]) => after);
  expect(seen.map(([was]) => was)).toEqual(['A', ...order.slice(0, -1)]);
  expect([...order].sort()).toEqual(cities);
});
type Place = { city: string };

test.each(['11.222.333/0001-80', '00000000000000'])('the CNPJ %s is refused', async (cnpj) => {
  const before = await lastAuditId(db);
  const { problem } = await edit(anInstitution({ school: { name: 'Colégio', cnpj } }));
  expect(problem).toMatchObject({ status: 422, code: 'wrong_cnpj', field: 'body/school/cnpj' });
  expect(await lastAuditId(db)).toBe(before);
  expect((await shop.call('readInstitution')).body.example).toBe(true);
});

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const pngOf = (width: number, height: number) => {
  const picture = Buffer.from(PNG);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
};
const JPEG = bytes('ffd8 ffe0 0004 4a46 ffc0 0011 08 0010 0020 03 012200 021101 031101 ffd9');
const LOSSLESS = bytes('0d000000 2f 0f c00300 00 00000000 00000000');
const WEBP = Buffer.concat([bytes('52494646 1a000000'), Buffer.from('WEBPVP8L'), LOSSLESS]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>';

test.each<[string, Buffer | string, string]>([
  ['a PNG', PNG, 'image/png'],
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a WebP', WEBP, 'image/webp'],
  ['an SVG', SVG, 'image/svg+xml'],
  [
    'an SVG of a drawing program',
    `\uFEFF<?xml version="1.0"?>\n<!-- x --><!DOCTYPE svg PUBLIC "a" "b">\n${SVG}`,
    'image/svg+xml',
  ],
  [
    'an SVG with words and groups',
    SVG.replace('<path', '<title>Escola &amp; Loja</title><g opacity=".9"/><path fill="#123"'),
    'image/svg+xml',
  ],
])(
  '%s is served as what it is, kept by its hash, without any rights',
  async (_what, picture, type) => {
    const logo = (await withLogo(picture)).body.institutions[0].logo;
    const answer = await load(logo);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(picture))).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hashOf(picture)}"`,
    });
    const again = await load(logo, { 'if-none-match': `"${hashOf(picture)}"` });
    expect([again.status, await again.text()]).toEqual([304, '']);
  },
);

test.each<[string, Buffer | string]>([
  ['a text', 'logo.png'],
  ['a GIF', 'GIF89a\x01\x00\x01\x00'],
  ['a PDF', '%PDF-1.7'],
  ['a page', `<!DOCTYPE html><html><body>${SVG}</body></html>`],
  ['a script before the drawing', `<script>alert(1)</script>${SVG}`],
  ['an SVG with entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${SVG}`],
  ...[
    '<g id="a"/><use href="#a"/>',
    '<s:use xmlns:s="http://www.w3.org/2000/svg" href="#a"/>',
    '<pattern\nid="a"/>',
    '<marker id="a"/>',
    '<filter id="a"/>',
    '<clipPath id="a"/>',
    '<mask id="a"/>',
    '<style>path { filter: blur(99px) }</style>',
    '<g style="filter:blur(99px)"/>',
    '<g filter="blur(99px)"/>',
    "<g\nmask = 'none'/>",
    '<g id="a"clip-path="circle(50%)"/>',
    '<path fill="url(#a)"/>',
    '<path fill="URL (#a)"/>',
    '<path fill="&#117;rl(#a)"/>',
    '<path fill="url&lpar;#a)"/>',
    '<path fill="u\\72l(#a)"/>',
    '<path stroke-dasharray=".0003"/>',
    '<set attributeName="filter" to="blur(99px)"/>',
    '<animateTransform attributeName="transform"/>',
    '<?xml-stylesheet href="#a"?>',
    '<image href="data:image/svg+xml,x"/>',
    '<path style="mask:url(data:image/svg+xml,x)"/>',
    '<foreignObject/>',
    '<script>alert(1)</script>',
  ].map((inside): [string, string] => [
    `an SVG that could unfold: ${inside}`,
    SVG.replace('</svg>', `${inside}</svg>`),
  ]),
  ['an SVG in another encoding', Buffer.from(`\uFEFF${SVG}`, 'utf16le')],
  ['comments that never end', '<!-- -->'.repeat(30_000)],
  ['only the head of a PNG', PNG.subarray(0, 10)],
  ['a JPEG without a size', bytes('ffd8 ffe0 0004 4a46 ffd9')],
  ['a broken WebP', Buffer.concat([Buffer.from('RIFF....WEBPVP8X'), bytes('ffffffff')])],
  ['a PNG without points', pngOf(0, 1)],
  ['a PNG too wide', pngOf(4_001, 1)],
  ['a PNG too high', pngOf(1, 100_000)],
  ['a picture of more than 512 kB', Buffer.concat([PNG, Buffer.alloc(512 * 1024)])],
])('%s is no logo', async (_what, content) => {
  const { problem } = await withLogo(content);
  expect(problem).toMatchObject({ status: 422, code: 'unfit_logo', field: 'body/college/logo' });
  expect((await shop.call('readInstitution')).body.example).toBe(true);
});

test('strangers who load a logo again and again ask the database nothing', async () => {
  const logo = (await withLogo(PNG)).body.institutions[0].logo;
  const both = await Promise.all([load(logo), load(logo)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await sql`DELETE FROM logos`.execute(db);
  const again = await load(logo);
  expect(Buffer.from(await again.arrayBuffer()).equals(PNG)).toBe(true);
  // A server that has never read it does not read it for who has it already.
  const { origin } = await openAnotherApp({ connection: shop.connection });
  const ask = (headers = {}) => fetch(new URL(logo ?? '', origin), { headers });
  for (const tag of [hashOf(PNG), `x", W/"${hashOf(PNG)}`]) {
    expect((await ask({ 'if-none-match': `"${tag}"` })).status).toBe(304);
  }
  expect((await ask()).status).toBe(404);
  await withLogo(SVG);
});

test('no other address has a logo', async () => {
  const { hash } = await db.selectFrom('logos').select('hash').limit(1).executeTakeFirstOrThrow();
  for (const name of [hash.slice(1), `${hash}0`, hash.toUpperCase(), '1', '__proto__', '%00']) {
    const answer = await load(`/api/institution/logos/${name}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
});

test('the paper of the shop is one of four', async () => {
  const before = await lastAuditId(db);
  expect((await shop.call('editPaper', { token, body: { paper: '58' } })).body).toEqual({
    paper: '58',
  });
  expect((await shop.call('readInstitution')).body.paper).toBe('58');
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'settings.edited', before: { paper: 'a4' }, after: { paper: '58' } },
  ]);
  const wrong = { token, body: { paper: '57' } } as never;
  expect((await shop.call('editPaper', wrong)).problem.code).toBe('invalid_request');
});

const setPix = (pix: ReturnType<typeof aPix> | null) =>
  shop.call('editPix', { token, body: { pix } });
const pixNow = async () => (await shop.call('readPix', { token: seller })).body;

test('who receives Pix is for signed-in users, and leaves with no other call', async () => {
  const { name } = await aPaymentMethod(db);
  expect(await pixNow()).toEqual({ pix: null, unknown_method: false });
  for (const key of ['52998224725', '12ABC34501DE35', '+5581987654321', 'loja@escola.com']) {
    const pix = { ...aPix(name), key };
    expect((await setPix(pix)).body).toEqual({ pix, unknown_method: false });
    expect((await pixNow()).pix).toEqual(pix);
  }
  // As people write them.
  for (const [typed, key] of [
    ['529.982.247-25', '52998224725'],
    ['(81) 98765-4321', '+5581987654321'],
    ['LOJA@Escola.com', 'loja@escola.com'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
  ] as const) {
    expect((await setPix({ ...aPix(name), key: typed })).body.pix).toEqual({ ...aPix(name), key });
  }
  expect((await shop.call('readPix')).problem.code).toBe('not_signed_in');
  expect(JSON.stringify((await shop.call('readInstitution')).body)).not.toContain('escola.com');
  await setPix(null);
  expect(await pixNow()).toEqual({ pix: null, unknown_method: false });
});

test.each<[string, string, string]>([
  ['key', '529.982.247-26', 'unfit_pix_key'],
  ['key', 'LOJA@', 'unfit_pix_key'],
  ['key', 'x'.repeat(101), 'invalid_request'],
  ['key', '81987654321', 'unfit_pix_key'],
  ['key', '11222333000180', 'unfit_pix_key'],
  ['name', '学校', 'invalid_request'],
  ['city', '', 'invalid_request'],
  ['city', 'Reci\u200bfe', 'unfit_text'],
  ['method', 'Cheque-presente', 'unknown_payment_method'],
])('a Pix with the %s "%s" is refused', async (field, value, code) => {
  const { name } = await aPaymentMethod(db);
  const { problem } = await setPix({ ...aPix(name), [field]: value });
  expect(problem).toMatchObject({ code, field: `body/pix/${field}` });
  expect((await pixNow()).pix).toBeNull();
});

test('a change of the Pix is audited without a whole CPF', async () => {
  const { name } = await aPaymentMethod(db);
  const before = await lastAuditId(db);
  await setPix({ ...aPix(name), key: '52998224725' });
  await setPix(null);
  const set = { pix_method: name, pix_key: '***982247**', pix_city: 'Recife' };
  const none = { pix_method: null, pix_key: null, pix_name: null, pix_city: null };
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'pix.edited', actor_id: admin.id, before: none, after: set },
    { action: 'pix.edited', before: set, after: none },
  ]);
});

test('a Pix method that exists no more is said, and named in the log', async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const { call } = await openAnotherApp({ connection: shop.connection, logger });
  const isUnknown = async () => (await call('readPix', { token: seller })).body.unknown_method;
  const method = await aPaymentMethod(db, { name: 'Pix à vista' });
  await setPix(aPix('PIX A VISTA'));
  expect(await isUnknown()).toBe(false);
  await sql`UPDATE payment_methods SET name = 'Pix do banco' WHERE id = ${method.id}`.execute(db);
  expect([await isUnknown(), await isUnknown()]).toEqual([true, true]);
  const said = lines.filter((line) => line.includes('não há a forma de pagamento'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('PIX A VISTA');
});

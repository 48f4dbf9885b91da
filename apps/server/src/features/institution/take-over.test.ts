import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTestShop, temporaryFolder } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aPix, PNG } from '../../testing/institution.ts';
import { takeOverInstitution, WRITTEN_SAMPLE } from './take-over.ts';

const SCHOOL = {
  company_name: 'Loja da Escola',
  city: 'Recife',
  graduation_unit: 'Unidade Centro',
  institutions: [
    { name: 'Faculdade', cnpj: '11.222.333/0001-81', logo: 'faculdade.png' },
    { name: 'Colégio', cnpj: 'isento', logo: '/logos/colegio.svg' },
  ],
};
const INSTITUTION = 'institution.json';
const KEPT_AS = 'institution.no-banco.json';

/** A shop, and a function that starts a server with such a data folder on it. */
async function openShop() {
  const shop = await openTestShop();
  const folder = async (files: Record<string, unknown> = {}) => {
    const dataDir = await temporaryFolder();
    for (const [name, content] of Object.entries(files)) {
      const text = typeof content === 'string' || content instanceof Buffer;
      await writeFile(path.join(dataDir, name), text ? content : JSON.stringify(content));
    }
    return dataDir;
  };
  const start = (dataDir: string) => takeOverInstitution(shop.connection.db, dataDir);
  const shown = async () => (await shop.call('readInstitution')).body;
  return { ...shop, folder, start, shown };
}

test('a file is taken over once, by the first server, audited as the system', async () => {
  const { start, folder, shown, owner } = await openShop();
  const first = await folder({
    [INSTITUTION]: `  // nossa loja\n${JSON.stringify({ ...SCHOOL, pix: aPix('Pix'), secret: 'x' })}`,
    'faculdade.png': PNG,
  });
  const before = await lastAuditId(owner.db);
  const [said, note, ...more] = await start(first);
  expect(said).toContain(`agora se chama ${path.join(first, KEPT_AS)}`);
  expect(said).toContain('Configurações');
  expect(note).toContain('desenho de exemplo');
  expect(more).toEqual([]);
  expect((await readdir(first)).sort()).toEqual(['faculdade.png', KEPT_AS]);
  const taken = await shown();
  expect(taken).toMatchObject({ city: 'Recife', example: false });
  expect(taken.institutions[1]).toEqual({ name: 'Colégio', cnpj: 'isento', logo: null });
  expect(taken.institutions[0].logo).toMatch(/^\/api\/institution\/logos\/[0-9a-f]{64}$/);
  expect(JSON.stringify(taken)).not.toContain('secret');
  const { pix } = await owner.db.selectFrom('settings').select('pix').executeTakeFirstOrThrow();
  expect(pix).toEqual(aPix('Pix'));
  const rows = await auditAfter(owner.db, before);
  expect(rows).toMatchObject([
    {
      action: 'institution.taken_over',
      actor_id: null,
      after: { city: 'Recife', college_logo: expect.stringMatching(/^png, /), pix_method: 'Pix' },
    },
  ]);

  // Started again, a second server with another file, and a file that appears later.
  expect(await start(first)).toEqual([]);
  const second = await folder({ [INSTITUTION]: { ...SCHOOL, city: 'Olinda' } });
  await writeFile(path.join(first, INSTITUTION), JSON.stringify({ ...SCHOOL, city: 'Natal' }));
  for (const dataDir of [second, first]) {
    const lines = await start(dataDir);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${path.join(dataDir, INSTITUTION)} não é lido`);
    expect(await readdir(dataDir)).toContain(INSTITUTION);
  }
  expect(await shown()).toEqual(taken);
  expect(await lastAuditId(owner.db)).toBe(before + 1);
});

test('of two servers that start at once one takes over, and both say what they did', async () => {
  const { start, folder, shown, owner } = await openShop();
  const before = await lastAuditId(owner.db);
  const cities = ['Recife', 'Olinda', 'Natal'];
  const said = await Promise.all(
    cities.map(async (city) => start(await folder({ [INSTITUTION]: { ...SCHOOL, city } }))),
  );
  const winner = said.findIndex(([line]) => line?.includes('foi passado para o banco'));
  expect(said.filter(([line]) => line?.includes('não é lido'))).toHaveLength(2);
  expect((await shown()).city).toBe(cities[winner]);
  expect(await auditAfter(owner.db, before)).toHaveLength(1);
});

test('a Pix that was set before stays, whatever the file says', async () => {
  const { start, folder, owner } = await openShop();
  const pix = { ...aPix('Pix'), city: 'Olinda' };
  await owner.db
    .updateTable('settings')
    .set({ pix: JSON.stringify(pix) })
    .execute();
  await start(await folder({ [INSTITUTION]: { ...SCHOOL, pix: aPix('Pix') } }));
  const row = await owner.db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ pix, institution: { city: 'Recife' } });
});

test('no file and comments alone say nothing; the sample of earlier versions is put aside', async () => {
  const { start, folder, shown } = await openShop();
  for (const content of [undefined, '', '// De quem é a l']) {
    const dataDir = await folder(content === undefined ? {} : { [INSTITUTION]: content });
    expect(await start(dataDir)).toEqual([]);
    expect(existsSync(path.join(dataDir, KEPT_AS))).toBe(false);
  }
  const dataDir = await folder({ [INSTITUTION]: JSON.stringify(WRITTEN_SAMPLE) });
  const kept = path.join(dataDir, KEPT_AS);
  expect((await start(dataDir)).join()).toContain(
    `só tem o exemplo, como veio; o arquivo agora se chama ${kept}`,
  );
  expect(await readdir(dataDir)).toEqual([KEPT_AS]);
  expect(await start(dataDir)).toEqual([]);
  expect((await shown()).example).toBe(true);
});

test.each<[string, unknown]>([
  ['no JSON', '{ "city": '],
  ['a missing field', { ...SCHOOL, city: undefined }],
  ['one institution too few', { ...SCHOOL, institutions: [{}] }],
  ['a Pix key with dots', { ...SCHOOL, pix: { ...aPix('Pix'), key: '529.982.247-25' } }],
  ['a number for a name', { ...SCHOOL, company_name: 7 }],
  ['a zero character', { ...SCHOOL, company_name: 'a\0' }],
])(
  '%s is said; corrected, or from the copy of earlier versions, it is taken over',
  async (_what, content) => {
    const { start, folder, shown } = await openShop();
    const dataDir = await folder({ [INSTITUTION]: content });
    for (const [line] of [await start(dataDir), await start(dataDir)]) {
      expect(line).toContain('não pôde ser lido');
    }
    expect(await readdir(dataDir)).toEqual([INSTITUTION]);
    expect((await shown()).example).toBe(true);
    await writeFile(path.join(dataDir, 'institution.last-good.json'), JSON.stringify(SCHOOL));
    expect((await start(dataDir)).join()).toContain('vale o que ele dizia antes');
    expect((await shown()).city).toBe('Recife');
  },
);

test('a folder that cannot be written is no obstacle', async () => {
  const { start, folder, shown } = await openShop();
  const dataDir = await folder({ [INSTITUTION]: SCHOOL, 'faculdade.png': PNG });
  // Also for root: the new name is a folder with something in it.
  await mkdir(path.join(dataDir, KEPT_AS, 'x'), { recursive: true });
  await chmod(dataDir, 0o555);
  const [line] = await start(dataDir);
  await chmod(dataDir, 0o755);
  expect(line).toContain('pode ser apagado');
  expect((await shown()).city).toBe('Recife');
  expect((await start(dataDir))[0]).toContain('não é lido');
});

test('no other file becomes a logo, whatever the name', async () => {
  const outside = await temporaryFolder();
  const secret = path.join(outside, 'secret.png');
  await writeFile(secret, PNG);
  const { start, folder, owner, shown } = await openShop();
  const names = ['sub/secret.png', '..', '.', '', 'folder.png', 'link.png', 'none.png', 'text.png'];
  names.push('institution.json', 'balcao_app.password', secret, '//evil/x.png');
  for (const name of names) {
    const institutions = [{ ...SCHOOL.institutions[0], logo: name }, SCHOOL.institutions[1]];
    const dataDir = await folder({
      [INSTITUTION]: { ...SCHOOL, institutions },
      'balcao_app.password': 'x',
      'text.png': 'x',
    });
    await mkdir(path.join(dataDir, 'sub'));
    await mkdir(path.join(dataDir, 'folder.png'));
    await writeFile(path.join(dataDir, 'sub', 'secret.png'), PNG);
    await symlink(secret, path.join(dataDir, 'link.png'));
    const said = await start(dataDir);
    expect(said[1], name).toContain(`O logotipo "${name}" não foi`);
    expect((await shown()).institutions[0].logo, name).toBeNull();
    await owner.pool.query('UPDATE settings SET institution = NULL');
  }
  expect(await owner.db.selectFrom('logos').select('hash').execute()).toEqual([]);
});

import { routes } from '@balcao/contract/api/routes.ts';
import type { Imported, ImportedEnrolment } from '@balcao/contract/imports.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aCpf, aParkedOrder, aStudent } from '../../testing/builders.ts';
import { expectRefusal } from '../../testing/expect-refusal.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const { token } = await aVisitor(shop, { name: 'Chefe', admin: true });

type Cells = Omit<ImportedEnrolment, 'line'>;
const numbered = (rows: readonly Cells[]) =>
  rows.map((row, index) => ({ line: index + 2, ...row }));

const compare = async (rows: readonly Cells[]) => {
  const answer = await shop.call('compareRoll', { token, body: { rows: numbered(rows) } });
  expect(answer.status).toBe(200);
  return answer.body;
};
const send = (rows: readonly Cells[], preview: string, renamed: number[] = []) =>
  fetch(shop.origin + routes.importRoll.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: numbered(rows), preview, renamed }),
  });
async function importAll(rows: readonly Cells[], renamed: number[] = []) {
  const { preview } = await compare(rows);
  const answer = await send(rows, preview, renamed);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Imported).totals;
}
const totals = (student: number[], client: number[], link: number) => [
  { what: 'student', created: student[0], edited: student[1] },
  { what: 'client', created: client[0], edited: client[1] },
  { what: 'link', created: link, edited: 0 },
];

const [ANA, BETO, CAIO] = ['52998224725', '11144477735', '00000000191'] as const;

test('students, guardians and their links come in once, are corrected, and a second import changes nothing', async () => {
  const rows = [
    { registration: '2026.0001', student: 'Bia Lima', cpf: '529.982.247-25', client: 'Ana Lima' },
    // Her brother, with two guardians, of whom a number has lost its zeros.
    { registration: '20260002', student: 'Davi Lima', cpf: ANA, client: 'ANA LIMA' },
    { registration: '20260002', student: '', cpf: '191', client: '' },
    { registration: '20260002', student: 'Davi Lima', cpf: '000000191', client: 'Caio Lima' },
    { registration: '20260003', student: 'Sem Responsável', cpf: '', client: '' },
  ];
  const wrong = await compare(rows);
  expect(wrong.rows[2]).toMatchObject({ kind: 'wrong', problems: [{ field: 'cpf' }] });
  const right = rows.filter((_, index) => index !== 2);
  const last = await lastAuditId(db);
  expect(await importAll(right)).toEqual(totals([3, 0], [2, 0], 3));
  const events = await auditAfter(db, last);
  expect(events.map(({ action }) => action)).toEqual([
    ...Array(2).fill('client.created'),
    ...Array(3).fill('student.created'),
    ...Array(3).fill('client.linked'),
  ]);
  // Neither name nor number.
  expect(JSON.stringify(events)).not.toMatch(/Lima|5299822|2026000/);
  const offered = await shop.call('findStudentsOfClient', { token, body: { cpf: ANA } });
  expect(offered.body.map(({ name }) => name).sort()).toEqual(['Bia Lima', 'Davi Lima']);
  const clients = await db.selectFrom('clients').select(['cpf', 'name']).orderBy('cpf').execute();
  expect(clients).toEqual([
    { cpf: CAIO, name: 'Caio Lima' },
    { cpf: ANA, name: 'Ana Lima' },
  ]);

  const again = await compare(right);
  expect(again.rows.every(({ kind }) => kind === 'same')).toBe(true);
  const before = await tableSnapshot(db);
  expect((await send(right, again.preview)).status).toBe(200);
  expect(await tableSnapshot(db)).toEqual(before);

  const renamed = right.map((row) => ({
    ...row,
    client: row.client.replace(/^ana lima/i, 'Ana L. Souza'),
  }));
  await shop.call('parkSale', {
    token,
    body: { ...aParkedOrder(), client: { cpf: ANA, name: 'Ana Lima' } },
  });
  const compared = await compare(renamed);
  expect(compared.rows.map(({ kind }) => kind)).toEqual(['changed', 'changed', 'same', 'same']);
  expect(compared.rows[0]?.changes).toEqual([
    { field: 'client', from: 'Ana Lima', to: 'Ana L. Souza' },
  ]);
  const beforeName = await lastAuditId(db);
  expect(await importAll(renamed)).toEqual(totals([0, 0], [0, 0], 0));
  expect(await auditAfter(db, beforeName)).toEqual([]);
  expect(await importAll(renamed, [2, 3])).toEqual(totals([0, 0], [0, 1], 0));
  const [edited] = await auditAfter(db, beforeName);
  expect(edited).toMatchObject({ action: 'client.edited', before: null, after: null });
  const { body: shown } = await shop.call('listAudit', { token, query: { kind: 'client.edited' } });
  expect(shown.results[0]).toMatchObject({
    before: { name: 'Ana Lima' },
    after: { name: 'Ana L. Souza' },
  });
  expect(await db.selectFrom('parked_sales').select('client_name').execute()).toEqual([
    { client_name: 'Ana L. Souza' },
  ]);
});

test('the roll brings the class, keeps the one it lacks, and a new year moves students; nobody anonymised has one', async () => {
  const roll = [
    { registration: '70001', student: 'Eva Turma', class: '6º ano  A' },
    {
      registration: '70002',
      student: 'Ivo Turma',
      class: '6º ano A',
      cpf: aCpf(41),
      client: 'Gil',
    },
    // His other guardian's row has the class of his first one.
    { registration: '70002', student: '', class: '', cpf: ANA, client: 'Ana L. Souza' },
    { registration: '70003', student: 'Lia Turma', class: '' },
  ];
  const twice = await compare([...roll, { registration: '70001', class: '7º ano B' }]);
  expect(twice.rows[4]?.problems).toEqual([
    { field: 'class', reason: 'A matrícula está também na linha 2, com outra turma.' },
  ]);
  const last = await lastAuditId(db);
  await importAll(roll);
  const created = (await auditAfter(db, last)).filter(({ action }) => action === 'student.created');
  expect(created.map(({ after }) => after)).toEqual([
    { class: '6º ano A' },
    { class: '6º ano A' },
    null,
  ]);
  expect((await compare(roll)).rows.every(({ kind }) => kind === 'same')).toBe(true);
  // A roll without the column, or with an empty cell, changes no class.
  const names = roll.map(({ class: _, ...row }) => row);
  expect((await compare(names)).rows.every(({ kind }) => kind === 'same')).toBe(true);

  const moved = roll.map((row) => ({ ...row, class: row.class && '7º ano A' }));
  const compared = await compare(moved);
  expect(compared.rows[0]).toMatchObject({
    kind: 'changed',
    changes: [{ field: 'class', from: '6º ano A', to: '7º ano A' }],
  });
  expect(compared.rows[0]?.asks).toBeUndefined();
  const beforeMove = await lastAuditId(db);
  expect(await importAll(moved)).toEqual(totals([0, 2], [0, 0], 0));
  expect(await auditAfter(db, beforeMove)).toMatchObject([
    { action: 'student.edited', before: { class: '6º ano A' }, after: { class: '7º ano A' } },
    { action: 'student.edited', before: { class: '6º ano A' }, after: { class: '7º ano A' } },
  ]);
  const classes = await shop.call('listClasses', { token });
  expect(classes.body).toEqual([{ class: '7º ano A', students: 2 }]);
  const list = async (body: { search?: string; class?: string }) =>
    (await shop.call('listStudents', { token, body })).body.results;
  const [eva, ivo] = await list({ class: '7º ano A' });
  expect([eva, ivo]).toMatchObject([{ name: 'Eva Turma' }, { name: 'Ivo Turma' }]);
  expect(await list({ class: '7º ano A', search: 'ivo' })).toHaveLength(1);

  const id = eva?.id as number;
  const beforeEdit = await lastAuditId(db);
  const edited = await shop.call('correctStudent', {
    token,
    id,
    body: { number: '70001', name: 'Eva Maria', class: ' 8º  A ' },
  });
  expect(edited.body).toMatchObject({ name: 'Eva Maria', class: '8º A' });
  expect(await auditAfter(db, beforeEdit)).toMatchObject([
    { before: { class: '7º ano A' }, after: { class: '8º A' } },
  ]);
  const { body: shown } = await shop.call('listAudit', {
    token,
    query: { kind: 'student.edited' },
  });
  expect(shown.results[0]).toMatchObject({
    before: { name: 'Eva Turma', class: '7º ano A' },
    after: { name: 'Eva Maria', class: '8º A' },
  });
  const file = await shop.call('exportStudent', { token, id, body: { name: 'Eva Maria' } });
  expect(file.body.person).toMatchObject({ class: '8º A' });
  await shop.call('anonymiseStudent', { token, id, body: { name: 'Eva Maria' } });
  const left = await db.selectFrom('students').select('class').where('id', '=', id).execute();
  expect(left).toEqual([{ class: '' }]);
});

test('a wrong row says why, and nothing of its file goes in', async () => {
  const merged = await aStudent(db, { registration: '666', name: 'Errada' });
  const kept = await aStudent(db, { registration: '667', name: 'Certa' });
  await shop.call('mergeStudents', { token, id: kept.id, body: { merged: merged.id } });
  const rows = [
    { registration: '', student: 'Sem matrícula' },
    { registration: '12A', student: 'Letra' },
    { registration: '1'.repeat(16), student: 'Longa' },
    { registration: '10', student: 'Bia', cpf: '111.444.777-00', client: 'Ana' },
    { registration: '11', student: 'Bia', cpf: '1114447773', client: 'Ana' },
    { registration: '12', student: 'Bia', cpf: '', client: 'Ana' },
    { registration: '13', student: 'Bia', cpf: BETO, client: '' },
    { registration: '14', student: 'Um', cpf: aCpf(1), client: 'Lia' },
    { registration: '14', student: 'Outro', cpf: aCpf(2), client: 'Rui' },
    { registration: '666', student: 'Errada' },
    { registration: '15', student: 'x'.repeat(201) },
    { registration: '12.5', student: 'Número com vírgula' },
    { registration: '0667', student: 'Certa' },
    { registration: '0077', student: 'Zeca' },
    { registration: '77', student: 'Zeca' },
    { registration: '16', student: 'Certa', cpf: aCpf(3), client: '=cmd|calc' },
  ];
  const { rows: compared, preview } = await compare(rows);
  expect(compared.map(({ problems }) => problems[0]?.reason)).toEqual([
    'Falta a matrícula.',
    'A matrícula tem só algarismos, no máximo 15.',
    'A matrícula tem só algarismos, no máximo 15.',
    'O CPF está errado: os dois últimos algarismos não conferem.',
    'O CPF está errado: os dois últimos algarismos não conferem.',
    'Falta o CPF do responsável.',
    'Falta o nome do responsável.',
    'A matrícula está também na linha 10, com outro nome.',
    'A matrícula está também na linha 9, com outro nome.',
    'A matrícula é de um cadastro que foi unido ao de Certa. Corrija no arquivo.',
    'O nome do aluno passa de 200 caracteres.',
    'A matrícula tem só algarismos, no máximo 15.',
    'A matrícula só difere nos zeros da frente da cadastrada 667. Corrija no arquivo.',
    'A matrícula só difere nos zeros da frente da que está na linha 16. Corrija no arquivo.',
    'A matrícula só difere nos zeros da frente da que está na linha 15. Corrija no arquivo.',
    undefined,
  ]);
  await expectRefusal(db, () => send(rows, preview), { code: 'wrong_rows' });
  const right = rows.slice(-1);
  expect(await importAll(right)).toEqual(totals([1, 0], [1, 0], 1));
});

test('a row that gives somebody another name is a change, and goes in only where it is ticked', async () => {
  await aStudent(db, { registration: '301', name: 'Bia Lima' });
  await aStudent(db, { registration: '302', name: 'Gil Souza' });
  await aStudent(db, { registration: '303', name: 'JOSE ALVES' });
  await aStudent(db, { registration: '304', name: '' });
  const lia = await aClient(db, { name: 'Lia Rocha' });
  const rows = [
    // Another child's number: neither the name nor the guardian is Bia's.
    { registration: '301', student: 'Caio Prado', cpf: aCpf(31), client: 'Rosa Prado' },
    { registration: '302', student: 'Gil de Souza', cpf: '', client: '' },
    { registration: '303', student: 'José  Alves', cpf: '', client: '' },
    { registration: '304', student: 'Nina', cpf: '', client: '' },
    { registration: '305', student: 'Davi', cpf: lia.cpf, client: 'Lia R. Melo' },
    { registration: '306', student: 'Novo', cpf: '', client: '' },
  ];
  const compared = await compare(rows);
  expect(compared.rows.map(({ kind, asks }) => [kind, asks ?? false])).toEqual([
    ['changed', true],
    ['changed', true],
    ['changed', false],
    ['changed', false],
    ['changed', true],
    ['new', false],
  ]);
  expect(compared.totals).toEqual(totals([1, 2], [0, 0], 0));

  // Ticked is the line of Gil.
  expect(await importAll(rows, [3])).toEqual(totals([1, 3], [0, 0], 0));
  const names = await db
    .selectFrom('students')
    .select(['registration', 'name'])
    .where('registration', 'in', ['301', '302', '303', '304', '305', '306'])
    .orderBy('registration')
    .execute();
  expect(names.map(({ name }) => name)).toEqual([
    'Bia Lima',
    'Gil de Souza',
    'José Alves',
    'Nina',
    'Novo',
  ]);
  const stays = await db.selectFrom('clients').select('name').where('id', '=', lia.id).execute();
  expect(stays).toEqual([{ name: 'Lia Rocha' }]);
  const rosa = await db
    .selectFrom('clients')
    .select('id')
    .where('name', '=', 'Rosa Prado')
    .execute();
  expect(rosa).toEqual([]);
});

test('a CPF with odd hyphens or its word in front is read, and what is wrong with another one is said', async () => {
  const cpfs = [
    '529.982.247–25',
    'CPF 529.982.247-25',
    'CPF: 529 982 247 − 25',
    'cpf nº 52998224725',
    '529.982.247-2',
    '529.982.247-2X',
    '529.982.247-26',
  ];
  const rows = cpfs.map((cpf, index) => ({
    ...{ line: index + 2, registration: '900100', student: 'Rui', cpf, client: 'Ana Hífen' },
  }));
  const compared = await shop.call('compareRoll', { token, body: { rows } });
  expect(compared.body.rows.map(({ problems }) => problems[0]?.reason ?? 'read')).toEqual([
    ...Array(4).fill('read'),
    'O CPF tem 10 algarismos, e não 11.',
    'O CPF tem letras ou sinais que não são de um CPF.',
    'O CPF está errado: os dois últimos algarismos não conferem.',
  ]);
});

test('a number that the spreadsheet has shortened says so', async () => {
  const rows = [
    { registration: '2,026E+10', student: 'Bia' },
    { registration: '10', student: 'Bia', cpf: '5.29982E+10', client: 'Ana' },
  ];
  const { rows: compared } = await compare(rows);
  expect(compared.map(({ problems }) => problems[0]?.reason)).toEqual([
    'A planilha encurtou a matrícula: 2,026E+10. No arquivo, formate a coluna como texto e digite de novo.',
    'A planilha encurtou o CPF: 5.29982E+10. No arquivo, formate a coluna como texto e digite de novo.',
  ]);
});

test('students who have long differed in the zeros in front stay two', async () => {
  const [long, short] = [
    await aStudent(db, { registration: '0055' }),
    await aStudent(db, { registration: '55' }),
  ];
  const { rows } = await compare(
    [long, short].map(({ registration, name }) => ({ registration, student: name })),
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['same', 'same']);
});

test('who changed, came or was merged meanwhile is previewed again', async () => {
  const lia = await aClient(db, { name: 'Lia' });
  const rows = [{ registration: '900', student: 'Gil', cpf: lia.cpf, client: 'Lia Souza' }];
  const { preview } = await compare(rows);
  const refused = () => expectRefusal(db, () => send(rows, preview), { code: 'import_changed' });
  const correct = (name: string) =>
    shop.call('correctClient', {
      ...{ token, id: lia.id },
      body: { number: lia.cpf, name },
    });
  await correct('Lia S.');
  await refused();
  await correct('Lia');
  await aStudent(db, { registration: '900' });
  await refused();
  const other = await aClient(db);
  await shop.call('mergeClients', { token, id: other.id, body: { merged: lia.id } });
  await refused();
});

test('two imports at once make each person once', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({
    registration: `${70_000 + index}`,
    student: `Aluno ${index}`,
    cpf: aCpf(1_000 + index),
    client: `Responsável ${index}`,
  }));
  const { preview } = await compare(rows);
  const answers = await Promise.all([1, 2, 3].map(() => send(rows, preview)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('twenty thousand students with their guardians', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    registration: `${800_000 + index}`,
    student: `Aluno ${index}`,
    cpf: aCpf(500_000_000 + Math.floor(index / 2)),
    client: `Responsável ${Math.floor(index / 2)}`,
  }));
  expect(await importAll(rows)).toEqual(totals([20_000, 0], [10_000, 0], 20_000));
  expect(await importAll(rows)).toEqual(totals([0, 0], [0, 0], 0));
});

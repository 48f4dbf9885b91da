import type { RouteName } from '@balcao/contract/api/routes.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { auditAfter, lastAuditId } from '../testing/books.ts';
import { aPaymentMethod, aProduct, aStudent, aUser } from '../testing/builders.ts';
import { aVisitor } from '../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const { token } = await aVisitor(shop, { admin: true, name: 'Chefe' });

/** What a dialog was shown, as the screens write it. */
const shown = (row: object) => ({
  'shown-row': `${new URLSearchParams(
    Object.entries(row).map(([name, value]) => [name, String(value)] as [string, string]),
  )}`,
});

/** Edits a row that has these fields; `headers` say what the dialog was shown. */
const editing =
  (name: RouteName, id: number, row: object) =>
  (body: object, headers: Record<string, string> = {}) =>
    shop.call(name as 'editProduct', {
      ...{ token, headers, id },
      body: { ...row, ...body } as never,
    });

async function aPen() {
  const { id } = await aProduct(db);
  const fields = { code: `P${id}`, name: 'Caneta', price: 2.5, active: true };
  const edit = editing('editProduct', id, { id, ...fields });
  const row = { ...(await edit({})).body, message: undefined };
  return { id, row, edit };
}

test('a form that changed the name leaves the name alone changed', async () => {
  const { row, edit } = await aPen();
  const before = await lastAuditId(db);
  await edit({ code: 'outro' });
  const answer = await edit({ name: 'Caneta azul' }, shown(row));
  const after = { code: 'outro', name: 'Caneta azul', price: 2.5, active: true };
  expect(answer).toMatchObject({ status: 200, body: after });
  expect((await auditAfter(db, before)).at(-1)).toMatchObject({
    before: { name: 'Caneta', code: 'outro' },
    after,
  });
});

test.each([
  ['o valor', { price: 3 }, { price: 4 }],
  ['o valor', { price: 3 }, {}],
  ['o Ativo', { active: false }, { name: 'Caneta azul' }],
])(
  '%s changed to %j since it was shown: %j is refused and changes nothing',
  async (what, by, typed) => {
    const { id, row, edit } = await aPen();
    await edit(by);
    const before = await lastAuditId(db);
    expect((await edit(typed, shown(row))).problem).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      detail: expect.stringContaining(`Outra pessoa mudou ${what} desde`),
    });
    expect(await auditAfter(db, before)).toEqual([]);
    const { body } = await shop.call('listProducts', { token, query: { search: row.code } });
    expect(body.results).toEqual([
      {
        id,
        code: row.code,
        name: 'Caneta',
        price: 2.5,
        active: true,
        ...by,
      },
    ]);
    // Whoever looked again may.
    const again = { ...row, ...by };
    expect((await edit({ ...by, ...typed }, shown(again))).status).toBe(200);
  },
);

test('the same change twice is no clash, so that a lost answer can be asked for again', async () => {
  const { row, edit } = await aPen();
  const change = { price: 3 };
  expect((await edit(change, shown(row))).status).toBe(200);
  expect(await edit(change, shown(row))).toMatchObject({ status: 200, body: change });
});

test('without what was shown a whole edit changes everything, as the specification has it', async () => {
  const { edit } = await aPen();
  await edit({ price: 9, active: false });
  expect((await edit({ price: 1 })).body).toMatchObject({ price: 1, active: true });
});

test('no form gives a role back that was taken away meanwhile', async () => {
  const { id, login } = await aUser(db, { name: 'Ana', admin: true });
  const row = { id, name: 'Ana', email: login, active: true, admin: true };
  const edit = editing('editUser', id, row);
  await edit({ admin: false });
  const renamed = await edit({ name: 'Ana Lima' }, shown(row));
  expect(renamed.problem).toMatchObject({ status: 409, code: 'changed_meanwhile' });
  const now = { ...row, admin: false };
  const body = { admin: false, name: 'Ana Lima' };
  expect((await edit(body, shown(now))).body).toMatchObject(body);
  // An old name is not put back either.
  expect((await edit({ admin: false, active: false }, shown(now))).body).toMatchObject({
    name: 'Ana Lima',
    active: false,
  });
});

test('nor is the old name of a payment method', async () => {
  const { id, name } = await aPaymentMethod(db);
  const edit = editing('editPaymentMethod', id, {});
  await edit({ name: `${name} novo` });
  expect((await edit({ name }, shown({ id, name }))).body.name).toBe(`${name} novo`);
});

test('one adds a class while another corrects the matrícula: both stay, and two numbers are asked about', async () => {
  const { id } = await aStudent(db, { registration: '20260000007', name: 'Bia' });
  const edit = editing('correctStudent', id, {});
  const row = { number: '20260000007', name: 'Bia', class: '' };
  await edit({ ...row, number: '20260000008' });
  const added = await edit({ ...row, class: '3º B' }, shown(row));
  const now = { number: '20260000008', name: 'Bia', class: '3º B' };
  expect(added).toMatchObject({ status: 200, body: now });
  const before = await lastAuditId(db);
  for (const [typed, what] of [
    [{ number: '20260000009' }, 'a matrícula'],
    [{ class: '3º C' }, 'a turma'],
  ] as const) {
    expect((await edit({ ...row, ...typed }, shown(row))).problem).toMatchObject({
      ...{ status: 409, code: 'changed_meanwhile' },
      detail: expect.stringContaining(`Outra pessoa mudou ${what} desde`),
    });
  }
  expect(await auditAfter(db, before)).toEqual([]);
  const { body } = await shop.call('readStudent', { token, params: { id: `${id}` } });
  expect(body).toMatchObject(now);
  expect((await edit({ ...now, class: '3º C' }, shown(now))).body).toMatchObject({ class: '3º C' });
});

test('two administrators change two settings: both stay, and one setting in two ways is asked about', async () => {
  const { body: row } = await shop.call('readSettings', { token });
  const edit = (typed: Partial<typeof row>, headers = {}) =>
    shop.call('editSettings', { token, headers, body: { ...row, ...typed } });
  await edit({ withdrawal_limit: 300 });
  expect((await edit({ idle_lock_minutes: 5 }, shown(row))).body).toMatchObject({
    ...{ withdrawal_limit: 300, idle_lock_minutes: 5 },
  });
  const other = await edit({ withdrawal_limit: 250 }, shown(row));
  expect(other.problem).toMatchObject({ code: 'changed_meanwhile' });
  expect((await shop.call('readSettings', { token })).body.withdrawal_limit).toBe(300);
  // The same is no other.
  expect((await edit({ withdrawal_limit: 300 }, shown(row))).status).toBe(200);
});

test('two administrators give two cards their terms: both stay, and one card in two ways is asked about', async () => {
  const [debit, credit] = [await aPaymentMethod(db), await aPaymentMethod(db)];
  const of = (method: { id: number }, days: number) => ({
    ...{ method: method.id, days, business_days: true, fee: 1.99 },
  });
  const edit = (terms: ReturnType<typeof of>[], seen?: ReturnType<typeof of>[]) => {
    const shown = seen && { terms: seen, holidays: [] };
    return shop.call('editCardTerms', {
      token,
      body: { terms, holidays: [], ...(shown && { shown }) },
    });
  };
  await edit([of(debit, 1)], []);
  const { body } = await edit([of(credit, 30)], []);
  expect(body.terms.map(({ method, days }) => [method, days])).toEqual(
    expect.arrayContaining([
      [debit.id, 1],
      [credit.id, 30],
    ]),
  );
  const clash = await edit([of(debit, 2)], []);
  expect(clash.problem).toMatchObject({
    code: 'changed_meanwhile',
    detail: expect.stringContaining(`Outra pessoa mudou ${debit.name} desde`),
  });
  // A card that is none any more goes alone.
  const left = await edit([of(credit, 30)], [of(debit, 1), of(credit, 30)]);
  expect(left.body.terms.map(({ method }) => method)).toEqual([credit.id]);
  // Without what was shown, all are replaced.
  expect((await edit([])).body.terms).toEqual([]);
});

test('two administrators give terms and holidays: both stay, and holidays in two ways are asked about', async () => {
  const { id: method } = await aPaymentMethod(db);
  const terms = [{ method, days: 1, business_days: true, fee: 1.99 }];
  const shown = { terms: [], holidays: ['01-25'] };
  const edit = (body: { terms: typeof terms; holidays: string[]; shown?: object }) =>
    shop.call('editCardTerms', { token, body: body as never });
  await edit({ terms: [], holidays: ['01-25'] });
  await edit({ terms: [], holidays: ['07-09', '01-25'], shown });
  const { body } = await edit({ terms, holidays: ['01-25'], shown });
  expect(body).toEqual({ terms, holidays: ['01-25', '07-09'] });
  const clash = await edit({ terms, holidays: ['01-25', '12-08'], shown: { ...shown, terms } });
  expect(clash.problem).toMatchObject({
    code: 'changed_meanwhile',
    detail: expect.stringContaining('Outra pessoa mudou os feriados locais desde'),
  });
  await edit({ terms: [], holidays: [] });
});

test('the fields of the school and of Pix are changed one by one, too', async () => {
  const school = (name: string) => ({ name, cnpj: '11.222.333/0001-81' });
  const row = {
    ...{ company_name: 'Aurora', city: 'Vale', graduation_unit: 'Unidade' },
    ...{ college: school('Faculdade'), school: school('Colégio') },
  };
  const flat = {
    ...{ company_name: 'Aurora', city: 'Vale', graduation_unit: 'Unidade' },
    ...{ 'college.name': 'Faculdade', 'college.cnpj': '11.222.333/0001-81' },
    ...{ 'school.name': 'Colégio', 'school.cnpj': '11.222.333/0001-81' },
  };
  const edit = (typed: Partial<typeof row>, headers = {}) =>
    shop.call('editInstitution', { token, headers, body: { ...row, ...typed } });
  await edit({});
  await edit({ college: school('Faculdade Nova') });
  const { body } = await edit({ city: 'Serra' }, shown(flat));
  expect(body).toMatchObject({ city: 'Serra', institutions: [{ name: 'Faculdade Nova' }, {}] });
  const clash = await edit({ college: school('Outra') }, shown(flat));
  expect(clash.problem.code).toBe('changed_meanwhile');

  const { name: method } = await aPaymentMethod(db);
  const pix = { method, key: 'loja@escola.com.br', name: 'Escola', city: 'VALE' };
  const editPix = (typed: Partial<typeof pix>, headers = {}) =>
    shop.call('editPix', { token, headers, body: { pix: { ...pix, ...typed } } });
  await editPix({});
  await editPix({ key: 'outra@escola.com.br' });
  expect((await editPix({ city: 'SERRA' }, shown(pix))).body.pix).toMatchObject({
    ...{ key: 'outra@escola.com.br', city: 'SERRA' },
  });
  expect((await editPix({ key: 'x@escola.com.br' }, shown(pix))).problem.code).toBe(
    'changed_meanwhile',
  );
});

test.each([
  ['takes the card of students away', null, { digits: 11, prefix: '2026' }],
  ['gives it a beginning', { digits: 11, prefix: '2026' }, null],
])(
  'one administrator %s while another changes it: the second is asked',
  async (_, first, second) => {
    const edit = (card: { digits: number; prefix: string } | null, headers = {}) =>
      shop.call('editStudentCard', { token, headers, body: { card } });
    const before = { digits: 11, prefix: '' };
    await edit(before);
    await edit(first, shown(before));
    const mark = await lastAuditId(db);
    expect((await edit(second, shown(before))).problem.code).toBe('changed_meanwhile');
    expect(await auditAfter(db, mark)).toEqual([]);
    expect((await shop.call('readStudentCard', { token })).body.card).toEqual(first);
    // Whoever looked again may.
    const now = first ?? { digits: 0, prefix: '' };
    expect((await edit(second, shown(now))).body.card).toEqual(second);
  },
);

test('of the card of students one changes the digits and another the beginning: both stay', async () => {
  const before = { digits: 11, prefix: '20' };
  const edit = (card: Partial<typeof before>, headers = {}) =>
    shop.call('editStudentCard', { token, headers, body: { card: { ...before, ...card } } });
  await edit({});
  await edit({ digits: 12 }, shown(before));
  const { body } = await edit({ prefix: '2026' }, shown(before));
  expect(body.card).toEqual({ digits: 12, prefix: '2026' });
});

import { routes } from '@balcao/contract/api/routes.ts';
import type { ImportedProduct } from '@balcao/contract/imports.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { sealAll } from '../../testing/audit-chain.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aProduct } from '../../testing/builders.ts';
import { expectRefusal } from '../../testing/expect-refusal.ts';
import { violations } from '../../testing/invariants.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const { token } = await aVisitor(shop, { name: 'Chefe', admin: true });

type Cells = Omit<ImportedProduct, 'line'>;
const numbered = (rows: readonly Cells[]) =>
  rows.map((row, index) => ({ line: index + 2, ...row }));

const compare = async (rows: readonly Cells[]) => {
  const answer = await shop.call('compareProducts', { token, body: { rows: numbered(rows) } });
  expect(answer.status).toBe(200);
  return answer.body;
};
const send = (rows: readonly Cells[], preview: string) =>
  fetch(shop.origin + routes.importProducts.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: numbered(rows), preview }),
  });
async function importAll(rows: readonly Cells[]) {
  const { preview } = await compare(rows);
  const answer = await send(rows, preview);
  expect(answer.status).toBe(200);
  return answer.json();
}
const stored = (code: string) =>
  db.selectFrom('products').selectAll().where('code', '=', code).where('deleted_at', 'is', null);

test('a preview says row by row what is new, changed, the same or wrong, and writes nothing', async () => {
  const shirt = await aProduct(db, { code: 'CAM-P', name: 'Camiseta P', price: cents(4990) });
  await aProduct(db, { code: 'CAD', name: 'Caderno', price: cents(1290) });
  const before = await tableSnapshot(db);
  const { rows, totals } = await compare([
    { code: 'LAP', name: ' Lápis  HB ', price: 'R$ 1.234,50' },
    { code: 'cam-p', name: 'Camiseta P', price: '52,9', active: 'Não' },
    { code: 'CAD', name: 'Caderno', price: '12.90', active: '' },
    { code: '', name: 'Sem código', price: '' },
    { code: 'X'.repeat(31), name: 'zero\u200blargura', price: '-1', active: 'talvez' },
    { code: 'Y', name: 'Y', price: '1,005' },
    { code: 'Z', name: 'Z', price: '10.000.000,00' },
    { code: 'DUP', name: 'Um', price: '1' },
    { code: 'dup', name: 'Outro', price: '1' },
    { code: 'NOVO' },
  ]);
  expect(await tableSnapshot(db)).toEqual(before);
  expect(rows.map(({ line, kind }) => `${line} ${kind}`)).toEqual([
    '2 new',
    '3 changed',
    '4 same',
    ...[5, 6, 7, 8, 9, 10, 11].map((line) => `${line} wrong`),
  ]);
  expect(totals).toEqual([{ what: 'product', created: 1, edited: 1 }]);
  expect(rows[0]?.changes).toEqual([
    { field: 'code', from: null, to: 'LAP' },
    { field: 'name', from: null, to: 'Lápis HB' },
    { field: 'price', from: null, to: 'R$\u00a01.234,50' },
    { field: 'active', from: null, to: 'Sim' },
    { field: 'pinned', from: null, to: 'Não' },
  ]);
  expect(rows[1]?.changes).toEqual([
    { field: 'price', from: 'R$\u00a049,90', to: 'R$\u00a052,90' },
    { field: 'active', from: 'Sim', to: 'Não' },
  ]);
  expect(rows.slice(3).map(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
    ['Falta o código.', 'Falta o valor.'],
    [
      'O código passa de 30 caracteres.',
      'O nome tem caracteres que não aparecem na tela.',
      'O valor não pode ser negativo.',
      'Use Sim ou Não.',
    ],
    ['O valor tem mais de duas casas depois da vírgula.'],
    ['O valor passa de R$ 9.999.999,99.'],
    ['O código está também na linha 10, com outros dados.'],
    ['O código está também na linha 9, com outros dados.'],
    ['Falta o nome.', 'Falta o valor.'],
  ]);
  expect(shirt.unitPrice).toBe(4990);
});

test('a code that differs from another one only in the zeros in front is asked about, not made twice', async () => {
  await aProduct(db, { code: '00741', name: 'Régua', price: cents(300) });
  await aProduct(db, { code: '742', name: 'Borracha', price: cents(100) });
  const given = [
    { code: '741', name: 'Régua', price: '3,50' },
    { code: '0742', name: 'Borracha macia', price: '2,00' },
    { code: '743', name: 'Lápis', price: '1,00' },
  ];
  const { rows, totals, preview } = await compare(given);
  expect(rows.map(({ kind, asks }) => [kind, asks])).toEqual([
    ['new', true],
    ['new', true],
    ['new', undefined],
  ]);
  expect(rows[0]?.warnings).toEqual([
    'O código só difere nos zeros da frente do produto 00741 · Régua. Se é ele, corrija no arquivo; se é outro, marque.',
  ]);
  expect(totals).toEqual([{ what: 'product', created: 1, edited: 0 }]);
  const body = { rows: numbered(given), preview, renamed: [3] };
  const imported = await shop.call('importProducts', { token, body });
  expect(imported.body.totals).toEqual([{ what: 'product', created: 2, edited: 0 }]);
  expect(await stored('741').execute()).toEqual([]);
  expect(await stored('0742').execute()).toMatchObject([{ name: 'Borracha macia' }]);
  expect(await stored('742').execute()).toMatchObject([{ name: 'Borracha' }]);
  // A delivery says which code it may be.
  const delivered = { rows: [{ line: 2, code: '741', quantity: '5' }] };
  const compared = await shop.call('compareDelivery', { token, body: delivered });
  expect(compared.body.rows[0]?.problems).toEqual([
    {
      field: 'code',
      reason: 'Não há produto com este código. Só difere nos zeros da frente de 00741.',
    },
  ]);
});

test('rows that look ruined are warned of, and can be imported all the same', async () => {
  await aProduct(db, { code: 'GRATIS', name: 'Grátis', price: cents(0) });
  const rows = [
    { code: '7,89E+12', name: 'Livro', price: '10' },
    { code: 'ZERO', name: 'Zero', price: '0,00' },
    { code: 'MIL', name: 'Mil', price: 'R$ 1.234' },
    { code: 'CERTO', name: 'Certo', price: '1.234,00' },
    { code: 'GRATIS', name: 'Grátis', price: '0' },
  ];
  const { rows: compared } = await compare(rows);
  expect(compared.map(({ kind, warnings }) => [kind, ...(warnings ?? [])])).toEqual([
    [
      'new',
      'A planilha parece ter encurtado o código: 7,89E+12. No arquivo, formate a coluna como texto e digite de novo.',
    ],
    ['new', 'O valor é zero: o produto sairia de graça.'],
    ['new', '“R$ 1.234” foi lido como R$\u00a01.234,00. Se não é isso, corrija no arquivo.'],
    ['new'],
    ['same'],
  ]);
  await importAll(rows);
});

test('half of a character is kept as a mark of it, typed or imported', async () => {
  await importAll([{ code: 'MEIO', name: 'Meio \ud83d', price: '1' }]);
  const body = { code: 'OUTRO', name: 'Meio \ud83d', price: 1, active: true };
  expect((await shop.call('createProduct', { token, body })).status).toBe(201);
  for (const code of ['MEIO', 'OUTRO']) {
    expect(await stored(code).executeTakeFirst()).toMatchObject({ name: 'Meio \ufffd' });
  }
});

test('an import writes what the preview said, with the audit of each product as by hand, and twice changes nothing', async () => {
  const pen = await aProduct(db, { code: 'CAN', name: 'Caneta', price: cents(250), pinned: true });
  await aProduct(db, { code: 'REG', name: 'Régua', price: cents(300) });
  const rows = [
    { code: 'CAN', name: 'Caneta azul', price: '2,75' },
    { code: 'REG', name: 'Régua', price: '3,00' },
    { code: '=1+1', name: `'=HYPERLINK("http://x")`, price: '0,07', active: 'não' },
    { code: '007', name: 'Borracha', price: '0' },
  ];
  const last = await lastAuditId(db);
  expect(await importAll(rows)).toEqual({ totals: [{ what: 'product', created: 2, edited: 1 }] });
  const events = await auditAfter(db, last);
  expect(events).toHaveLength(3);
  expect(events[2]).toMatchObject({
    actor_id: expect.any(Number),
    actor_name: 'Chefe',
    action: 'product.edited',
    subject_id: pen.id,
    before: { id: pen.id, code: 'CAN', name: 'Caneta', price: 2.5, active: true, pinned: true },
    after: {
      id: pen.id,
      code: 'CAN',
      name: 'Caneta azul',
      price: 2.75,
      active: true,
      pinned: true,
      imported: true,
    },
  });
  const formula = await stored('=1+1').executeTakeFirstOrThrow();
  expect(formula).toMatchObject({ name: '=HYPERLINK("http://x")', price_cents: 7, active: false });
  expect(events[0]).toMatchObject({
    action: 'product.created',
    subject_id: formula.id,
    before: null,
  });
  expect(events[0]?.after).toEqual({
    ...{ id: formula.id, code: '=1+1', name: formula.name },
    ...{ price: 0.07, active: false, pinned: false, income: null, imported: true },
  });

  const again = await compare(rows);
  expect(again.rows.every(({ kind }) => kind === 'same')).toBe(true);
  const before = await tableSnapshot(db);
  expect((await send(rows, again.preview)).status).toBe(200);
  expect(await tableSnapshot(db)).toEqual(before);
});

test('prices alone can be imported, and a new product then lacks its name', async () => {
  await aProduct(db, { code: 'SO-PRECO', name: 'Fica', price: cents(100) });
  await importAll([{ code: 'SO-PRECO', price: '2' }]);
  expect(await stored('SO-PRECO').executeTakeFirst()).toMatchObject({
    name: 'Fica',
    price_cents: 200,
  });
});

test('all or nothing: what changed meanwhile, what is wrong and what was not seen is refused whole', async () => {
  const glue = await aProduct(db, { code: 'COLA', name: 'Cola', price: cents(500) });
  const rows = [
    { code: 'COLA', name: 'Cola', price: '5,50' },
    { code: 'TESOURA', name: 'Tesoura', price: '9' },
  ];
  const { preview } = await compare(rows);
  const refused = (
    changed: readonly Cells[],
    code: 'import_changed' | 'wrong_rows',
    seen = preview,
  ) => expectRefusal(db, () => send(changed, seen), { code });
  const [first, second] = rows as [Cells, Cells];
  await refused([first, { ...second, code: 'OUTRA' }], 'import_changed');
  await refused([first], 'import_changed');

  const edit = (price: number) =>
    shop.call('editProduct', {
      ...{ token, id: glue.id },
      body: { code: 'COLA', name: 'Cola', price, active: true },
    });
  await edit(4);
  await refused(rows, 'import_changed');
  await edit(5);
  await aProduct(db, { code: 'tesoura' });
  await refused(rows, 'import_changed');
  await shop.call('deleteProduct', { token, id: glue.id });
  await refused(rows, 'import_changed');

  const wrong = [
    { code: 'NOVA', name: 'Nova', price: '1' },
    { code: 'RUIM', name: 'R', price: 'x' },
  ];
  await refused(wrong, 'wrong_rows', (await compare(wrong)).preview);

  // The code of a deleted product is free.
  await importAll([first]);
  expect((await stored('COLA').executeTakeFirstOrThrow()).id).not.toBe(glue.id);
});

test('two imports of one new product at once make it once', async () => {
  const rows = [{ code: 'CORRIDA', name: 'Corrida', price: '1' }];
  const { preview } = await compare(rows);
  const answers = await Promise.all([1, 2, 3].map(() => send(rows, preview)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await stored('CORRIDA').execute()).toHaveLength(1);
  await sealAll(db);
  expect(await violations(db)).toEqual([]);
});

test('twenty thousand rows go in at once; a body past its limit does not', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    code: `G${index}`,
    name: `Produto do lote ${index}`,
    price: `${index},9`,
  }));
  const last = await lastAuditId(db);
  expect(await importAll(rows)).toEqual({
    totals: [{ what: 'product', created: 20_000, edited: 0 }],
  });
  expect(await auditAfter(db, last)).toHaveLength(20_000);
  const dearer = rows.map((row) => ({ ...row, price: '7' }));
  await importAll(dearer);
  expect((await compare(dearer)).totals).toEqual([{ what: 'product', created: 0, edited: 0 }]);

  const huge = rows.map((row) => ({ ...row, name: 'x'.repeat(500) }));
  await expectRefusal(db, () => send(huge, '0'.repeat(64)), { code: 'body_too_large' });
});

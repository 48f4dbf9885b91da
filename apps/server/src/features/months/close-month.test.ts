import { createHash, randomUUID } from 'node:crypto';
import type { ApprovedAction } from '@balcao/contract/accounts/approvals.ts';
import { routes } from '@balcao/contract/api/routes.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { codeInGroups } from '@balcao/domain/month/month.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { shareMonth } from '../../database/closed.ts';
import { judgeMonthFile } from '../../operator/checks/month-file.ts';
import { TEST_KEY } from '../../testing/app.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { anOpenBox } from '../../testing/boxes.ts';
import { aSale, aUser, PASSWORD } from '../../testing/builders.ts';
import { anExchangeBody, aRefund, aRefundBody, storedSale } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { expectRefusal } from '../../testing/expect-refusal.ts';
import { centsOfText, exportedCsv, rowsOfXlsx } from '../../testing/exported.ts';
import { sealEvents } from '../audit/sealer.ts';
import { countBox } from '../cash-boxes/count-box.ts';

const counter = await openTestCounter(afterAll);
const { shop, vera, token, client, pen, shirt, pix, cash } = counter;
const { db, pool } = shop.owner;
const rita = await aUser(db, { name: 'Rita', login: 'rita', admin: true });
const admin = await tokenOf(shop, 'rita');

const at = (day: string) => new Date(`${day}T15:00:00Z`);
const sold = (day: string, given: { seller?: typeof vera; quantity?: number } = {}) =>
  aSale(pool, {
    seller: given.seller ?? vera,
    client,
    createdAt: at(day),
    items: [{ product: pen, quantity: given.quantity ?? 1 }, { product: shirt }],
    payments: [
      { method: pix, amount: cents(3000) },
      { method: cash, amount: cents(5000) },
    ],
  });
const close = (month: string, key: string = randomUUID(), by = admin) =>
  shop.call('closeMonth', {
    token: by,
    params: { month },
    headers: { 'idempotency-key': key },
  });
const read = async (month: string) =>
  (await shop.call('readMonth', { token: admin, params: { month } })).body;
const file = async (id: number, format: 'pdf' | 'xlsx') => {
  const path = routes.readMonthFile.path.replace(':id', `${id}`);
  const response = await fetch(`${shop.origin}${path}?format=${format}`, {
    headers: { authorization: `Bearer ${admin}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const remove = (id: number, headers: Record<string, string> = {}) =>
  shop.call('deleteSale', { token: admin, params: { id: String(id) }, headers });
const removeRaw = (id: number, headers: Record<string, string> = {}) =>
  fetch(`${shop.origin}${routes.deleteSale.path.replace(':id', `${id}`)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin}`, ...headers },
  });
const approve = (
  username: string,
  asked: { action: ApprovedAction; subject: number; request: object },
  by = admin,
) =>
  shop.call('approve', {
    token: by,
    body: { username, password: PASSWORD, ...asked } as never,
  });

test('a closed month is the period report to the centavo, in two files that are kept', async () => {
  const ivo = await aUser(db, { name: 'Ivo' });
  const first = await sold('2026-09-01', { quantity: 3 });
  await sold('2026-09-01', { seller: ivo });
  const october = await sold('2026-10-01');
  const { rows: taken } = await pool.query(
    "SELECT nextval(pg_get_serial_sequence('sales', 'id'))::integer AS id",
  );
  const burnt = taken[0].id;
  const deleted = await sold('2026-09-15');
  const last = await sold('2026-09-30', { quantity: 2 });
  await db.updateTable('products').set({ income: 'college' }).where('id', '=', pen.id).execute();
  await aRefund(db, { sale: first, maker: ivo, at: at('2026-09-20') });
  await remove(deleted.id, { 'deletion-reason': encodeURIComponent('Em dobro') });

  const before = await read('2026-09');
  expect(before).toMatchObject({ ended: true, sales: 3, closing: null, versions: [], moved: [] });
  expect(before.open.map(({ kind, day, seller_name }) => [kind, day, seller_name])).toEqual([
    ['day_not_closed', '2026-09-01', 'Ivo'],
    ['day_not_closed', '2026-09-01', 'Vera'],
    ['day_not_closed', '2026-09-20', 'Ivo'],
    ['day_not_closed', '2026-09-30', 'Vera'],
  ]);

  const mark = await lastAuditId(db);
  const key = randomUUID();
  const { status, body } = await close('2026-09', key);
  expect(status).toBe(201);
  expect(body).toMatchObject({ month: '2026-09', closing: { version: 1, by: 'Rita' }, moved: [] });
  const [version] = body.versions;

  // Sent twice, it is one closing.
  expect((await close('2026-09', key)).body).toEqual(body);
  expect((await close('2026-09')).problem.code).toBe('month_already_closed');
  const events = await auditAfter(db, mark);

  const period = { startDate: '2026-09-01', endDate: '2026-09-30' };
  const report = await exportedCsv(shop, admin, { list: 'report', ...period });
  const all = report.at(-1);
  expect(Math.round(body.total * 100)).toBe(centsOfText(all?.Total));
  expect(version?.total).toBe(body.total);

  const id = version?.id as number;
  const [pdf, xlsx] = [await file(id, 'pdf'), await file(id, 'xlsx')];
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect([version?.pdf, version?.xlsx]).toEqual(
    [pdf, xlsx].map((bytes) => ({ sha256: hashOf(bytes), bytes: bytes.length })),
  );
  expect(await file(id, 'pdf')).toEqual(pdf);
  const { rows } = await pool.query('SELECT figures FROM month_closings WHERE id = $1', [id]);
  expect(hashOf(Buffer.from(rows[0].figures))).toBe(version?.fingerprint);
  const figures = JSON.parse(rows[0].figures);
  // Between the month's numbers lies what was deleted, what was refused, and what is of another month.
  expect(figures.numbers).toEqual({
    first: first.id,
    last: last.id,
    gaps: [
      { first: october.id, last: october.id, why: 'other_month' },
      { first: burnt, last: burnt, why: 'refused' },
      { first: deleted.id, last: deleted.id, why: 'deleted' },
    ],
  });
  const { body: school } = await shop.call('readInstitution', {});
  const [college] = school.institutions;
  expect(figures.income).toMatchObject([
    // Less the pen that came back.
    { name: college.name, cnpj: college.cnpj, total: 250 * (3 + 1 + 2 - 1) },
    { name: expect.stringContaining('sem divisão'), total: 3 * 4990 },
  ]);
  const methods = Object.fromEntries(
    figures.figures.byMethod.map(({ method, amount }: { method: string; amount: number }) => [
      method,
      amount,
    ]),
  );
  expect(methods).toEqual({
    Pix: centsOfText(all?.Pix),
    Dinheiro: centsOfText(all?.Dinheiro),
  });
  expect(figures).toMatchObject({
    returns: [{ sale: first.id, by: 'Ivo', total: 250 }],
    deletions: [{ sale: deleted.id, by: 'Rita' }],
    open: before.open,
  });
  // People stay out of what is kept for ever, and reasons may name them.
  expect(rows[0].figures).not.toContain(client.name);
  expect(rows[0].figures).not.toContain('Em dobro');

  expect(events).toMatchObject([
    {
      action: 'month.closed',
      actor_id: rita.id,
      subject_id: id,
      after: {
        month: '2026-09',
        version: 1,
        total_final: body.total,
        open: 4,
        fingerprint: version?.fingerprint,
        pdf_sha256: hashOf(pdf),
        xlsx_sha256: hashOf(xlsx),
      },
    },
  ]);
  const summary = Object.fromEntries(
    (await rowsOfXlsx(xlsx)).map((row) => Object.values(row).slice(0, 2)),
  );
  expect(summary).toMatchObject({
    Versão: 1,
    Vendas: figures.figures.sales,
    'Primeira venda, nº': first.id,
    'Última venda, nº': last.id,
    'Em aberto ao fechar': 4,
    Código: version?.fingerprint,
  });
  const sheet = (name: string) => rowsOfXlsx(xlsx, name);
  expect(await sheet('Números sem venda')).toMatchObject([
    { 'De nº': october.id, Motivo: 'Venda de outro mês' },
    {
      'De nº': burnt,
      'Até nº': burnt,
      Quantos: 1,
      Motivo: expect.stringMatching(/^Pedido recusado/),
    },
    { 'De nº': deleted.id, Motivo: 'Venda excluída' },
  ]);
  const incomes = await sheet('De quem é a receita');
  expect(incomes.at(-1)).toMatchObject({ Instituição: 'Total', Líquido: body.total });
  expect(incomes[0]).toMatchObject({
    Instituição: college.name,
    CNPJ: college.cnpj,
    Líquido: 12.5,
  });
  // As a clock in São Paulo shows it, which is how spreadsheets keep a moment.
  const closedAt = Date.parse(`${version?.at}`) - 3 * 3_600_000;
  expect(Math.abs(new Date(summary['Fechado em']).getTime() - closedAt)).toBeLessThan(1000);
  expect(codeInGroups(`${version?.fingerprint}`)).toMatch(/^([0-9A-F]{4} ){15}[0-9A-F]{4}$/);
});

test('in a closed month nobody deletes or corrects without a reason and the password of another administrator', async () => {
  const sale = await sold('2026-08-10');
  const other = await sold('2026-08-10');
  const third = await sold('2026-08-11');
  const before = (await close('2026-08')).body;
  const listed = await shop.call('findSales', { token: admin, body: { find: `${sale.id}` } });
  expect(listed.body.results).toMatchObject([{ id: sale.id, closed: true, month_closed: true }]);

  const reason = 'Passada em dobro';
  const headers = { 'deletion-reason': encodeURIComponent(reason) };
  const alone = await expectRefusal(db, () => removeRaw(sale.id), { code: 'month_closed' });
  expect(alone.detail).toMatch(/ é preciso um motivo e a sua senha\.$/);
  await expectRefusal(db, () => removeRaw(sale.id, headers), { code: 'month_closed' });
  const asked = { action: 'deletion', subject: sale.id, request: { reason } } as const;
  // Two administrators are there, so it takes two.
  const chief = await aUser(db, { name: 'Chefe', admin: true });
  expect((await approve('rita', asked)).problem).toMatchObject({
    code: 'not_administrator',
    detail: expect.stringContaining('outro administrador'),
  });
  const { approval } = (await approve(chief.login, asked)).body;
  const given = { ...headers, 'deletion-approval': approval };
  await expectRefusal(db, () => removeRaw(other.id, given), { code: 'approval_ended' });
  const otherReason = { ...given, 'deletion-reason': 'Outro' };
  await expectRefusal(db, () => removeRaw(sale.id, otherReason), { code: 'approval_ended' });
  const mark = await lastAuditId(db);
  expect((await remove(sale.id, given)).status).toBe(200);
  const deletions = await auditAfter(db, mark);
  expect(deletions).toMatchObject([{ action: 'sale.deleted', after: { approved_by: 'Chefe' } }]);
  expect(JSON.stringify(deletions)).not.toContain(reason);

  // An administrator's own correction needs one too; a seller's needs the one that it always needed.
  const refund = aRefundBody(await storedSale(db, other.id));
  const correct = (by: string, body: object) =>
    shop.call('createRefund', {
      token: by,
      params: { id: String(other.id) },
      headers: { 'idempotency-key': randomUUID() },
      body: body as typeof refund,
    });
  expect((await correct(admin, refund)).problem.code).toBe('month_closed');
  expect((await correct(token, refund)).problem.code).toBe('approval_required');
  const back = { action: 'refund', subject: other.id, request: refund } as const;
  const allowed = (await approve(chief.login, back, token)).body.approval;
  expect((await correct(token, { ...refund, approval: allowed })).status).toBe(201);

  const now = await read('2026-08');
  expect(now.moved).toMatchObject([
    { kind: 'deletion', number: sale.id, by: 'Rita', approved_by: 'Chefe', reason, amount: -52.4 },
    { kind: 'refund', number: other.id, by: 'Vera', approved_by: 'Chefe', amount: -refund.total },
  ]);
  // The return counts in the month in which it was made.
  expect(now.moved.map(({ month }) => month)).toEqual([
    '2026-08',
    expect.not.stringMatching('2026-08'),
  ]);
  expect(now.closing?.total).toBe(before.total);
  expect(now.total).toBeCloseTo(before.total - 52.4, 2);

  // Reopened and closed again it is another version, and the first one stays.
  const id = now.closing?.id as number;
  const first = await file(id, 'pdf');
  const reopen = (body: { reason: string; approval?: string }) =>
    shop.call('reopenMonth', { token: admin, params: { id: String(id) }, body });
  const why = { reason: 'Faltou uma devolução' };
  expect((await reopen(why)).problem).toMatchObject({
    code: 'month_closed',
    detail: expect.stringMatching(/ um motivo e a senha de outro administrador: Chefe\.$/),
  });
  const consent = await approve(chief.login, { action: 'reopening', subject: id, request: why });
  const reopened = await reopen({ ...why, approval: consent.body.approval });
  expect(reopened.body).toMatchObject({
    closing: null,
    versions: [{ version: 1, reopened: { by: 'Rita', approved_by: 'Chefe', ...why } }],
  });
  expect((await reopen(why)).body).toEqual(reopened.body);
  expect((await reopen({ reason: 'Outro' })).problem.code).toBe('month_open');
  // Somebody else of the same name did not reopen it.
  const namesake = await aUser(db, { name: 'Rita', login: 'rita.2', admin: true });
  const theirs = {
    token: await tokenOf(shop, namesake.login),
    params: { id: String(id) },
    body: why,
  };
  expect((await shop.call('reopenMonth', theirs)).problem.code).toBe('month_open');
  expect((await remove(third.id)).status).toBe(200);
  const again = (await close('2026-08')).body;
  expect(again).toMatchObject({ closing: { version: 2 }, moved: [] });
  expect(again.versions.map(({ version }) => version)).toEqual([2, 1]);
  expect(await file(id, 'pdf')).toEqual(first);

  // Years later only the audit is asked, and only what is sealed proves something.
  const second = await file(again.closing?.id as number, 'xlsx');
  await expect(judgeMonthFile(db, second)).rejects.toThrow('ainda não tem selo');
  await sealEvents(db, TEST_KEY, await lastAuditId(db));
  expect(await judgeMonthFile(db, second)).toMatchObject({
    exitCode: 0,
    lines: [
      'EMITIDO: é o XLSX do fechamento de agosto de 2026, versão 2, byte por byte.',
      expect.stringContaining('por Rita. Líquido: R$\u00a0'),
      expect.stringContaining(codeInGroups(`${again.versions[0]?.fingerprint}`)),
    ],
  });
  expect(await judgeMonthFile(db, first)).toMatchObject({
    exitCode: 3,
    lines: [
      expect.stringContaining('versão 1'),
      ...[expect.anything(), expect.anything()],
      expect.stringMatching(/^O mês foi reaberto em .* por Rita\.$/),
      expect.stringMatching(/^SUBSTITUÍDO: o mês foi fechado de novo em .* versão 2\.$/),
    ],
  });
  const touched = Buffer.from(second);
  touched.writeUInt8(touched.readUInt8(100) ^ 1, 100);
  expect(await judgeMonthFile(db, touched)).toMatchObject({
    exitCode: 4,
    lines: [expect.stringContaining('NÃO É UM ARQUIVO EMITIDO'), expect.anything()],
  });
});

test('an administrator corrects a payment, exchanges and settles a difference in a closed month, each with another one', async () => {
  const lia = await aUser(db, { name: 'Lia', admin: true });
  const [paid, swapped] = [await sold('2026-05-10'), await sold('2026-05-11')];
  const box = await anOpenBox(db, vera, { openedAt: at('2026-05-12') });
  await countBox(db, { actor: { ...vera, admin: true }, id: box.id }, { cash: 0 });
  const keys = { [paid.id]: randomUUID(), [swapped.id]: randomUUID() };
  const closed = (await close('2026-05')).body;
  const to = (id: number) => ({
    ...{ token: admin, params: { id: String(id) } },
    headers: { 'idempotency-key': keys[id] as string },
  });
  const reason = 'Forma errada';
  const payments = { reason, payments: [{ method: pix.name, amount: 52.4 }] };
  const exchange = anExchangeBody(await storedSale(db, swapped.id), {
    ...{ items: [{ product: shirt }], method: cash },
  });
  const difference = { reason: 'Troco errado' };
  type Approved = { approval?: string };
  for (const [action, subject, request, send] of [
    [
      ...(['payments', paid.id, payments] as const),
      (by: Approved) =>
        shop.call('correctPayments', { ...to(paid.id), body: { ...payments, ...by } }),
    ],
    [
      ...(['exchange', swapped.id, exchange] as const),
      (by: Approved) =>
        shop.call('createExchange', { ...to(swapped.id), body: { ...exchange, ...by } }),
    ],
    [
      ...(['difference', box.id, difference] as const),
      (by: Approved) =>
        shop.call('settleBox', {
          ...{ token: admin, params: { id: String(box.id) } },
          body: { ...difference, ...by },
        }),
    ],
  ] as const) {
    expect((await send({})).problem.code).toBe('month_closed');
    const asked = { action, subject, request };
    expect((await approve('rita', asked)).problem.code).toBe('not_administrator');
    const { approval } = (await approve(lia.login, asked)).body;
    // What was refused is sent again under its key.
    expect((await send({ approval })).status).toBeLessThan(300);
  }
  const now = await read('2026-05');
  const allowed = { by: 'Rita', approved_by: 'Lia' };
  expect(now.moved).toMatchObject([
    { kind: 'payments', number: paid.id, amount: 0, reason, ...allowed },
    { kind: 'exchange', number: swapped.id, amount: -2.5, reason: 'Não serviu', ...allowed },
    { kind: 'box', number: box.id, amount: -50, reason: 'Troco errado', approved_by: 'Lia' },
  ]);
  // What was put right counts today.
  expect(now.total).toBe(closed.total);
});

test('what a wrong clock or a hand in the database brings into a closed month is listed, or shown as a difference', async () => {
  const other = await sold('2026-03-10');
  const early = await sold('2026-04-03');
  const changed = await sold('2026-04-04', { quantity: 2 });
  const gone = await sold('2026-04-05');
  await remove(gone.id);
  const closed = (await close('2026-04')).body;
  expect(closed).toMatchObject({ moved: [], unexplained: [] });

  // No door of ours lets them in any more: an earlier version did, by a clock that had gone back.
  const late = await sold('2026-04-29');
  const alsoGone = await sold('2026-04-30');
  await db
    .updateTable('sales')
    .set({ deleted_at: at('2026-05-02'), deleted_by: rita.id })
    .where('id', '=', alsoGone.id)
    .execute();
  const now = await read('2026-04');
  expect(now.moved).toMatchObject([
    { kind: 'sale', number: late.id, by: 'Vera', reason: null, amount: 52.4, month: '2026-04' },
    { kind: 'sale', number: alsoGone.id, amount: 52.4 },
    { kind: 'deletion', number: alsoGone.id, amount: -52.4 },
  ]);
  expect(now.total).toBeCloseTo(closed.total + 52.4, 2);
  expect(now.unexplained).toEqual([]);

  // A correction of another month's sale, and a changed amount.
  await aRefund(db, { sale: other, maker: vera, at: at('2026-04-20') });
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = 'replica'`.execute(tx);
    await sql`UPDATE sale_payments SET net_cents = net_cents - 100
      WHERE sale_id = ${changed.id} AND method_name = 'Pix'`.execute(tx);
    await sql`UPDATE sales SET created_at = ${at('2026-02-03')} WHERE id = ${early.id}`.execute(tx);
  });
  const { unexplained } = await read('2026-04');
  expect(unexplained).toEqual([
    { day: '2026-04-03', method: 'Dinheiro', amount: -22.4 },
    { day: '2026-04-03', method: 'Pix', amount: -30 },
    { day: '2026-04-04', method: 'Pix', amount: -1 },
    { day: '2026-04-20', method: 'Pix', amount: -2.5 },
  ]);
});

test('a sale that is deleted while its month is closed is in the files', async () => {
  const early = await sold('2026-07-03');
  await sold('2026-07-04');
  const letGo = await hold(db, (tx) => shareMonth(tx, '2026-07-01' as BusinessDay));
  const closing = close('2026-07');
  await untilBlocked(db);
  // It waits behind the first reading of the month, and is done before the second one.
  const deletion = remove(early.id);
  await untilBlocked(db, 2);
  await letGo();
  expect((await deletion).status).toBe(200);
  expect((await closing).body).toMatchObject({ sales: 1, moved: [] });

  // At any moment: it is in the files, or was refused.
  const other = await sold('2026-06-03');
  await sold('2026-06-04');
  const [closed, gone] = await Promise.all([close('2026-06'), remove(other.id)]);
  const left = gone.status === 200 ? 1 : 2;
  expect(closed.body.sales).toBe(left);
  const now = await read('2026-06');
  expect(now).toMatchObject({ sales: left, closing: { total: now.total }, moved: [] });
});

test('a month that has not ended, or in which nothing happened, is not closed', async () => {
  const { body } = await counter.sell(counter.payload);
  const month = body.created_at.slice(0, 7);
  expect((await close(month)).problem.code).toBe('month_not_ended');
  expect((await close('2001-01')).problem.code).toBe('not_found');
  const { body: months } = await shop.call('listMonths', { token: admin });
  expect(months.map((listed) => listed.month)).toEqual(
    months
      .map((listed) => listed.month)
      .toSorted()
      .toReversed(),
  );
  // With the new sale of the exchange above.
  expect(months[0]).toMatchObject({ month, ended: false, sales: 2, closing: null });
});

import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aPaymentMethod, aProduct, aUser } from '../../testing/builders.ts';
import { anInstitution, aPix } from '../../testing/institution.ts';
import { aVisitor } from '../../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const { token } = await aVisitor(shop, { admin: true });
const read = async () => (await shop.call('readFirstSteps', { token })).body;

test('each step ticks itself off by what there is; then, or put away, they are gone', async () => {
  const none = { institution: false, products: false, sellers: false, pix: false, paper: false };
  expect(await read()).toEqual({ show: true, steps: none });
  await shop.call('editInstitution', { token, body: anInstitution({}) });
  await aProduct(db);
  expect(await read()).toEqual({
    show: true,
    steps: { ...none, institution: true, products: true },
  });
  await aUser(db);
  // The same paper as before, but now somebody has said so.
  await shop.call('editPaper', { token, body: { paper: 'a4' } });
  const almost = { institution: true, products: true, sellers: true, pix: false, paper: true };
  expect(await read()).toEqual({ show: true, steps: almost });

  const mark = await lastAuditId(db);
  const away = { show: false, steps: almost };
  expect((await shop.call('endFirstSteps', { token })).body).toEqual(away);
  expect((await shop.call('endFirstSteps', { token })).body).toEqual(away);
  expect(await auditAfter(db, mark)).toMatchObject([
    { action: 'settings.edited', after: { first_steps_ended: true } },
  ]);
  await shop.call('editPix', { token, body: { pix: aPix((await aPaymentMethod(db)).name) } });
  expect(await read()).toEqual({ show: false, steps: { ...almost, pix: true } });
});

import { randomUUID } from 'node:crypto';
import type { cashBoxEndpoints } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { setCashBox } from './boxes.ts';
import { aUser } from './builders.ts';
import { openTestCounter, tokenOf } from './counter.ts';

type Bodies = { [N in keyof typeof cashBoxEndpoints]: BodyOf<(typeof cashBoxEndpoints)[N]> };

/** The counter of Vera, where boxes are opened and counted; and an administrator. Her sales are 57,40, 27,40 of it cash. */
export async function openBoxCounter(whenOver?: Parameters<typeof openTestCounter>[0]) {
  const counter = await openTestCounter(whenOver);
  const { shop, vera, token, payload } = counter;
  const { db } = shop.owner;
  const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
  const admin = await tokenOf(shop, chief.login);
  await setCashBox(db, 'counted');

  const at = (id: number) => ({ params: { id: String(id) } });
  const open = (float = 100, by = token) => shop.call('openBox', { token: by, body: { float } });
  const move = (
    body: Omit<Bodies['moveCash'], 'reason'> & { reason?: string },
    key: string = randomUUID(),
    by = token,
  ) =>
    shop.call('moveCash', {
      token: by,
      headers: { 'idempotency-key': key },
      body: { reason: 'Troco', ...body },
    });
  const count = (id: number, body: Bodies['countBox'], by = token) =>
    shop.call('countBox', { token: by, ...at(id), body });
  const settle = (id: number, body: Bodies['settleBox'], by = token) =>
    shop.call('settleBox', { token: by, ...at(id), body });
  const look = (id: number, by = admin) => shop.call('readBox', { token: by, ...at(id) });
  const own = async () => (await shop.call('readOwnBox', { token })).body;
  const sell = (key?: string) => counter.sell(payload, key);
  const today = businessDayOf(new Date());
  const list = async () => (await shop.call('listClosings', { token: admin })).body;
  const closeDay = () =>
    shop.call('closeBox', { token, body: { date: today, seller_id: vera.id } });
  return { ...counter, chief, admin, open, move, count, settle, look, own, sell, list, closeDay };
}

export const YESTERDAY = () => new Date(Date.now() - 86_400_000);

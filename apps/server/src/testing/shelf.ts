import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { aUser } from './builders.ts';
import { openTestCounter, tokenOf } from './counter.ts';

/** How long a test waits for another connection. */
export const WITHIN = { timeout: 20_000, interval: 20 };

/** The header of a keyed request. */
export const aKey = (key: string = randomUUID()) => ({ 'idempotency-key': key });

/** For `waits` of a lock that is held. */
export const WAITS_FOR_LOCK = "wait_event = 'advisory'";

/** Holds an advisory lock until `release`; `waits`: whether any connection is as the condition says. */
export async function holdLock(pool: pg.Pool, key: number) {
  const holder = await pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('SELECT pg_advisory_lock($1)', [key]);
  return {
    waits: async (condition: string) =>
      (await pool.query(`SELECT FROM pg_stat_activity WHERE ${condition}`)).rows.length > 0,
    release: () => holder.query('SELECT pg_advisory_unlock($1)', [key]),
  };
}

/** A counter that sells three pens and a shirt, and an administrator. */
export async function openShelf() {
  const counter = await openTestCounter(onTestFinished);
  const { shop, pen, shirt } = counter;
  const chief = await aUser(shop.owner.db, { login: 'chefe', name: 'Chefe', admin: true });
  const token = await tokenOf(shop, chief.login);
  const deliver = (quantity: number, key?: string, product = pen.id) =>
    shop.call('createDelivery', {
      ...{ token, headers: aKey(key) },
      body: { supplier: ' Malharia ', document: 'NF 12', lines: [{ product, quantity }] },
    });
  const onHand = async (product = pen.id) => {
    const { products } = (await shop.call('readOnHand', { token: counter.token })).body;
    return products.find((each) => each.product === product)?.on_hand;
  };
  const begin = async (blind = false, products: number[] | null = [pen.id]) => {
    const body = { name: 'Prateleira', blind, products };
    return (await shop.call('beginCount', { token, headers: aKey(), body })).body;
  };
  const readAs = (by: string, id: number, quantity: number, key: string = randomUUID()) =>
    shop.call('addCountLines', {
      ...{ token: by, id },
      body: { lines: [{ key, product: pen.id, quantity }] },
    });
  const apply = (id: number, lines: number, missing_as_zero = false) =>
    shop.call('applyCount', { token, id, body: { lines, missing_as_zero } });
  const sold = async () => (await counter.sell(counter.payload)).body.id;
  return { ...counter, shirt, chief, admin: token, deliver, onHand, begin, readAs, apply, sold };
}

import type { NewSale } from '@balcao/contract/sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Connection, connect } from '../../database/connection.ts';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { makeShopFolder } from '../../database/embedded/testing/shop-folder.ts';
import { aCpf, aSalePayload } from '../builders.ts';
import { violations } from '../invariants.ts';
import { KillableShop } from './killable-shop.ts';
import { compare, Ledger } from './ledger.ts';
import { randomNumbers } from './random.ts';
import { Account, sell } from './sellers.ts';

/** The figure to reach; each takes about a second on a machine that does nothing else. */
const KILLS = Number(process.env.KILLS ?? 30);
const SEED = Number(process.env.TORTURE_SEED ?? Math.floor(Math.random() * 2 ** 31));
const CLIENTS = 8;

test(
  'a server that is killed again and again loses and doubles no sale',
  async () => {
    console.log(`Killing: KILLS=${KILLS} TORTURE_SEED=${SEED}`);
    const random = randomNumbers(SEED);
    const dataDir = await makeShopFolder();
    const shop = new KillableShop(dataDir);
    const ledger = new Ledger();
    const account = new Account(shop);
    const sales = await stock(shop, await account.token());
    let goesOn = true;
    const selling = Promise.all(
      Array.from({ length: CLIENTS }, () =>
        sell({ shop, account, ledger, sales, random, goesOn: () => goesOn }),
      ),
    );
    const recoveries: Record<string, number[]> = {};
    /** Does it in the middle of the load, and takes the longest time without an answer that follows. */
    const strike = async (what: string, fault: () => Promise<void>) => {
      await orFail(ledger.answers(10 + random.below(60)), selling);
      const recovered = ledger.answers(CLIENTS * 5);
      await fault();
      recoveries[what] = [...(recoveries[what] ?? []), await orFail(recovered, selling)];
    };
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill % 3 === 2) await strike('PostgreSQL', () => shop.killPostgres());
      if (kill % 5 === 4) {
        await strike('both', () =>
          Promise.all([shop.killPostgres(), shop.killNode()]).then(() => {}),
        );
      } else if (kill % 6 === 3) {
        const opening = { kills: 1, afterMs: () => random.below(1_500) };
        await strike('Node, and the next while it opened', () => shop.killNode(opening));
      } else {
        await strike('Node', () => shop.killNode());
      }
    }
    goesOn = false;
    await selling;
    expect(await shop.stop()).toBe(0);

    const { db } = await openBooks(dataDir);
    const found = await compare(ledger, db);
    console.log(figures(found, recoveries));
    expect(found).toMatchObject({ lost: [], doubled: [], stored: ledger.entries.size });
    expect(found.acknowledged).toBe(ledger.entries.size);
    expect(await violations(db)).toEqual([]);

    await provesItself(db, ledger);
  },
  60_000 + KILLS * 20_000,
);

/** The invariants hold after each of these faults; only the client's own list shows them. */
async function provesItself(db: Connection['db'], ledger: Ledger): Promise<void> {
  const [victim] = [...ledger.entries.values()];
  const id = sql.lit(victim?.id ?? 0);
  const faults = {
    lost: sql`
      WITH audit AS (DELETE FROM audit_events WHERE subject_id = ${id} AND action = 'sale.created'),
        items AS (DELETE FROM sale_items WHERE sale_id = ${id}),
        payments AS (DELETE FROM sale_payments WHERE sale_id = ${id})
      DELETE FROM sales WHERE id = ${id}`,
    doubled: sql`
      DO $$ DECLARE copy sales; doubled integer; BEGIN
        SELECT * INTO copy FROM sales WHERE id = ${id};
        INSERT INTO sales (idempotency_key, request_hash, seller_id, seller_name, client_id,
          client_name, client_cpf, subtotal_cents, total_cents, general_discount_cents,
          total_general_cents, paid_cents, change_cents)
        VALUES (gen_random_uuid(), copy.request_hash, copy.seller_id, copy.seller_name, copy.client_id,
          copy.client_name, copy.client_cpf, copy.subtotal_cents, copy.total_cents,
          copy.general_discount_cents, copy.total_general_cents, copy.paid_cents, copy.change_cents)
        RETURNING id INTO doubled;
        INSERT INTO sale_items SELECT doubled, line, product_id, product_code, product_name,
          unit_price_cents, quantity, subtotal_cents, discount_hundredths, discount_cents, total_cents
          FROM sale_items WHERE sale_id = ${id};
        INSERT INTO sale_payments SELECT doubled, line, payment_method_id, method_name, amount_cents,
          net_cents FROM sale_payments WHERE sale_id = ${id};
        INSERT INTO audit_events (actor_id, action, subject_id, after)
          SELECT actor_id, action, doubled, after FROM audit_events
          WHERE action = 'sale.created' AND subject_id = ${id};
      END $$`,
  };
  for (const [kind, fault] of Object.entries(faults)) {
    const planting = db.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await fault.execute(tx);
      expect(await violations(tx)).toEqual([]);
      expect((await compare(ledger, tx))[kind as keyof typeof faults]).toHaveLength(1);
      throw new TakeBack();
    });
    await expect(planting).rejects.toBeInstanceOf(TakeBack);
  }
}
class TakeBack extends Error {}

/** What can be sold, and how: sales of one to four products, paid with more than they cost. */
async function stock(shop: KillableShop, token: string): Promise<NewSale[]> {
  const { call } = await shop.open();
  const client = await call('createClient', { token, body: { cpf: aCpf(), name: 'Ana' } });
  const methods = await call('listPaymentMethods', { token });
  const method = (name: string) => {
    const found = methods.body.results.find((each) => each.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  };
  const sales: NewSale[] = [];
  for (let number = 1; number <= 4; number++) {
    const body = {
      code: `${number}`,
      name: `Produto ${number}`,
      price: 3.33 * number,
      active: true,
    };
    const product = await call('createProduct', { token, body });
    const unitPrice = centsFromReais(product.body.price);
    sales.push(
      aSalePayload({
        client: client.body,
        items: [{ product: { ...product.body, unitPrice }, quantity: number }],
        payments: [
          { method: method('Pix'), amount: unitPrice },
          { method: method('Dinheiro'), amount: centsFromReais(100) },
        ],
      }),
    );
  }
  return sales;
}

/** The database of a shop that is closed, opened as its owner. */
async function openBooks(dataDir: string): Promise<Connection> {
  const quiet = { info: () => {}, warn: console.warn, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  const connection = connect({ ...postgres.superuser, database: 'balcao' }, () => {});
  onTestFinished(async () => {
    await connection.close();
    await postgres.stop();
  });
  return connection;
}

/** Waits for one thing, unless the sellers fail before. */
function orFail<T>(wanted: Promise<T>, sellers: Promise<unknown>): Promise<T> {
  return Promise.race([wanted, sellers.then(() => wanted)]);
}

function figures(
  { acknowledged, stored, lost, doubled }: Awaited<ReturnType<typeof compare>>,
  recoveries: Record<string, number[]>,
): string {
  const lines = Object.entries(recoveries).map(([what, times]) => {
    const sorted = times.map(Math.round).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    return `  ${what}: ${times.length} killed, back after ${median} ms (median), ${sorted.at(-1)} ms (worst)`;
  });
  const counts = `${acknowledged} acknowledged, ${stored} stored, ${lost.length} lost, ${doubled.length} doubled`;
  return [counts, ...lines].join('\n');
}

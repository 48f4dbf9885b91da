import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { inDatabase } from '../../testing/cluster.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { findDifferences, readLedger } from './ledger.ts';
import { readFacts } from './read-facts.ts';

async function openCounterWithLedger() {
  const counter = await openTestCounter();
  const { owner } = counter.shop;
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(owner.db);
  const config = inDatabase(inject('superuser'), rows[0]?.name ?? '');
  const client = new pg.Client(config);
  await client.connect();
  onTestFinished(() => client.end());
  return { ...counter, owner, config, client };
}

test('a sale that is missing, changed, or has lost a part, is found', async () => {
  const { sell, payload, client } = await openCounterWithLedger();
  for (let sale = 0; sale < 3; sale++) await sell(payload);
  const ledger = await readLedger(client);
  expect(await findDifferences(client, ledger)).toEqual([]);
  // What comes later is not the backup's to hold.
  await sell(payload);
  expect(await findDifferences(client, ledger)).toEqual([]);

  const spoilt = async (...statements: string[]) => {
    await client.query('BEGIN');
    // The triggers guard against exactly this.
    await client.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    const differences = await findDifferences(client, ledger);
    await client.query('ROLLBACK');
    return differences;
  };
  const [first] = (await client.query('SELECT min(id) AS id FROM sales')).rows;
  const ofFirst = `WHERE sale_id = ${first.id}`;
  expect(await spoilt(`DELETE FROM sales WHERE id = ${first.id}`)).toEqual([
    'sales tem 2 linhas e devia ter 3',
  ]);
  expect(await spoilt(`DELETE FROM sale_items ${ofFirst} AND line = 1`)).toEqual([
    'sale_items tem 5 linhas e devia ter 6',
  ]);
  expect(
    await spoilt(`UPDATE sale_payments SET amount_cents = amount_cents + 1 ${ofFirst}`),
  ).toEqual(['sale_payments tem linhas diferentes']);
  expect(
    await spoilt(
      `UPDATE sales SET created_at = created_at - interval '1 ms' WHERE id = ${first.id}`,
    ),
  ).toEqual(['sales tem linhas diferentes']);
  expect(
    await spoilt('DELETE FROM audit_events WHERE id = (SELECT max(id) - 1 FROM audit_events)'),
  ).toEqual([expect.stringMatching(/^audit_events tem \d+ linhas/)]);
  // What may change in the life of the shop is no difference.
  expect(
    await spoilt("UPDATE sales SET deleted_at = now(), deleted_by = 1, client_name = 'x'"),
  ).toEqual([]);
  expect(await spoilt("UPDATE products SET name = 'Outro', price_cents = 1")).toEqual([]);
});

test('a number that was taken before, but committed after, is no difference', async () => {
  const { owner, client } = await openCounterWithLedger();
  const ledger = await owner.db.transaction().execute(async (early) => {
    await early.insertInto('clients').values({ cpf: '11144477735', name: 'Early' }).execute();
    await owner.db.insertInto('clients').values({ cpf: '39053344705', name: 'Late' }).execute();
    const before = await readLedger(client);
    expect(before.find(({ table }) => table === 'clients')).toMatchObject({
      rows: 2,
      upTo: 3,
      missing: [2],
    });
    return before;
  });
  expect(await findDifferences(client, ledger)).toEqual([]);
});

test('the facts of a shop are its sales that stand, and what they come to', async () => {
  const { sell, payload, owner, config } = await openCounterWithLedger();
  const { body } = await sell(payload);
  await sell(payload);
  await owner.db
    .updateTable('sales')
    .set({ deleted_at: new Date(), deleted_by: 1 })
    .where('id', '=', body.id)
    .execute();
  const facts = await readFacts(config, { source: 'server', takenAt: '2026-11-10T00:00:00.000Z' });
  expect(facts).toMatchObject({ sales: 1, totalCents: 5740, source: 'server' });
  expect(facts.ledger[0]).toMatchObject({ table: 'sales', rows: 2 });
});

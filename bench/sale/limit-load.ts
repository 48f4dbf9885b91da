// The limit: the rows of a sale as one prepared statement with ready values, straight through pg.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { generateLoad } from './load.ts';

export type Statement = { name: string; text: string; values: unknown[] };
export type LimitSetup = {
  database: pg.ClientConfig;
  /** The first value is the key; each connection goes through them, starting at its own number. */
  statements: Statement[];
};

generateLoad<LimitSetup>(async ({ database, statements }, index) => {
  const client = new pg.Client(database);
  await client.connect();
  let next = index;
  return async () => {
    const { name, text, values } = statements[next++ % statements.length] as Statement;
    const { rows } = await client.query({ name, text, values: values.with(0, randomUUID()) });
    if (rows.length !== 1) throw new Error('The sale was not written');
  };
});

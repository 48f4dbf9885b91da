import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test as base, type counterScreen } from './counter-screen.ts';
import type { Shop } from './fixtures.ts';
import { databaseOf, startServer } from './shop-server.ts';

type Outage = {
  /** Kills the server, as a power cut does. */
  killServer(): Promise<void>;
  /** The same shop on the same address again. */
  startServer(): Promise<void>;
  /** Kills PostgreSQL; the server cannot restart it before giveDatabase(). */
  takeDatabase(): Promise<void>;
  giveDatabase(): Promise<void>;
};

export const test = base.extend<{ outage: Outage }>({
  outage: async ({ shop }, use) => {
    const { dataDir, origin } = shop.server;
    let server = shop.server;
    const cluster = path.join(dataDir, 'postgres', 'cluster');
    const [version, hidden] = [path.join(cluster, 'PG_VERSION'), path.join(cluster, 'hidden')];
    await use({
      killServer: () => server.kill(),
      startServer: async () => {
        server = await startServer(dataDir, { PORT: new URL(origin).port });
      },
      takeDatabase: async () => {
        const { postmaster } = await databaseOf(dataDir);
        // PostgreSQL does not start on a folder without it.
        await rename(version, hidden);
        process.kill(postmaster, 'SIGKILL');
      },
      giveDatabase: () => rename(hidden, version),
    });
    if (server !== shop.server) await server.stop();
  },
});

export const UNREACHABLE = 'Sem conexão com o servidor.';
export const DATABASE_AWAY = 'O banco de dados está fora do ar.';

type Counter = ReturnType<typeof counterScreen>;

/** A client, a student, two products, and two payments of a sale of R$ 20,45. */
export async function fillCounter(counter: Counter): Promise<void> {
  await counter.registration.fill('20260042');
  await counter.studentName.fill('João Souza');
  await counter.takeOrder({ codes: ['101', '102'] });
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1000');
  await counter.pay(2, 'Dinheiro', '2000');
}

/** Expects everything as it was typed, and no sale being sent. */
export async function expectFull(counter: Counter): Promise<void> {
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await expect(counter.registration).toHaveValue('20260042');
  await expect(counter.studentName).toHaveValue('João Souza');
  await counter.expectItems('Caderno', 'Lápis');
  await expect(counter.method(1)).toHaveValue('Pix');
  await expect(counter.amount(1)).toHaveValue(/10,00/);
  await expect(counter.method(2)).toHaveValue('Dinheiro');
  await expect(counter.amount(2)).toHaveValue(/20,00/);
  await expect(counter.figure('TROCO')).toHaveValue(/9,55/);
  await expect(counter.finish).toBeEnabled();
}

export const storedAccess = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').access as string);

/** Ends every session, and waits until the server's token cache has expired. */
export async function endSessions(shop: Shop, page: Page): Promise<void> {
  const access = await storedAccess(page);
  await shop.sql(`UPDATE sessions SET ended_at = now(), end_reason = 'test'`);
  await untilRefused(shop, access);
}

/** The server caches tokens for a moment. */
export async function untilRefused(shop: Shop, access: string): Promise<void> {
  const headers = { authorization: `Bearer ${access}` };
  const ask = () => fetch(`${shop.origin}/api/pdv/paymentMethods`, { headers });
  await expect.poll(async () => (await ask()).status).toBe(401);
}

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type AppOptions, createApp } from '../app/app.ts';
import { callApi, TEST_SHOP, type TestShop } from './app.ts';

/** Opens another server on a shop's database, or one with other options, until the test is over. */
export async function openAnotherApp(
  options: Partial<AppOptions> & Pick<AppOptions, 'connection'>,
  whenOver: (close: () => Promise<void>) => void = onTestFinished,
) {
  const dataDir = options.dataDir ?? (await temporaryFolder(whenOver));
  const app = await createApp({ shop: TEST_SHOP, ...options, dataDir });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  whenOver(() => app.close());
  const call: TestShop['call'] = (name, sent) => callApi(origin, name, sent);
  return { app, origin, dataDir, call };
}

export async function temporaryFolder(
  whenOver: (close: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-test-'));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeDataDir, removeDataDir, startServer } from './shop-server.ts';

/** In the environment because the workers are processes of their own, which inherit it. */
const FOLDER = 'BALCAO_E2E_PREPARED';
const CACHE = 'NODE_COMPILE_CACHE';

const ROOM = 1024 ** 3;

/**
 * A first start takes twice as long as a later one, so there is one for all the tests: each of them
 * works on a copy of what it left. Returns what removes it.
 */
export async function prepareShop(): Promise<() => Promise<void>> {
  const parent = await quickestFolder();
  const scratch = await makeDataDir(parent);
  const dataDir = path.join(scratch, 'shop');
  process.env[FOLDER] = dataDir;
  // The same program is started for each test: Node reads it compiled from the second time on.
  process.env[CACHE] ??= path.join(scratch, 'compiled');
  const remove = () => removeDataDir(scratch);
  try {
    const server = await startServer(dataDir);
    const code = await server.stop();
    // A copy of a PostgreSQL that was not stopped is no shop.
    if (code !== 0) throw new Error(`The prepared shop ended with ${code}:\n${server.output()}`);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

/** A data folder with the first administrator in it, that nobody else works on. */
export async function copyPreparedShop(): Promise<string> {
  const prepared = process.env[FOLDER];
  if (!prepared) throw new Error('The global setup has prepared no shop.');
  // Inside what is removed at the end of the run: a worker that is killed leaves its copies behind.
  const dataDir = await makeDataDir(path.dirname(prepared));
  // As root the database belongs to another user, which Node's own copy would not keep.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}

/** In memory where there is room: no test here is about what a power cut leaves. */
async function quickestFolder(): Promise<string> {
  const memory = '/dev/shm';
  const found = await statfs(memory).catch(() => undefined);
  return found && found.bavail * found.bsize > ROOM ? memory : os.tmpdir();
}

import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeDataDir, removeDataDir, startServer } from './shop-server.ts';

/** An environment variable, because the workers are child processes.  */
const FOLDER = 'BALCAO_E2E_PREPARED';
const CACHE = 'NODE_COMPILE_CACHE';

const ROOM = 1024 ** 3;

/**
 * Makes the shop that every test copies: a first start takes twice as long as a later one.
 * Returns a function that removes it.
 */
export default async function prepareShop(): Promise<() => Promise<void>> {
  const parent = await quickestFolder();
  const scratch = await makeDataDir(parent);
  const dataDir = path.join(scratch, 'shop');
  process.env[FOLDER] = dataDir;
  // Node caches the compiled program, which every test starts.
  process.env[CACHE] ??= path.join(scratch, 'compiled');
  const remove = () => removeDataDir(scratch);
  try {
    const server = await startServer(dataDir);
    const code = await server.stop();
    // A copy of a running PostgreSQL is not usable.
    if (code !== 0) throw new Error(`The prepared shop ended with ${code}:\n${server.output()}`);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

/** Copies the prepared shop. Returns its data folder. */
export async function copyPreparedShop(): Promise<string> {
  const prepared = process.env[FOLDER];
  if (!prepared) throw new Error('The global setup has prepared no shop.');
  // In a folder that the end of the run removes, even after a killed worker.
  const dataDir = await makeDataDir(path.dirname(prepared));
  // Under root the files belong to another user; Node's copy would not keep the owner.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}

/** In memory if there is room: no test here needs a disk. */
async function quickestFolder(): Promise<string> {
  const memory = '/dev/shm';
  const found = await statfs(memory).catch(() => undefined);
  return found && found.bavail * found.bsize > ROOM ? memory : os.tmpdir();
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** git's answer that a path is not ignored. */
const NOT_IGNORED = 1;

/**
 * Words for the operator when the data folder lies in a clone whose `git clean` would delete it; undefined
 * otherwise, and where git can't be asked.
 */
export async function unignoredFolder(dataDir: string): Promise<string | undefined> {
  const clone = cloneAround(dataDir);
  if (!clone) return undefined;
  const code = await new Promise<unknown>((resolve) => {
    const ask = ['-C', clone, 'check-ignore', '--quiet', `${dataDir}/`];
    execFile('git', ask, (error) => resolve(error?.code));
  });
  if (code !== NOT_IGNORED) return undefined;
  return `a pasta de dados ${dataDir} está no clone ${clone}, e um git clean a apagaria. Mova-a para fora dele, ou dê-lhe um nome que comece com data-, na raiz do clone.`;
}

function cloneAround(folder: string): string | undefined {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return undefined;
  }
}

import { join } from 'node:path';
import { ROOT } from './set-up.mjs';

/**
 * A command of the operator on the data of a shop.
 * @param {'audit-verify' | 'lgpd'} name
 * @param {string[]} args
 */
export function operatorProgram(name, args) {
  return { args: [join(ROOT, `apps/server/src/operator/${name}-program.ts`), ...args], cwd: ROOT };
}

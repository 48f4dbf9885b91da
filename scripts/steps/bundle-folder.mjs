import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Stop } from './operator-output.mjs';
import { ROOT } from './processes.mjs';

/** In a bundle, which came with everything: nothing is brought or built there. */
export const BUNDLE_FILE = 'bundle.json';
export const isBundle = existsSync(join(ROOT, BUNDLE_FILE));

const FOLDERS = ['DATA_DIR', 'BACKUP_DIR'];

/**
 * The things that belong to the shop and not to a version lie beside the unpacked bundle, where the next version that
 * is unpacked finds it. Only the sample shop takes no settings of the real one.
 * @param {boolean} isDemo
 */
export function placesBeside(isDemo) {
  const beside = dirname(ROOT);
  return {
    beside,
    settings: isDemo ? undefined : join(beside, 'balcao.env'),
    data: join(beside, isDemo ? 'balcao-demo' : 'balcao-data'),
  };
}

/** Completes the environment of a command; what it already has wins over the file. */
export function readSettingsBeside() {
  const { beside, settings, data } = placesBeside(process.argv.includes('--demo'));
  const typedIn = process.env.INIT_CWD ?? process.cwd();
  for (const name of FOLDERS) resolveFolder(name, typedIn);
  if (settings && isThere(settings)) process.loadEnvFile(settings);
  for (const name of FOLDERS) resolveFolder(name, beside);
  process.env.DATA_DIR ||= data;
}

/**
 * Checked first, because Node reports a file that it may not read as missing.
 * @param {string} settings
 */
function isThere(settings) {
  try {
    accessSync(settings, constants.R_OK);
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return false;
    if (code !== 'EACCES') throw error;
    throw new Stop(
      `Sem permissão para ler ${settings}, a configuração da loja. Repita o comando com o usuário da loja (runuser -u balcao -- …).`,
    );
  }
}

/**
 * @param {string} name
 * @param {string} from
 */
function resolveFolder(name, from) {
  const given = process.env[name]?.trim();
  if (given) process.env[name] = resolve(from, given);
}

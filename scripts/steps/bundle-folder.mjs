import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { dirname, join, resolve } from 'node:path';
// Not by name: the Node 18 that opens a clone has no parseEnv yet. A bundle has its own Node.
import util from 'node:util';
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
  const text = settings ? readSettings(settings) : '';
  const given = text ? util.parseEnv(text) : {};
  // A start and the doctor name those that Balcão does not know (unknown-variables.ts), and lines that set nothing.
  const unset = text.split('\n').filter((line) => !/^\s*(#|$)|=/.test(line));
  const names = [...Object.keys(given), ...unset.map((line) => line.trim().replaceAll(',', ' '))];
  process.env.SETTINGS_NAMES = names.join(',');
  if (settings && text) process.env.SETTINGS_FILE = settings;
  for (const [name, value] of Object.entries(given)) process.env[name] ??= value;
  for (const name of FOLDERS) resolveFolder(name, beside);
  process.env.DATA_DIR ||= data;
  // For the words that name a command (own-command.ts): only another folder has to be typed before it.
  process.env.USUAL_DATA_DIR = resolve(beside, given.DATA_DIR?.trim() || placesBeside(false).data);
}

/** @param {string} settings */
function readSettings(settings) {
  try {
    // Notepad begins a file with a mark of its encoding, which would be a part of the first name.
    return readFileSync(settings, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return '';
    if (code !== 'EACCES') throw error;
    const { username, gid } = os.userInfo();
    const todo = `chgrp ${gid} ${settings} && chmod 640 ${settings}`;
    // As the doctor says that something is wrong.
    throw new Stop(
      `Sem permissão para ler ${settings}, a configuração da loja. Dê-a a ${username}, como root: ${todo}`,
      2,
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

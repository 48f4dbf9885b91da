import path from 'node:path';
import { quoted } from './terminal.ts';

/** The data folder of our commands where DATA_DIR is not typed: in a bundle, that of its settings (bundle-folder.mjs). */
export const usualDataDir = () => path.resolve(process.env.USUAL_DATA_DIR || 'data');

const typedDataDir = () => path.resolve(process.env.DATA_DIR?.trim() || usualDataDir());

/**
 * How the operator calls one of our commands, for the words that we print: by npm, or by the program
 * `balcao` where that started us (scripts/balcao.mjs), as it was typed; with the data folder, unless it is the usual one.
 * @param name as in package.json, e.g. "audit:verify"
 */
export function ownCommand(name: string, args = '', dataDir = typedDataDir()): string {
  const { BALCAO_COMMAND: program } = process.env;
  const folder = dataDir === usualDataDir() ? '' : `DATA_DIR=${quoted(dataDir)} `;
  if (program) return `${folder}${quoted(program)} ${name.replace(':', '-')}${args && ` ${args}`}`;
  if (name === 'start') return `${folder}npm start`;
  return `${folder}npm run ${name}${args && ` -- ${args}`}`;
}

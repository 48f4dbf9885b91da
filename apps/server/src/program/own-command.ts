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
  if (program) return `${folder}${quoted(program)} ${name}${args && ` ${args}`}`;
  if (name === 'start') return `${folder}npm start`;
  return `${folder}npm run ${name}${args && ` -- ${args}`}`;
}

/** Without them a start opens another shop, or the same one elsewhere. */
const OF_A_START = [
  ...['PORT', 'HOST', 'DATABASE_URL', 'AUDIT_KEY', 'BACKUP_DIR', 'BACKUP_MOUNT', 'BACKUP_KEEP'],
  ...['PUBLIC_URL', 'TRUST_PROXY', 'METRICS_PORT'],
];
const SECRET = ['DATABASE_URL', 'AUDIT_KEY'];

/** The command that opens the shop as it was given to us; what stands in balcao.env holds for that too. */
export function startCommand(): string {
  const { env } = process;
  const inFile = (env.SETTINGS_NAMES ?? '').split(',');
  const typed = OF_A_START.flatMap((name) => {
    const value = env[name]?.trim();
    if (!value || inFile.includes(name)) return [];
    return `${name}=${SECRET.includes(name) ? '…' : quoted(value)} `;
  });
  return `${typed.join('')}${ownCommand('start')}`;
}

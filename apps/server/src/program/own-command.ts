import { quoted } from './terminal.ts';

/**
 * How the operator calls one of our commands, for the words that we print: by npm, or by the program
 * `balcao` where that started us (scripts/balcao.mjs), as it was typed.
 * @param name as in package.json, e.g. "audit:verify"
 */
export function ownCommand(name: string, args = ''): string {
  const { BALCAO_COMMAND: program } = process.env;
  if (program) return `${quoted(program)} ${name.replace(':', '-')}${args && ` ${args}`}`;
  if (name === 'start') return 'npm start';
  return `npm run ${name}${args && ` -- ${args}`}`;
}

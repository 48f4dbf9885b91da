import { join } from 'node:path';
import { runTool } from './processes.mjs';
import { ROOT } from './set-up.mjs';
import { say } from './words.mjs';

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const TSC = 'node_modules/typescript/bin/tsc';

const CHECKS = [
  {
    what: 'Biome (formato, lint, quem importa quem)',
    args: [BIOME, 'check', '--error-on-warnings', '--max-diagnostics=100'],
  },
  { what: 'tsc (servidor, pacotes, scripts)', args: [TSC, '-p', 'tsconfig.json'] },
  { what: 'tsc (telas)', args: [TSC, '-p', 'apps/web/tsconfig.json'] },
  { what: 'tsc (e2e)', args: [TSC, '-p', 'e2e/tsconfig.json'] },
  { what: 'tsc (bench)', args: [TSC, '-p', 'bench/tsconfig.json'] },
  { what: 'knip (código morto)', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
];

/**
 * Runs all checks, also after one that fails: together they take seconds, and say all there is to mend.
 * @param {string} node
 */
export async function check(node) {
  const failed = [];
  for (const { what, args } of CHECKS) {
    const { code, output } = await runTool(node, inRoot(args), { cwd: ROOT, quiet: true });
    say(`${code === 0 ? '✓' : '✗'} ${what}`);
    if (code === 0) continue;
    failed.push(what);
    say(output.trimEnd());
  }
  if (failed.length === 0) return 0;
  say(`\nReprovado: ${failed.join('; ')}.`);
  return 1;
}

/** @param {string} node */
export async function fix(node) {
  const { code } = await runTool(node, inRoot([BIOME, 'check', '--write']), { cwd: ROOT });
  return code;
}

/** @param {string[]} args the first one being the program, relative to the repository */
function inRoot([program = '', ...rest]) {
  return [join(ROOT, program), ...rest];
}

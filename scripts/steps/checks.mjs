import { runNode } from './processes.mjs';

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const TSC = 'node_modules/typescript/bin/tsc';

const CHECKS = [
  {
    what: 'Biome (formato, lint)',
    args: [BIOME, 'check', '--error-on-warnings', '--max-diagnostics=100'],
  },
  { what: 'tsc (servidor, pacotes, scripts)', args: [TSC, '-p', 'tsconfig.json'] },
  { what: 'tsc (telas)', args: [TSC, '-p', 'apps/web/tsconfig.json'] },
  { what: 'tsc (e2e)', args: [TSC, '-p', 'e2e/tsconfig.json'] },
  { what: 'tsc (bench)', args: [TSC, '-p', 'bench/tsconfig.json'] },
  { what: 'Quem importa quem', args: ['scripts/lint/who-imports-whom.mjs'] },
  { what: 'Círculos entre pastas', args: ['scripts/lint/folder-circles.mjs'] },
  { what: 'knip (código morto)', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
];

/** Runs all checks at once, because none keeps two cores busy alone. A failed check stops no other. */
export async function check() {
  const results = await Promise.all(
    CHECKS.map(async ({ what, args }) => {
      const { code, output } = await runNode(args, { quiet: true });
      console.log(code === 0 ? `✓ ${what}` : `✗ ${what}\n${output.trimEnd()}`);
      return { what, code };
    }),
  );
  const failed = results.filter(({ code }) => code !== 0).map(({ what }) => what);
  if (failed.length === 0) return 0;
  console.log(`\nReprovado: ${failed.join('; ')}.`);
  return 1;
}

/**
 * All files, or those that the arguments name.
 * @param {string[]} files
 */
export async function fix(files = []) {
  return (await runNode([BIOME, 'check', '--write', ...files])).code;
}

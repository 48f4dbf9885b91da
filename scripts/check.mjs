// npm run check: what CI checks before any test. npm run fix: the part a machine can put right.
import { check, fix } from './steps/checks.mjs';
import { setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  return process.argv.includes('--fix') ? fix(node) : check(node);
});

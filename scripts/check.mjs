// npm run check: what CI checks before any test. npm run fix: the part that Biome can correct.
import { check, fix } from './steps/checks.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, process.argv.includes('--fix') ? fix : check);

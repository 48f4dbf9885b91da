// npm run unit: the Vitest tests alone. Arguments go to Vitest: npm run unit -- sales
import { setUp } from './steps/set-up.mjs';
import { unitTests } from './steps/tests.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  return unitTests(node, process.argv.slice(2));
});

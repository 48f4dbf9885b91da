// npm run unit: the Vitest tests alone. Arguments go to Vitest: npm run unit -- sales
import { runCommand } from './steps/set-up.mjs';
import { unitTests } from './steps/tests.mjs';

await runCommand({ web: false }, () => unitTests(process.argv.slice(2)));

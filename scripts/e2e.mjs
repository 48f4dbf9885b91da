// npm run e2e: the Playwright tests alone. Arguments go to Playwright: npm run e2e -- counter --headed
import { findBrowser } from './steps/browser.mjs';
import { runCommand } from './steps/set-up.mjs';
import { e2eTests } from './steps/tests.mjs';

await runCommand({ web: true }, async () => e2eTests(await findBrowser(), process.argv.slice(2)));

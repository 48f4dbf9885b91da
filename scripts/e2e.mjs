// npm run e2e: the Playwright tests alone. Arguments go to Playwright: npm run e2e -- counter --headed
import { findBrowser } from './steps/browser.mjs';
import { setUp } from './steps/set-up.mjs';
import { e2eTests } from './steps/tests.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: true });
  return e2eTests(node, await findBrowser(node), process.argv.slice(2));
});

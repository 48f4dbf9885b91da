// npm run manual: takes the pictures of docs/manual again, in the sample shop.
import { findBrowser } from './steps/browser.mjs';
import { runScript } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: true }, async () =>
  runScript('e2e/manual/manual-program.ts', { CHROMIUM_PATH: await findBrowser() }),
);

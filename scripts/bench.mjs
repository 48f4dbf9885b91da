// npm run bench: how fast it is, as ratios within one run. Names pick sections: npm run bench -- sale
import { findBrowser } from './steps/browser.mjs';
import { runScript } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: true }, async () => {
  const env = { CHROMIUM_PATH: await findBrowser(), NODE_ENV: 'production' };
  return runScript('bench/bench.ts', env);
});

// npm run bench: how fast it is, as ratios within one run. Names pick sections: npm run bench -- sale
import { join } from 'node:path';
import { findBrowser } from './steps/browser.mjs';
import { runTool } from './steps/processes.mjs';
import { ROOT, setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: true });
  const env = { CHROMIUM_PATH: await findBrowser(node), NODE_ENV: 'production' };
  const args = [join(ROOT, 'bench/bench.ts'), ...process.argv.slice(2)];
  return (await runTool(node, args, { cwd: ROOT, env })).code;
});

// npm run browsers: the main job in Firefox and WebKit, where they are installed.
import { join } from 'node:path';
import { runTool } from './steps/processes.mjs';
import { ROOT, setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: true });
  const program = join(ROOT, 'e2e/browsers/browsers-program.ts');
  return (await runTool(node, [program], { cwd: ROOT })).code;
});

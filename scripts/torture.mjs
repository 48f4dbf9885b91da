// npm run torture: the shop under faults, 500 of them. Arguments: npm run torture -- --faults 30 --seed 7
import { join } from 'node:path';
import { runTool } from './steps/processes.mjs';
import { ROOT, setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  const program = join(ROOT, 'trials/torture/torture-program.ts');
  return (await runTool(node, [program, ...process.argv.slice(2)], { cwd: ROOT })).code;
});

// npm run dev: the server and Vite, each taking up changes by itself. -- --demo for the sample shop.
import { join } from 'node:path';
import { runPrograms } from './steps/processes.mjs';
import { watchedServerProgram } from './steps/server-program.mjs';
import { ROOT, setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  return runPrograms(node, [
    watchedServerProgram(process.argv.slice(2)),
    { args: [join(ROOT, 'node_modules/vite/bin/vite.js')], cwd: join(ROOT, 'apps/web') },
  ]);
});

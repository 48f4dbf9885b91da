// npm run dev: the server and Vite, which both reload on changes. -- --demo for the sample shop.
import { join } from 'node:path';
import { ROOT, runPrograms } from './steps/processes.mjs';
import { watchedServerProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () =>
  runPrograms(watchedServerProgram(), {
    args: [join(ROOT, 'node_modules/vite/bin/vite.js')],
    cwd: join(ROOT, 'apps/web'),
  }),
);

// npm run backup: a proven copy of the shop, while it sells or while it is closed.
import { runPrograms } from './steps/processes.mjs';
import { shopProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () => runPrograms(shopProgram('backup/backup-program.ts')));

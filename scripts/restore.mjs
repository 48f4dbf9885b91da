// npm run restore -- FILE: restores a backup into an empty data folder or database.
import { runPrograms } from './steps/processes.mjs';
import { shopProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () => runPrograms(shopProgram('backup/restore-program.ts')));

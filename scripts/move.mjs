// npm run move -- out|back: moves a closed shop between the embedded PostgreSQL and the one of DATABASE_URL.
import { runPrograms } from './steps/processes.mjs';
import { shopProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () => runPrograms(shopProgram('operator/move-program.ts')));

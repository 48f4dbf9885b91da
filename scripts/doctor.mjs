// npm run doctor: examines the shop, open or closed. Exits with 0 (well), 1 (attention) or 2 (a problem).
import { runPrograms } from './steps/processes.mjs';
import { shopProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () => runPrograms(shopProgram('operator/doctor-program.ts')));

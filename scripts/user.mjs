// npm run user -- list|create|reset-password|unlock|disable: who may sign in, also when nobody can any more.
import { runPrograms } from './steps/processes.mjs';
import { shopProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () => runPrograms(shopProgram('operator/user-program.ts')));

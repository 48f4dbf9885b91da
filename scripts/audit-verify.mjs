// npm run audit:verify: recomputes the chain of the audit. Exits with 2 when a row was changed.
import { runPrograms } from './steps/processes.mjs';
import { shopProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () =>
  runPrograms(shopProgram('operator/audit-verify-program.ts')),
);

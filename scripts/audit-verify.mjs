// npm run audit:verify: computes the chain over the audit anew. Ends with 2 when a row was touched.
import { operatorProgram } from './steps/operator-program.mjs';
import { runPrograms } from './steps/processes.mjs';
import { setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  return runPrograms(node, [operatorProgram('audit-verify', process.argv.slice(2))]);
});

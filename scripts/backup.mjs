// npm run backup: a proven copy of the shop, while it sells or while it is closed.
import { runPrograms } from './steps/processes.mjs';
import { backupProgram } from './steps/server-program.mjs';
import { setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  return runPrograms(node, [backupProgram('backup', process.argv.slice(2))]);
});

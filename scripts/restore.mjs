// npm run restore -- FILE: a backup into an empty data folder.
import { runPrograms } from './steps/processes.mjs';
import { backupProgram } from './steps/server-program.mjs';
import { setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  return runPrograms(node, [backupProgram('restore', process.argv.slice(2))]);
});

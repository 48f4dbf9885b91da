// npm start, and npm run demo (--demo: a sample shop in a data folder of its own).
import { runPrograms } from './steps/processes.mjs';
import { serverProgram } from './steps/server-program.mjs';
import { setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: true });
  return runPrograms(node, [serverProgram(process.argv.slice(2))]);
});

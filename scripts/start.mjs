// npm start, and npm run demo (--demo: a sample shop in a data folder of its own).
import { bringOlderPostgres } from './steps/install.mjs';
import { ROOT, runPrograms } from './steps/processes.mjs';
import { serverProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: true }, async () => {
  const program = serverProgram();
  await bringOlderPostgres(ROOT, program.env.DATA_DIR ?? process.env.DATA_DIR ?? 'data');
  return runPrograms(program);
});

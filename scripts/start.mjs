// npm start, and npm run demo (--demo: a sample shop in a data folder of its own).
import { bringOlderPostgres } from './steps/install.mjs';
import { runPrograms } from './steps/processes.mjs';
import { serverProgram } from './steps/server-program.mjs';
import { ROOT, setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: true });
  const program = serverProgram(process.argv.slice(2));
  await bringOlderPostgres(ROOT, program.env.DATA_DIR ?? process.env.DATA_DIR ?? 'data');
  return runPrograms(node, [program]);
});

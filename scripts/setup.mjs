// npm run setup: brings and builds what a start needs, and starts nothing. For a start that may not write to
// this folder (deploy/).
import { bringOlderPostgres } from './steps/install.mjs';
import { ROOT } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: true }, async () => {
  await bringOlderPostgres(ROOT, process.env.DATA_DIR ?? 'data');
  return 0;
});

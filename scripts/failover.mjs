// npm run failover: the primary of a replicated PostgreSQL fails under load, KILLS=5 times and in other
// ways. Only on Debian 12. With -- --planted it is shown to notice sales that are lost.
import { join } from 'node:path';
import { findCluster } from './steps/debian-cluster.mjs';
import { runTool } from './steps/processes.mjs';
import { ROOT, setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  await findCluster();
  const program = join(ROOT, 'trials/failover/failover-program.ts');
  return (await runTool(node, [program, ...process.argv.slice(2)], { cwd: ROOT })).code;
});
